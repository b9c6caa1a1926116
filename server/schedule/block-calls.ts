import { CallError } from '#contract/errors.ts'
import {
  findAbsence,
  findDayHours,
  type AbsenceRow,
  type DayHoursRow,
} from '../availability/schedule-queries.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import { scopeOf } from '../context/scope.ts'
import type { Tx } from '../database/db.ts'
import { findMemberName, memberExists } from '../service/member-queries.ts'
import { recordAudit } from '../staff/audit.ts'
import { addAbsence, endAbsences, listInTheWay, type VisitInTheWay } from './absence.ts'
import { toBroken } from './broken.ts'
import { endDayHours, listBrokenBy, setDayHours as storeDayHours } from './day-hours.ts'
import type { ScheduledSegment } from './queries.ts'
import { readerOf } from './reader.ts'

/** Says which visits an absence would break, and what else is in its way. @throws CallError `not-found`. */
export const previewBlock: Handler<'previewBlock'> = async (ctx, { memberId, from, until }) => {
  verifyInReach(ctx, [memberId])
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    await verifyMember(tx, memberId)
    const { visits, offers } = await listInTheWay(ctx, tx, memberId, { from, until })
    return {
      visits: toBrokenVisits(ctx, visits),
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
    if (id !== null)
      await recordAudit(ctx, tx, {
        what: 'blockAdded',
        subject: { id, name: await nameMember(tx, memberId) },
        after: { time: timeOf({ from, until }) },
      })
    return { id, withdrawn, visits: toBrokenVisits(ctx, visits) }
  })
}

/**
 * Removes an absence, of any origin; what that opens is offered to the waitlist. Idempotent.
 * @throws CallError `auth/forbidden` for another member than the person's own.
 */
export const removeBlock: Handler<'removeBlock'> = async (ctx, { id }) =>
  ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const found = await findAbsence(tx, id)
    if (!found) return { removed: false, ofFile: false }
    verifyInReach(ctx, [found.memberId])
    await endAbsences(ctx, tx, [id])
    await recordAudit(ctx, tx, {
      what: 'blockRemoved',
      subject: { id, name: await nameMember(tx, found.memberId) },
      before: { time: timeOf(found) },
    })
    return { removed: true, ofFile: found.origin === 'file' }
  })

/**
 * Says which visits other hours of a day would break. @throws CallError `not-found` for an unknown member.
 */
export const previewDayHours: Handler<'previewDayHours'> = async (ctx, { date, hours, members }) => {
  verifyInReach(ctx, members)
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    for (const one of members ?? []) await verifyMember(tx, one)
    return { visits: toBrokenDay(ctx, await listBrokenBy(ctx, tx, { date, hours, members })) }
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
    await recordAudit(ctx, tx, {
      what: 'hoursChanged',
      subject: await subjectOf(tx, { ...row, id }),
      after: timesOf(row),
    })
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
    if (!found) return { removed: false, ofFile: false }
    verifyInReach(ctx, found.members)
    await endDayHours(ctx, tx, id)
    await recordAudit(ctx, tx, {
      what: 'hoursRemoved',
      subject: await subjectOf(tx, found),
      before: timesOf(found),
    })
    return { removed: true, ofFile: found.origin === 'file' }
  })

/**
 * Null: all members, whose time only who may block everybody's changes.
 * @throws CallError `auth/forbidden`.
 */
function verifyInReach(ctx: RequestContext, memberIds: readonly string[] | null): void {
  const scope = scopeOf(ctx, 'block')
  const reader = readerOf(ctx)
  if (scope === 'all' && reader.memberId === null) return
  const isOwn = (one: string) => (scope === 'all' || one === scope.memberId) && reader.sees(one)
  if (!memberIds?.every(isOwn)) throw new CallError('auth/forbidden')
}

/** @throws CallError `not-found`. */
async function verifyMember(tx: Tx, memberId: string): Promise<void> {
  if (!(await memberExists(tx, memberId))) throw new CallError('not-found')
}

const toBrokenVisits = (ctx: RequestContext, visits: readonly VisitInTheWay[]) =>
  visits.filter(({ state }) => state === 'booked').map((visit) => toBroken(ctx, readerOf(ctx), visit))

function toBrokenDay(ctx: RequestContext, segments: readonly ScheduledSegment[]) {
  const reader = readerOf(ctx)
  return [...Map.groupBy(segments, ({ visitId }) => visitId).values()].flatMap((parts) => {
    const [visit] = parts
    if (!visit) return []
    return [
      toBroken(ctx, reader, {
        ...visit,
        id: visit.visitId,
        start: visit.visitStart * 60_000,
        end: visit.visitEnd * 60_000,
        services: parts.map(({ serviceName }) => serviceName),
      }),
    ]
  })
}

const timeOf = ({ from, until }: Pick<AbsenceRow, 'from' | 'until'>): string => `${from}–${until}`
const timesOf = ({ hours }: Pick<DayHoursRow, 'hours'>) => ({
  time: hours.map(({ from, to }) => `${from}–${to}`).join(', '),
})
async function subjectOf(tx: Tx, { id, date, members }: Pick<DayHoursRow, 'id' | 'date' | 'members'>) {
  const names = await Promise.all((members ?? []).map((one) => nameMember(tx, one)))
  return { id, name: [date, ...names].join(', ') }
}
const nameMember = async (tx: Tx, id: string): Promise<string> => (await findMemberName(tx, id)) ?? id
