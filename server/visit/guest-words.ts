import { SERVICE_JOINER } from '#domain/visit/services.ts'
import type { Locale } from '#domain/language.ts'
import type { MailContext } from '../mail/mail-context.ts'
import type { Tx } from '../database/db.ts'
import { readGuestWords, type GuestWords } from '../translation/tenant-text.ts'
import type { VisitWithSegments } from './queries.ts'

/** The visit with its services in these words. */
export const inWords = (visit: VisitWithSegments, words: GuestWords): VisitWithSegments => ({
  ...visit,
  segments: visit.segments.map((segment) => ({ ...segment, serviceName: words(segment.serviceName) })),
})

/** The visit with its services in a guest's language, for what is written to that guest. */
export const inGuestWords = async (
  ctx: MailContext,
  tx: Tx,
  visit: VisitWithSegments,
  locale: Locale,
): Promise<VisitWithSegments> =>
  inWords(
    visit,
    await readGuestWords(
      ctx,
      tx,
      locale,
      visit.segments.map(({ serviceName }) => serviceName),
    ),
  )

/** The names of a visit's services, as a list. */
export const serviceNames = ({ segments }: VisitWithSegments): string =>
  segments.map(({ serviceName }) => serviceName).join(SERVICE_JOINER)
