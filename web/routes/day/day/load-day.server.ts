import { redirect } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { dayLink } from '#contract/links.ts'
import { addDays, dayWindow, toWeekday } from '#domain/zone.ts'
import { nullIfNotFound, nullIfRefused } from '#web/request/call-errors.ts'
import { onDay } from '#web/staff/day/away.ts'
import { byRoom } from '#web/staff/day/by-room.ts'
import { readDone } from '#web/staff/day/done.ts'
import { todayOf } from '#web/staff/form/date.ts'
import type { StaffContext } from '#web/staff/guard.ts'
import { toGrid } from './grid.server.ts'

const views = ['columns', 'rooms', 'week', 'list'] as const
const colours = ['state', 'person', 'kind'] as const

/**
 * What the day's page shows, by its address.
 * @throws a redirect to today for an address with no such day or person.
 */
export async function loadDay(ctx: StaffContext, search: URLSearchParams) {
  const zone = ctx.brand.timeZone
  const today = todayOf(ctx)
  const date = search.get('date') || today
  const wanted = views.find((one) => one === search.get('view')) ?? 'columns'
  const colour = colours.find((one) => one === search.get('colour')) ?? 'state'
  const move = search.get('move')
  const [day, notices, moved] = await Promise.all([
    ctx.call('getSchedule', { date }).catch(toToday),
    ctx.call('listStaffNotices', {}),
    move && ctx.staff.rights.move ? ctx.call('getSalonVisit', { visit: move }).catch(nullIfNotFound) : null,
  ])
  const view = wanted === 'rooms' && day.rooms.length === 0 ? 'columns' : wanted
  const rooms = byRoom(day)
  const known = (id: string | null) => day.members.find((one) => one.id === id)
  const chosen = known(search.get('who'))
  const person = chosen ?? known(ctx.staff.memberId) ?? day.members[0]
  const shown = view === 'week' && person ? await loadWeek(ctx, date, person.id) : day
  const ofDay = view === 'rooms' ? rooms : shown
  const columns =
    view === 'week' ? weekOf(shown) : ofDay.members.map((member) => ({ member, date, schedule: ofDay }))
  const { rights } = ctx.staff
  return {
    now: ctx.now,
    /** When the salon's next day begins, epoch ms. */
    tomorrow: dayWindow(zone, today).until * 60_000,
    date,
    view,
    colour,
    /** The beginning of the day, or of the week: for its name. */
    at: shown.days[0]?.from ?? ctx.now,
    isToday: date === today,
    days: {
      today,
      before: addDays(date, view === 'week' ? -7 : -1),
      after: addDays(date, view === 'week' ? 7 : 1),
    },
    /** The person of a week and of a phone's screen; of a list only if somebody has been chosen. */
    who: person?.id ?? null,
    chosen: chosen?.id ?? null,
    members: withoutTimes(day.members),
    rooms: withoutTimes(rooms.members),
    kinds: kindsOf(shown),
    visits: shown.visits,
    justChanged: await loadJustChanged(ctx, search, shown.visits),
    ...(view === 'list' ? { away: awayOn(day), holds: day.holds } : { away: [], holds: [] }),
    otherHours: shown.otherHours,
    holidays: shown.holidays,
    unclosed: day.unclosed,
    grid: view === 'list' ? null : toGrid(columns, zone, ctx.now),
    notices: notices.documents,
    tray: moved?.state === 'booked' ? moved : null,
    may: {
      progress: rights.progress !== undefined,
      book: rights.book !== undefined,
      // A drag goes to a person.
      move: rights.move !== undefined && view !== 'rooms',
      cancel: rights.cancel !== undefined,
      block: rights.block !== undefined,
    },
    hints: !ctx.staff.hintsSeen,
  }
}
export type Day = Awaited<ReturnType<typeof loadDay>>

function toToday(error: unknown): never {
  if (error instanceof CallError && error.code === 'request/invalid') throw redirect(dayLink())
  throw error
}

/** The visit that was just changed, where the page shows it no more; null: it does, or nothing was. */
async function loadJustChanged(
  { call, now }: StaffContext,
  search: URLSearchParams,
  shown: Schedule['visits'],
) {
  const { did, of, until } = readDone(search)
  if (did === null || of === '' || until <= now || shown.some(({ id }) => id === of)) return null
  const visit = await call('getSalonVisit', { visit: of }).catch(nullIfRefused)
  if (!visit) return null
  const { firstname, name, visitor } = visit.guest
  const { id, source, start, end } = visit
  return { id, guest: { firstname, name, visitor }, source, start, end }
}

/** The week of a person, from Monday. */
const loadWeek = ({ call }: StaffContext, date: string, member: string) =>
  call('getSchedule', { date: addDays(date, 1 - toWeekday(date)), days: 7, member })

type Schedule = Output<'getSchedule'>

const withoutTimes = (members: Schedule['members']) =>
  members.map(({ hours: _hours, away: _away, ...member }) => member)

/** When people are away on a day. */
const awayOn = ({ members, days: [day] }: Schedule) =>
  members.flatMap(({ id, away }) =>
    away.flatMap(({ kind, reason, ...times }) =>
      day !== undefined && times.start < day.until && times.end > day.from
        ? [{ memberId: id, kind, reason, ...onDay(times, day) }]
        : [],
    ),
  )

/** One column for each day, with what is on it. */
function weekOf(schedule: Schedule) {
  const [member] = schedule.members
  if (!member) return []
  return schedule.days.map(({ date, from, until }) => {
    const within = <T extends { start: number; end: number }>(list: readonly T[]) =>
      list.filter(({ start, end }) => start < until && end > from)
    return {
      member: { ...member, hours: within(member.hours), away: within(member.away) },
      date,
      schedule: {
        ...schedule,
        visits: schedule.visits.map((visit) => ({ ...visit, segments: within(visit.segments) })),
        holds: within(schedule.holds),
        busy: within(schedule.busy),
      },
    }
  })
}

/** The kinds of services of the visits, for their colours. */
function kindsOf({ visits }: Schedule): { id: string; name: string }[] {
  const kinds = visits.flatMap(({ segments }) =>
    segments.map(({ kind, kindName }) => [kind, kindName] as const),
  )
  return [...new Map(kinds)].map(([id, name]) => ({ id, name })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
