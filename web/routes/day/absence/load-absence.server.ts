import { CallError } from '#contract/errors.ts'
import { absenceKinds, MAX_HANDED_OVER } from '#domain/availability/absence.ts'
import { localNow } from '#domain/opening-hours.ts'
import { dayWindow } from '#domain/zone.ts'
import { isDate, todayOf } from '#web/staff/form/date.ts'
import type { StaffContext } from '#web/staff/guard.ts'
import { withPhone } from '#web/staff/phone.server.ts'
import { listUncovered } from './list-uncovered.ts'
import type { BlockForm, HoursForm } from './absence-form.ts'

const DAYS_SHOWN = 7

/**
 * What the page of absences shows, by its address: a week from a date, and visits to hand over.
 * @throws 404 without the right to block time.
 */
export async function loadAbsence(ctx: StaffContext, searchParams: URLSearchParams) {
  const scope = ctx.staff.rights.block
  if (scope === undefined) throw new Response(null, { status: 404 })
  const typed = searchParams.get('date') ?? ''
  const date = isDate(typed) ? typed : todayOf(ctx)
  const schedule = await ctx.call('getSchedule', { date, days: DAYS_SHOWN })
  const own = ctx.staff.memberId
  const people = schedule.members
    .filter(({ id, open, left }) => open && !left && (scope === 'all' || id === own))
    .map(({ id, name }) => ({ id, name }))
  const wanted = searchParams.get('member') ?? ''
  const member = people.find(({ id }) => id === wanted)?.id ?? people[0]?.id ?? ''
  const kind = absenceKinds.find((one) => one === searchParams.get('kind')) ?? 'break'
  const block: BlockForm = {
    member,
    kind,
    fromDate: date,
    fromTime: '',
    untilDate: date,
    untilTime: '',
    reason: '',
    seen: '',
  }
  const salon = scope === 'all' && ctx.staff.rights.day === 'all'
  const hours: HoursForm = {
    hoursDate: date,
    hoursMember: salon ? '' : member,
    closed: false,
    hours: [
      { from: '', to: '' },
      { from: '', to: '' },
    ],
    hoursReason: '',
    hoursSeen: '',
  }
  const ids = (searchParams.get('ids') ?? '').split(',').filter(Boolean).slice(0, MAX_HANDED_OVER)
  return {
    date,
    /** The week, without its guests. */
    planned: {
      members: schedule.members.map(({ id, name, away }) => ({
        id,
        name,
        away: away.map((one) => ({
          ...one,
          wholeDays: [one.start, one.end].every((at) => isMidnight(schedule.timeZone, at)),
        })),
      })),
      otherHours: schedule.otherHours,
      days: schedule.days,
    },
    uncovered: listUncovered(schedule, people),
    people,
    salon,
    member,
    block,
    hours,
    handOver: await loadHandOver(ctx, wanted, ids),
    mayCancel: ctx.staff.rights.cancel !== undefined,
  }
}

/** Epoch ms. */
const isMidnight = (zone: string, at: number): boolean =>
  dayWindow(zone, localNow(zone, at).date).from * 60_000 === at

/**
 * The visits of which somebody has to decide, as far as the person may; null: none. `shared`: how many others
 * somebody else performs a part of, whose visits the person may not move.
 */
async function loadHandOver(ctx: StaffContext, memberId: string, ids: string[]) {
  if (ids.length === 0 || ctx.staff.rights.move === undefined) return null
  try {
    const { documents } = await ctx.call('previewHandOver', { memberId, ids })
    return {
      // What was decided meanwhile is not asked again.
      visits: documents.filter(({ open }) => open).map((one) => withPhone(ctx, one)),
      shared: ids.length - documents.length,
    }
  } catch (error) {
    if (error instanceof CallError && error.code === 'request/invalid') return null
    throw error
  }
}
