import { bookTimeLink } from '#contract/links.ts'
import { localNow, openingAt, openingDays } from '#domain/opening-hours.ts'
import { routeLink } from '#domain/route-link.ts'
import { clockText } from '#domain/wall-clock.ts'
import { localParts, toInstant } from '#domain/zone.ts'
import type { PageContext } from '#contract/page.ts'
import { loadCatalog } from '../service/load-catalog.ts'
import { toListedTypes, type ListedService } from '../service/listed-types.ts'
import { momentText } from '../ui/time/moment.ts'

/** A text that leads somewhere. */
type Fact = { text: string; to: string }
/** What a guest wants to know first; `next`: when the service that is booked most is free. */
export type Facts = { where: Fact | null; open: string | null; next: (Fact & { service: string }) | null }
/** What every front page of a salon shows, and the services that are booked most. */
export type Front = { facts: Facts; popular: ListedService[] }

/**
 * Loads it for a front page. A cached page is right: it is kept for five minutes of the clock, as is what is
 * booked most. Without that the page is complete all the same.
 */
export async function loadFront(ctx: PageContext): Promise<Front> {
  const { brand } = ctx
  const { popular, next } = await loadPopular(ctx).catch((error: unknown) => {
    ctx.logError(error)
    return { popular: [], next: null }
  })
  return {
    facts: {
      where: brand.address && {
        text: `${brand.address.street}, ${brand.address.postalcode} ${brand.address.city}`,
        to: routeLink(brand.address),
      },
      open: openNow(ctx),
      next,
    },
    popular,
  }
}

async function loadPopular(ctx: PageContext): Promise<{ popular: ListedService[]; next: Facts['next'] }> {
  if (!ctx.brand.signIn) return { popular: [], next: null }
  const [{ services: ids, next }, catalog] = await Promise.all([
    ctx.call('getMostBooked', {}),
    loadCatalog(ctx),
  ])
  const listed = toListedTypes(ctx, catalog).flatMap((type) => type.services)
  const popular = ids.flatMap((id) => listed.find((one) => one.id === id && one.bookable) ?? [])
  // The free time is that of the first.
  const first = popular.find(({ id }) => id === ids[0])
  return { popular, next: first && next !== null ? nextFree(ctx, first, next) : null }
}

const nextFree = (ctx: PageContext, { id, name }: ListedService, start: number) => ({
  text: ctx.t('landing.nextFree', { when: momentText(ctx, start) }),
  service: name,
  to: bookTimeLink({
    services: [id],
    teamMember: [null],
    day: localParts(ctx.brand.timeZone, start / 60_000).date,
    start,
  }),
})

/** Null where the tenant gives no hours, or opens on none of the next days. */
function openNow(ctx: PageContext): string | null {
  const { brand, dateLanguage, now, t } = ctx
  const state = openingAt(brand, localNow(brand.timeZone, now))
  if (state.state === 'open') return t('landing.openNow', { time: clockText(dateLanguage, state.until) })
  if (state.state === 'closed') return null
  const [hour = 0, minute = 0] = state.from.split(':').map(Number)
  const opens = toInstant(brand.timeZone, state.date, hour * 60 + minute) * 60_000
  const when = momentText(ctx, opens)
  const [day] = openingDays(brand, localNow(brand.timeZone, now).date, 1)
  return day?.reason && day.hours.length === 0
    ? t('landing.closedToday', { reason: day.reason, when })
    : t('landing.closedNow', { when })
}
