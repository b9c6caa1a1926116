import { namesOf } from '#domain/visit/addons.ts'
import { CallError } from '#contract/errors.ts'
import { REPORT_MS } from '#domain/visit/undo.ts'
import {
  findAbsence,
  findDayHours,
  type AbsenceRow,
  type DayHoursRow,
} from '../availability/schedule-queries.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import { reaches, scopeOf } from '../context/scope.ts'
import type { Tx } from '../database/db.ts'
import { findMemberName, memberExists } from '../service/member-queries.ts'
import { recordAudit } from '../staff/audit.ts'
import { addAbsence, endAbsences, listInTheWay, type VisitInTheWay } from './absence.ts'
import { toBroken } from './broken.ts'
import { endDayHours, listBrokenBy, setDayHours as storeDayHours } from './day-hours.ts'
import type { ScheduledSegment } from './queries.ts'
import { readerOf } from './reader.ts'
import { membersOf, readRemoval, restore, toUndo } from './removal.ts'
import { listUncovered } from './uncovered.ts'

/** Says which visits an absence would break, and what else is in its way. @throws CallError `not-found`. */
export const previewBlock: Handler<'previewBlock'> = async (ctx, { memberId, from, until }) => {
  verifyInReach(ctx, [memberId])
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    await verifyMember(tx, memberId)
    const { range, visits, offers } = await listInTheWay(ctx, tx, memberId, { from, until })
    const uncovered = await listUncovered(ctx, tx, { from: range.start, until: range.end })
    return {
      visits: toBrokenVisits(ctx, memberId, visits).map((one) => ({
        ...one,
        uncovered: uncovered.some((part) => part.visitId === one.id && part.memberId === memberId),
      })),
      holds: visits.filter(({ state }) => state === 'held').length,
      offers: offers.length,
    }
  })
}

/**
 * Keeps time of a member free: a break, something else to do, hours off, or illness. Visits in it stay as
 * they are, and its offers of the waitlist are withdrawn.
 * @throws CallError `not-found`, `auth/forbidden` for another member than the person's own.
 */
export const addBlock: Handler<'addBlock'> = async (ctx, { memberId, from, until, kind, reason }) => {
  verifyInReach(ctx, [memberId])
  return ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const absence = { from, until, ...(reason ? { reason } : {}) }
    const added = await addAbsence(ctx, tx, memberId, { absence, kind, leaveVisits: true, origin: 'desk' })
    if (!added.ok) throw new CallError('not-found')
    const { id, withdrawn, visits } = added
    if (id !== null) {
      const block = { id, memberId, from, until, kind }
      await recordAudit(ctx, tx, { what: 'blockAdded', ...(await auditedRow(tx, { block }, 'after')) })
      // A block that is removed again at once is told of to nobody.
      await ctx.deps.jobs.noticeAbsence(tx, id, new Date(ctx.deps.now() + REPORT_MS))
    }
    return { id, withdrawn, visits: toBrokenVisits(ctx, memberId, visits) }
  })
}

/**
 * Removes an absence, of any origin; what that opens is offered to the waitlist once it can no longer be
 * taken back. Idempotent.
 * @throws CallError `auth/forbidden` for another member than the person's own.
 */
export const removeBlock: Handler<'removeBlock'> = async (ctx, { id }) =>
  ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const found = await findAbsence(tx, id)
    if (!found) return { removed: false, ofFile: false, undo: null }
    verifyInReach(ctx, [found.memberId])
    await endAbsences(ctx, tx, [id], new Date(ctx.deps.now() + REPORT_MS))
    await recordAudit(ctx, tx, {
      what: 'blockRemoved',
      ...(await auditedRow(tx, { block: found }, 'before')),
    })
    return { removed: true, ofFile: found.origin === 'file', undo: toUndo(ctx, { block: found }) }
  })

/**
 * Says which visits other hours of a day would break. @throws CallError `not-found` for an unknown member.
 */
export const previewDayHours: Handler<'previewDayHours'> = async (ctx, { date, hours, members }) => {
  verifyInReach(ctx, members)
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    for (const one of members ?? []) await verifyMember(tx, one)
    const broken = await listBrokenBy(ctx, tx, { date, hours, members })
    return {
      visits: toBrokenDay(ctx, broken).map((one) => ({
        ...one,
        uncovered: broken.every(({ visitId, already }) => visitId !== one.id || already),
      })),
    }
  })
}

/**
 * Sets other hours of one day, of the salon or of some members; none: closed. Visits outside them stay as
 * they are. @throws CallError `not-found` for an unknown member, `auth/forbidden` for others than the
 * person's own.
 */
