import { UNDO_MS } from '#domain/visit/undo.ts'
import { absenceRange } from '#domain/availability/working-time.ts'
import { dayWindow } from '#domain/zone.ts'
import type { Output } from '#contract/calls.ts'
import { bumpCalendar } from '../availability/calendar-queries.ts'
import {
  createAbsences,
  createDayHours,
  findDayHours,
  listAbsences,
  type AbsenceRow,
  type DayHoursRow,
} from '../availability/schedule-queries.ts'
import type { RequestContext } from '../context/context.ts'
import { requireStaff } from '../context/scope.ts'
import type { Tx } from '../database/db.ts'
import { seal, unseal } from '../secret/seal.ts'
import { lockMembers } from '../service/member-queries.ts'
import { lockWaitlist } from '../visit/hold/queue-hold.ts'
import { listByHand } from './day-hours.ts'
import { listAllMembers, listPlacedSince } from './queries.ts'
import { listUncovered } from './uncovered.ts'

/** A block, or other hours of a day, that a person of the salon has removed; `at` in epoch ms. */
export type Removed = { block: AbsenceRow } | { hours: DayHoursRow }
type Removal = Removed & { at: number; staffId: string }

const PURPOSE = 'removal from the schedule'

/** What takes a removal back, and until when (epoch ms). Sealed: an absence may say who is ill, and why. */
export function toUndo(ctx: RequestContext, removed: Removed): Output<'removeBlock'>['undo'] {
  const at = ctx.deps.now()
  const removal: Removal = { at, staffId: requireStaff(ctx).id, ...removed }
  return { removal: seal(ctx.deps.secret, PURPOSE, JSON.stringify(removal)), until: at + UNDO_MS }
}

/** @returns null for what is no removal by this person in this salon. */
export function readRemoval(ctx: RequestContext, sealed: string): Removal | null {
  const text = unseal(ctx.deps.secret, PURPOSE, sealed)
  if (text === null) return null
  const removal = JSON.parse(text) as Removal
  const { tenantId } = rowOf(removal)
  return tenantId === ctx.tenant.id && removal.staffId === requireStaff(ctx).id ? removal : null
}

const rowOf = (removal: Removed) => ('block' in removal ? removal.block : removal.hours)

/** Whose time it is; null: everybody's. */
export const membersOf = (removed: Removed): string[] | null =>
  'block' in removed ? [removed.block.memberId] : removed.hours.members

type Refusal = Extract<Output<'undoRemoval'>, { ok: false }>['reason']

/**
 * Stores what was removed as it was. What was booked, or is being booked, in its time since then stays there:
 * with that it is refused.
 * @returns why it cannot be stored again; null: it is.
 */
export async function restore(ctx: RequestContext, tx: Tx, removal: Removal): Promise<Refusal | null> {
  if (ctx.deps.now() > removal.at + UNDO_MS) return 'over'
  // In the order of an offer that is accepted: the waitlist before members.
  await lockWaitlist(tx)
  const members = membersOf(removal)
  await lockMembers(tx, members ?? (await listAllMembers(tx)).map(({ id }) => id))
  if (await isThere(tx, removal)) return 'undone'
  const refusal = await findInTheWay(ctx, tx, removal)
  if (refusal) return refusal
  if ('block' in removal) await createAbsences(tx, [withOrigin(removal.block)])
  else await createDayHours(tx, [{ ...removal.hours, createdAt: new Date(removal.hours.createdAt) }])
  await bumpCalendar(tx)
  return null
}

/** One from before origins were kept stays a row that no import removes. */
const withOrigin = (row: AbsenceRow) => ({ ...row, origin: row.origin ?? ('command' as const) })

/** Whether it is stored again by now, or something else instead of it. */
async function isThere(tx: Tx, removal: Removed): Promise<boolean> {
  if ('hours' in removal) {
    const { id, origin } = removal.hours
    if (await findDayHours(tx, id)) return true
    return origin !== 'file' && (await listByHand(tx, removal.hours)).length > 0
  }
  const { id, memberId, from, until, kind } = removal.block
  return (await listAbsences(tx, memberId)).some(
    (one) => one.id === id || (one.from === from && one.until === until && one.kind === kind),
  )
}

async function findInTheWay(ctx: RequestContext, tx: Tx, removal: Removal): Promise<Refusal | null> {
  const zone = ctx.tenant.profile.timeZone
  const [window, planned] =
    'block' in removal
      ? [toWindow(absenceRange(zone, removal.block)), { absence: removal.block }]
      : [dayWindow(zone, removal.hours.date), { hours: removal.hours }]
  const members = membersOf(removal)
  const broken = (await listUncovered(ctx, tx, window, planned)).filter(
    ({ memberId }) => members?.includes(memberId) ?? true,
  )
  const ids = [...new Set(broken.map(({ visitId }) => visitId))]
  const since = new Set(await listPlacedSince(tx, ids, new Date(removal.at)))
  const kinds = broken.filter(({ visitId }) => since.has(visitId)).map(({ kind }) => kind)
  if (kinds.includes('hold')) return 'held'
  if (kinds.includes('offer')) return 'offered'
  return kinds.includes('visit') ? 'taken' : null
}

const toWindow = ({ start, end }: { start: number; end: number }) => ({ from: start, until: end })
