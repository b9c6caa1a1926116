import { numberText } from '#domain/duration.ts'
import type { Locale } from '#domain/language.ts'
import type { VatLine } from '#domain/vat.ts'
import type { Translate } from '#contract/text.ts'

type Words = { t: Translate; locale: Locale; money: (minor: number) => string }

/** The VAT in a total as sums of a bill: where it has several rates, each with its net and gross. */
export const vatSums = (
  lines: readonly VatLine[],
  { t, locale, money }: Words,
  words: (text: string) => string = (text) => text,
): { label: string; amount: string }[] =>
  lines.map(({ percent, amount, gross, reason = '' }) => {
    if (percent === null)
      return { label: [t('vat.exempt'), words(reason)].join(': '), amount: money(gross ?? 0) }
    const line = t('vat.line', { percent: numberText(locale, percent) })
    const parts =
      gross === undefined ? '' : t('vat.parts', { net: money(gross - amount), gross: money(gross) })
    return { label: parts ? `${line} (${parts})` : line, amount: money(amount) }
  })
