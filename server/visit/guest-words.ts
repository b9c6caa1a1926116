import { SERVICE_JOINER } from '#domain/visit/services.ts'
import type { Locale } from '#domain/language.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { inOwnWords } from '../translation/own-words.ts'
import type { VisitWithSegments } from './queries.ts'

/** The visit with its services in the tenant's own words of this language. */
export const inGuestWords = (
  { tenant }: Pick<MailContext, 'tenant'>,
  visit: VisitWithSegments,
  locale: Locale,
): VisitWithSegments => ({
  ...visit,
  segments: visit.segments.map((segment) => ({
    ...segment,
    serviceName: inOwnWords(tenant, locale, segment.serviceName),
  })),
})

/** The names of a visit's services in this language, as a list. */
export const serviceNames = (
  ctx: Pick<MailContext, 'tenant'>,
  visit: VisitWithSegments,
  locale: Locale,
): string =>
  inGuestWords(ctx, visit, locale)
    .segments.map(({ serviceName }) => serviceName)
    .join(SERVICE_JOINER)