export const setDayHours: Handler<'setDayHours'> = async (ctx, { date, hours, members, reason }) => {
  verifyInReach(ctx, members)
  return ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    for (const one of members ?? []) await verifyMember(tx, one)
    const broken = await listBrokenBy(ctx, tx, { date, hours, members })
    const row = { date, hours, members, reason: reason || null, origin: 'desk' as const }
    const id = await storeDayHours(ctx, tx, row)
    const set = await auditedRow(tx, { hours: { ...row, id } }, 'after')
    await recordAudit(ctx, tx, { what: 'hoursChanged', ...set })
    return { id, visits: toBrokenDay(ctx, broken) }
  })
}

/**
 * Ends other hours of a day: those of before apply again. Idempotent.
 * @throws CallError `auth/forbidden` for others than the person's own.
 */
export const removeDayHours: Handler<'removeDayHours'> = async (ctx, { id }) =>
  ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const found = await findDayHours(tx, id)
    if (!found) return { removed: false, ofFile: false, undo: null }
    verifyInReach(ctx, found.members)
    await endDayHours(ctx, tx, id)
    await recordAudit(ctx, tx, {
      what: 'hoursRemoved',
      ...(await auditedRow(tx, { hours: found }, 'before')),
    })
    return { removed: true, ofFile: found.origin === 'file', undo: toUndo(ctx, { hours: found }) }
  })

/**
 * Takes back that this person has removed a block or other hours of a day, within twenty seconds: it is as
 * before. Why it cannot be is a value.
 * @throws CallError `not-found` for what is no removal of theirs, `auth/forbidden`.
 */
export const undoRemoval: Handler<'undoRemoval'> = async (ctx, { removal: sealed }) => {
  const removal = readRemoval(ctx, sealed)
  if (!removal) throw new CallError('not-found')
  verifyInReach(ctx, membersOf(removal))
  return ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    for (const one of membersOf(removal) ?? []) await verifyMember(tx, one)
    const reason = await restore(ctx, tx, removal)
    if (reason) return { ok: false as const, reason }
    await recordAudit(ctx, tx, { what: 'removalUndone', ...(await auditedRow(tx, removal, 'after')) })
    return { ok: true as const }
  })
}

/**
 * Null: all members, whose time only who may block everybody's changes.
 * @throws CallError `auth/forbidden`.
 */
function verifyInReach(ctx: RequestContext, memberIds: readonly string[] | null): void {
  const scope = scopeOf(ctx, 'block')
  const reader = readerOf(ctx)
  if (scope === 'all' && reader.memberId === null) return
  const isOwn = (one: string) => reaches(scope, one) && reader.sees(one)
  if (!memberIds?.every(isOwn)) throw new CallError('auth/forbidden')
}

/** @throws CallError `not-found`. */
async function verifyMember(tx: Tx, memberId: string): Promise<void> {
  if (!(await memberExists(tx, memberId))) throw new CallError('not-found')
}

const toBrokenVisits = (ctx: RequestContext, memberId: string, visits: readonly VisitInTheWay[]) =>
  visits
    .filter(({ state }) => state === 'booked')
    .map((visit) => toBroken(ctx, { ...visit, memberIds: [memberId] }))

function toBrokenDay(ctx: RequestContext, segments: readonly ScheduledSegment[]) {
  return [...Map.groupBy(segments, ({ visitId }) => visitId).values()].flatMap((parts) => {
    const [visit] = parts
    if (!visit) return []
    return [
      toBroken(ctx, {
        ...visit,
        id: visit.visitId,
        start: visit.visitStart * 60_000,
        end: visit.visitEnd * 60_000,
        services: parts.flatMap(namesOf),
        memberIds: parts.map(({ memberId }) => memberId),
      }),
    ]
  })
}

type Recorded =
  | { block: Pick<AbsenceRow, 'id' | 'memberId' | 'from' | 'until' | 'kind'> }
  | { hours: Pick<DayHoursRow, 'id' | 'date' | 'hours' | 'members'> }

/** What a row of the log says of a block, or of other hours of a day. */
async function auditedRow(tx: Tx, of: Recorded, when: 'before' | 'after') {
  if ('block' in of) {
    const { id, memberId, from, until, kind } = of.block
    const name = await nameMember(tx, memberId)
    return { subject: { id, name }, [when]: { kind, time: `${from}–${until}` } }
  }
  const { id, date, hours, members } = of.hours
  const names = await Promise.all((members ?? []).map((one) => nameMember(tx, one)))
  const time = hours.map(({ from, to }) => `${from}–${to}`).join(', ')
  return { subject: { id, name: [date, ...names].join(', ') }, [when]: { time } }
}
const nameMember = async (tx: Tx, id: string): Promise<string> => (await findMemberName(tx, id)) ?? id
