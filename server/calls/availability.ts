import { createHash } from 'node:crypto'
import { momentKey } from '#domain/visit/horizon.ts'
import { minuteFrom, monthWindow } from '#domain/zone.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { loadBookable, type Bookable, type Wish } from '../booking/bookable.ts'
import { findNextMonth, listOffers, shownOffer } from '../booking/offer.ts'
import { ensureOwner } from '../booking/owner.ts'
import type { Handler, Scope } from '../context.ts'
import { getCalendarState } from '../data/calendar.ts'
import { ownTenant } from './tenant.ts'

/** The browser gets its secret here already, so that a double click on a time comes from one guest and not from two. */
export const getAvailability: Handler<'getAvailability'> = async (
  scope,
  { tenantId, services, teamMember, month },
) => {
  ownTenant(scope, tenantId)
  ensureOwner(scope)
  const now = scope.deps.now()
  return scope.deps.db.read(scope.tenant.id, async (tx) => {
    const bookable = await loadBookable(tx, scope, services)
    const { wish, able } = wishOf(bookable, services, teamMember)
    if (wish.length === 0) throw new CallError('not-found')
    const search = { bookable, wish, now }
    const offers = able ? await listOffers(tx, search, monthWindow(bookable.rules.zone, month)) : []
    return {
      month,
      timeZone: bookable.rules.zone,
      currency: bookable.currency,
      offers: offers.map((offer) => shownOffer(bookable, wish, offer)),
      next: able && offers.length === 0 ? await findNextMonth(tx, search, month) : null,
    }
  })
}

/**
 * The wish that an address spells: services and people who do not exist (any more) are passed over; `able` is false when
 * somebody is asked for who exists but does not do it.
 */
function wishOf(
  { services, members }: Bookable,
  ids: string[],
  teamMember = '',
): { wish: Wish; able: boolean } {
  const known = new Set(members.map((one) => one.id))
  const names = teamMember.split(',')
  const asked = (index: number) => (names.length === 1 ? names[0] : names[index]) ?? ''
  const wish = ids.flatMap((id, index) => {
    const service = services.get(id)
    const memberId = asked(index)
    return service ? [{ service, memberId: known.has(memberId) ? memberId : null }] : []
  })
  return {
    wish,
    able: wish.every(
      ({ service, memberId }) =>
        memberId === null || service.members.some((one) => one.memberId === memberId),
    ),
  }
}

/**
 * Changes whenever the answer may: read before it, so that a tag is never newer than what it stands for. One small query.
 */
export async function availabilityTag(
  scope: Scope,
  { tenantId, services, teamMember, month }: Input<'getAvailability'>,
): Promise<string> {
  ownTenant(scope, tenantId)
  const now = scope.deps.now()
  const { rules, version, expired } = await scope.deps.db.read(scope.tenant.id, (tx) =>
    getCalendarState(tx, new Date(now)),
  )
  const moment = momentKey({ ...rules, zone: scope.tenant.profile.timeZone }, minuteFrom(now))
  const key = [
    version,
    expired,
    scope.tenant.contentVersion,
    scope.guest !== null,
    scope.language,
    moment,
    services,
    teamMember,
    month,
  ]
  return `"${createHash('sha256').update(JSON.stringify(key)).digest('base64url').slice(0, 27)}"`
}
