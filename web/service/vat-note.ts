import { vatIncluded, type VatRate } from '#domain/vat.ts'
import type { Translate } from '#contract/text.ts'

const notes = { all: 'price.vat', some: 'price.vatDue', none: 'price.vatNone' } as const

/** Which of the prices of a page include VAT, in words. `rates`: as in `vatIncluded`. */
export const vatNote = (t: Translate, rates: readonly (VatRate | undefined)[], vatPercent: number): string =>
  t(notes[vatIncluded(rates, vatPercent)])
