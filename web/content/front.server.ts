import { bookTimeLink } from '#contract/links.ts'
import { localNow, openingAt } from '#domain/opening-hours.ts'
import { routeLink } from '#domain/route-link.ts'
import { clockText } from '#domain/wall-clock.ts'
import { localParts, toInstant } from '#domain/zone.ts'
import type { PageContext } from '#contract/page.ts'
import { loadCatalog } from '../service/load-catalog.ts'
import { toListedTypes, type ListedService } from '../service/listed-types.ts'
import { visitHeadline } from '../visit/headline.server.ts'

/** A text that may lead somewhere. */
type Fact = { text: string; to: string }
/** What a guest wants to know first: where, whether it is open, and when the next time is free. */
export type Facts = { where: Fact | null; open: string | null; next: Fact | null }
/** What every front page of a salon shows, and the services that are booked most. */
export type Front = { facts: Facts; popular: ListedService[] }

/**
 * Loads it for a front page. A cached page is right: it is kept for five minutes of the clock, as is what is
 * booked most. Without those the page is complete all the same.
 */
export async function loadFront(ctx: PageContext): Promise<Front> {
  const { brand, call, t } = ctx
  const none: { services: string[]; next: number | null } = { services: [], next: null }
  const [booked, catalog] = brand.signIn
    ? await Promise.all([
        call('getMostBooked', {}).catch((error: unknown) => {
          ctx.logError(error)
          return none
        }),
        loadCatalog(ctx),
      ])
    : [none, null]
  const services = catalog ? toListedTypes(ctx, catalog).flatMap((type) => type.services) : []
  const [first] = booked.services
  return {
    facts: {
      where: brand.address && {
        text: `${brand.address.street}, ${brand.address.postalcode} ${brand.address.city}`,
        to: routeLink(brand.address),
      },
      open: openNow(ctx),
      next:
        first && booked.next !== null
          ? {
              text: t('landing.nextFree', { when: visitHeadline(ctx, booked.next) }),
              to: bookTimeLink({
                services: [first],
                teamMember: [null],
                day: localParts(brand.timeZone, booked.next / 60_000).date,
                start: booked.next,
              }),
            }
          : null,
    },
    popular: booked.services.flatMap((id) => services.find((one) => one.id === id && one.bookable) ?? []),
  }
}

/** Null where the tenant gives no hours, or opens on none of the next days. */
function openNow(ctx: PageContext): string | null {
  const { brand, dateLanguage, now, t } = ctx
  const state = openingAt(brand, localNow(brand.timeZone, now))
  if (state.state === 'open') return t('landing.openNow', { time: clockText(dateLanguage, state.until) })
  if (state.state === 'closed') return null
  const [hour = 0, minute = 0] = state.from.split(':').map(Number)
  const opens = toInstant(brand.timeZone, state.date, hour * 60 + minute) * 60_000
  return t('landing.closedNow', { when: visitHeadline(ctx, opens) })
}
