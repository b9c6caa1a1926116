import { isExempt, type VatRate } from '#domain/vat.ts'
import { namesOf, serviceText } from '#domain/visit/addons.ts'
import { SERVICE_JOINER } from '#domain/visit/services.ts'
import type { Locale } from '#domain/language.ts'
import type { MailContext } from '../mail/mail-context.ts'
import type { Tx } from '../database/db.ts'
import { readGuestWords, type GuestWords } from '../translation/tenant-text.ts'
import type { VisitWithSegments } from './queries.ts'

/** A service of a visit and its add-ons in these words. */
export const wordsOf = <T extends { serviceName: string; addons: readonly A[] }, A extends { name: string }>(
  segment: T & { addons: readonly A[] },
  words: GuestWords,
): T & { addons: A[] } => ({
  ...segment,
  serviceName: words(segment.serviceName),
  addons: segment.addons.map((addon) => ({ ...addon, name: words(addon.name) })),
})

const vatInWords = <T extends { vat: VatRate | null }>(one: T, words: GuestWords): T => ({
  ...one,
  vat: isExempt(one.vat) ? { exempt: words(one.vat.exempt) } : one.vat,
})

/** The visit with its services and add-ons, and why they are exempt from VAT, in these words. */
export const inWords = (visit: VisitWithSegments, words: GuestWords): VisitWithSegments => ({
  ...visit,
  segments: visit.segments
    .map((segment) => vatInWords(wordsOf(segment, words), words))
    .map((segment) => ({ ...segment, addons: segment.addons.map((one) => vatInWords(one, words)) })),
})

/** The tenant's texts in a visit. */
export const visitTexts = ({ segments }: VisitWithSegments): string[] =>
  segments.flatMap((segment) => [
    ...namesOf(segment),
    ...[segment, ...segment.addons].flatMap(({ vat }) => (isExempt(vat) ? [vat.exempt] : [])),
  ])

/** The visit with its services in a guest's language, for what is written to that guest. */
export const inGuestWords = async (
  ctx: MailContext,
  tx: Tx,
  visit: VisitWithSegments,
  locale: Locale,
): Promise<VisitWithSegments> => inWords(visit, await readGuestWords(ctx, tx, locale, visitTexts(visit)))

/** The names of a visit's services and of their add-ons, as a list. */
export const serviceNames = ({ segments }: VisitWithSegments): string =>
  segments.map(serviceText).join(SERVICE_JOINER)
