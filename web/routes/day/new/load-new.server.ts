import { addonNamesOf } from '#domain/visit/addons.ts'
import type { Output } from '#contract/calls.ts'
import { nullIfRefused } from '#web/request/call-errors.ts'
import type { StaffContext } from '#web/staff/guard.ts'
import { withPhone } from '#web/staff/phone.server.ts'
import { isDate, todayOf } from '#web/staff/form/date.ts'
import type { FoundGuests } from '#web/staff/form/found-guest.ts'
import { parseInstant, toTypedTime } from '#web/staff/form/typed-time.ts'
import { emptyForm, type BookingForm } from './booking-form.ts'

/**
 * The form as a URL fills it in: a pressed place, somebody who is there now, or an earlier visit once more.
 */
export async function loadForm(
  ctx: StaffContext,
  searchParams: URLSearchParams,
  people: readonly { id: string }[],
) {
  const zone = ctx.brand.timeZone
  const start = parseInstant(searchParams.get('start'))
  const isWalkIn = searchParams.has('walkIn')
  const date = searchParams.get('date') ?? ''
  const time =
    start === null
      ? { date: isDate(date) ? date : todayOf(ctx), time: '', start: '' }
      : toTypedTime(zone, start)
  const again = await loadAgain(ctx, searchParams.get('again'))
  const member = people.find(({ id }) => id === searchParams.get('member'))?.id ?? ''
  const values: BookingForm = {
    ...emptyForm,
    ...(isWalkIn ? { source: 'walkIn', inform: false } : {}),
    ...time,
    member,
    ...again?.values,
  }
  const queue =
    start === null || member === '' || isWalkIn || ctx.staff.rights.waitlist === undefined
      ? null
      : await ctx.call('listQueue', { memberId: member, start }).catch(nullIfRefused)
  return {
    values,
    found: again?.found ?? null,
    queue: queue && { documents: queue.documents.map((one) => withPhone(ctx, one)) },
  }
}

/** The guest and the services of an earlier visit. */
async function loadAgain(ctx: StaffContext, visit: string | null) {
  const known = visit ? await ctx.call('getSalonVisit', { visit }).catch(nullIfRefused) : null
  return known && { values: toValues(known), found: toFound(ctx, known) }
}

type Known = Output<'getSalonVisit'>

function toValues({ id, segments }: Known): Pick<BookingForm, 'guest' | 'services' | 'members' | 'addons'> {
  return {
    guest: `visit:${id}`,
    services: [...new Set(segments.map(({ serviceId }) => serviceId))],
    addons: addonNamesOf(segments),
    members: Object.fromEntries(
      segments.flatMap(({ serviceId, memberId, anyone }) => (anyone ? [] : [[serviceId, memberId]])),
    ),
  }
}

const toFound = (ctx: StaffContext, { id, guest, history, start }: Known): FoundGuests => ({
  documents: [
    withPhone(ctx, {
      guestId: null,
      visitId: id,
      ...guest,
      ...history,
      next: null,
      nextVisit: null,
      last: history.last ?? start,
      lastVisit: history.last === null ? id : null,
    }),
  ],
  more: false,
})
