import type { Output } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { dayLink } from '#contract/links.ts'
import { localNow } from '#domain/opening-hours.ts'
import { addDays } from '#domain/zone.ts'
import { parseAddonName, sumAddonMinutes, type WantedAddon } from '#domain/visit/addons.ts'
import { nullIfNotFound, nullIfRefused } from '#web/request/call-errors.ts'
import { isDate, todayOf } from '#web/staff/form/date.ts'
import { parseInstant, parseTypedTime, toTypedTime } from '#web/staff/form/typed-time.ts'
import type { StaffContext } from '#web/staff/guard.ts'
import { addonsByService } from '#web/visit/selection.ts'
import { staffPath } from '#web/staff/return-path.ts'

type Visit = Output<'getSalonVisit'>

/**
 * Where a visit can be placed: the free times of a week, or one place, with what is to be known before it is
 * saved.
 * @throws 404 for a visit that cannot be moved, and without the right to.
 */
export async function loadPlace(ctx: StaffContext, name: string, search: URLSearchParams) {
  const visit = ctx.staff.rights.move
    ? await ctx.call('getSalonVisit', { visit: name }).catch(nullIfNotFound)
    : null
  if (visit?.state !== 'booked') throw new Response(null, { status: 404 })
  const segments = visit.segments.toSorted((a, b) => a.position - b.position)
  const members = listOf(
    search,
    'members',
    segments.map(({ memberId }) => memberId),
  )
  const lengths = segments.map(minutesOf)
  const given = listOf(search, 'minutes', lengths.map(String)).map(Number)
  const addons = addonsIn(search)
  // With another person, or other add-ons, it takes as long as that does, unless another length is wanted.
  const wanted = given.map((one, index) =>
    (addons || members[index] !== segments[index]?.memberId) && one === lengths[index] ? undefined : one,
  )
  const zone = visit.timeZone
  const today = todayOf(ctx)
  const start = startOf(search, zone)
  const asked = search.get('from') ?? ''
  const from = isDate(asked) ? asked : dateOf(zone, visit.start)
  const offered = search.has('bar') ? null : await loadOffered(ctx, visit)
  const looked = start === null ? null : await reviewOf(ctx, { visit, start, members, wanted, addons })
  const longer = (index: number): number => {
    if (!addons) return 0
    const minutesBy = (chosen: readonly WantedAddon[]) =>
      sumAddonMinutes(
        chosen.map(({ id, count }) => ({
          count,
          minutes: offered?.[index]?.find((one) => one.id === id)?.minutes ?? 0,
        })),
      )
    const now = addonsByService(addons).get(String(index)) ?? []
    return minutesBy(now) - minutesBy(segments[index]?.addons ?? [])
  }
  // What does not fit is as long as it would be.
  const review = looked && {
    ...looked,
    minutes: looked.check.ok
      ? looked.minutes
      : looked.minutes.map((one, index) => one + (wanted[index] === undefined ? longer(index) : 0)),
  }
  const minutes = given.map((one, index) => review?.minutes[index] ?? one)
  // What has passed has no free times.
  const first = from < today ? today : from
  const places =
    start === null
      ? await ctx
          .call('findPlaces', {
            visitId: visit.id,
            members: members.join(','),
            ...(given.some((one, index) => one !== lengths[index]) && { minutes: given.join(',') }),
            ...(addons && { addons: addons.join(',') }),
            from: first,
          })
          .catch(nullIfNoPlace)
      : null
  const { rights } = ctx.staff
  return {
    visit: { ...visit, segments, date: dateOf(zone, visit.start) },
    members,
    minutes,
    addons,
    /** What each service may have, in its order; null: who reads may not change it. */
    offered,
    from: first,
    /** Where to go on. */
    to: search.has('to')
      ? staffPath(search.get('to'))
      : dayLink({ date: dateOf(zone, start ?? visit.start) }),
    /** What the fields for any date and time begin with. */
    own: toTypedTime(zone, start ?? visit.start),
    week: { before: first > today ? maxOf(addDays(first, -7), today) : null, after: addDays(first, 7) },
    review,
    places,
    may: { over: rights.over !== undefined, withdraw: rights.waitlist === 'all' },
  }
}

const maxOf = (one: string, other: string) => (one > other ? one : other)

const dateOf = (zone: string, at: number) => localNow(zone, at).date

const minutesOf = ({ start, end }: { start: number; end: number }) => Math.round((end - start) / 60_000)

/** One value for each service: of the fields of a form, or of one parameter. */
function listOf(search: URLSearchParams, name: string, usual: readonly string[]): string[] {
  const given = search.getAll(name).flatMap((one) => one.split(','))
  return usual.map((one, index) => given[index] || one)
}

/** The instant of a place that was pressed, or of a date and a time that were typed: the salon's own. */
function startOf(search: URLSearchParams, zone: string): number | null {
  const [date, time, start] = [search.get('date'), search.get('time'), search.get('start')]
  return date && time ? parseTypedTime(zone, { date, time, start: start ?? '' }) : parseInstant(start)
}

/** The add-ons that an address asks for, by the places of their services; undefined: those that there are. */
const addonsIn = (search: URLSearchParams): string[] | undefined =>
  search.has('addons')
    ? search
        .getAll('addons')
        .flatMap((one) => one.split(','))
        .filter(parseAddonName)
    : undefined

/** The add-ons that each service has now, and those that it was booked with. */
async function loadOffered(ctx: StaffContext, { segments }: Visit) {
  const has = ctx.brand.addons || segments.some(({ addons }) => addons.length > 0)
  if (!has || ctx.staff.rights.book === undefined) return null
  const bookable = await ctx.call('listBookable', {}).catch(nullIfRefused)
  if (!bookable) return null
  const inOrder = segments.toSorted((a, b) => a.position - b.position)
  return inOrder.map(({ serviceId, addons }) => {
    const now = bookable.services.find(({ id }) => id === serviceId)?.addons ?? []
    const gone = addons.filter((one) => now.every(({ id }) => id !== one.id))
    return [...now, ...gone.map(({ count, ...one }) => ({ ...one, most: count }))]
  })
}

type Asked = {
  visit: Visit
  start: number
  members: string[]
  wanted: (number | undefined)[]
  addons: string[] | undefined
}

/** What a place means: nothing is written. Null: it is none. */
async function reviewOf({ call }: StaffContext, { visit, start, members, wanted, addons }: Asked) {
  const inOrder = visit.segments.toSorted((a, b) => a.position - b.position)
  const check = await call('checkPlacement', {
    visitId: visit.id,
    start,
    services: inOrder.map(({ serviceId, memberId }, index) => ({
      serviceId,
      memberId: members[index] === 'any' ? null : (members[index] ?? memberId),
      minutes: wanted[index],
      ...(addons && { addons: addonsByService(addons).get(String(index)) ?? [] }),
    })),
  }).catch(nullIfNoPlace)
  if (!check) return null
  const minutes = check.ok ? check.minutes : inOrder.map((one, index) => wanted[index] ?? minutesOf(one))
  return { start, members, minutes, check }
}

/**
 * A mistyped address, and people out of reach: there is no such place.
 * @throws 404 where others perform a part of the visit, whom the person may not move.
 */
function nullIfNoPlace(error: unknown): null {
  if (error instanceof CallError && error.code === 'not-found') throw new Response(null, { status: 404 })
  if (error instanceof CallError && ['request/invalid', 'auth/forbidden'].includes(error.code)) return null
  throw error
}
