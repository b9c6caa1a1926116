import { namesOf } from '#domain/visit/addons.ts'
import { randomUUID } from 'node:crypto'
import type { AbsenceKind } from '#domain/availability/absence.ts'
import { isToCome } from '#domain/visit/day-state.ts'
import { absenceRange } from '#domain/availability/working-time.ts'
import type { Absence } from '#contract/content/tenant.ts'
import type { Origin } from '#db/schema/schedule.ts'
import { bumpCalendar } from '../availability/calendar-queries.ts'
import {
  createAbsences,
  deleteAbsences,
  listAbsences,
  type AbsenceRow,
} from '../availability/schedule-queries.ts'
import type { Tx } from '../database/db.ts'
import { listComingVisits, type ComingVisit } from '../visit/coming-queries.ts'
import { lockMembers, memberExists } from '../service/member-queries.ts'
import { lockWaitlist } from '../visit/hold/queue-hold.ts'
import type { OfferRow } from '../waitlist/offer-queries.ts'
import { withdrawOfferOf, type WithdrawContext } from './withdraw-offer.ts'

/** A visit of a member at the time of an absence, booked or held by a guest. */
export type VisitInTheWay = Omit<ComingVisit, 'heldFor' | 'progress' | 'segments'> & { services: string[] }

type Added =
  | {
      ok: true
      outcome: 'added' | 'unchanged'
      /** Null where it was there already. */
      id: string | null
      withdrawn: number
      visits: VisitInTheWay[]
    }
  | { ok: false; reason: 'no-member' }
  | { ok: false; reason: 'visits'; visits: VisitInTheWay[] }

/**
 * Adds an absence of a member, which imports leave as it is, and withdraws the waitlist's open offers at that
 * time: their entries wait again with their places, and their guests get a message. Guests' visits and holds
 * at that time stay; they are an error unless `leaveVisits`.
 */
export async function addAbsence(
  ctx: WithdrawContext,
  tx: Tx,
  memberId: string,
  {
    absence,
    kind = 'absence',
    leaveVisits,
    origin,
  }: { absence: Absence; kind?: AbsenceKind; leaveVisits: boolean; origin: Exclude<Origin, 'file'> },
): Promise<Added> {
  // In the order of an offer that is accepted: the waitlist before members, members before visits.
  await lockWaitlist(tx)
  await lockMembers(tx, [memberId])
  if (!(await memberExists(tx, memberId))) return { ok: false, reason: 'no-member' }
  const known = await listAbsences(tx, memberId)
  // One that only the file has would end with the next file that lacks it.
  if (known.some((one) => isSameTime(one, absence) && one.kind === kind && one.origin !== 'file'))
    return { ok: true, outcome: 'unchanged', id: null, withdrawn: 0, visits: [] }
  const { range, visits, offers } = await listInTheWay(ctx, tx, memberId, absence)
  if (visits.length > 0 && !leaveVisits) return { ok: false, reason: 'visits', visits }
  let withdrawn = 0
  // Its time is the queue's again only where others work, the member does at a part of it, or a room is free.
  const nobodyWorks = ({ start, end, segments }: OfferRow) =>
    segments.every((one) => one.memberId === memberId && !one.units?.length) &&
    start.getTime() >= range.start * 60_000 &&
    end.getTime() <= range.end * 60_000
  for (const { id } of offers) if (await withdrawOfferOf(ctx, tx, id, nobodyWorks)) withdrawn += 1
  const id = randomUUID()
  await createAbsences(tx, [{ id, memberId, ...absence, kind, reason: absence.reason ?? null, origin }])
  await bumpCalendar(tx)
  return { ok: true, outcome: 'added', id, withdrawn, visits }
}

/** What takes a member's time at an absence: visits and holds of guests, and offers of the waitlist. */
export async function listInTheWay(
  { tenant, deps }: Pick<WithdrawContext, 'tenant' | 'deps'>,
  tx: Tx,
  memberId: string,
  absence: Absence,
) {
  const range = absenceRange(tenant.profile.timeZone, absence)
  const now = deps.now()
  const found = await listComingVisits(tx, now, { memberId, range })
  return {
    range,
    visits: found.filter((one) => one.heldFor === 'guest' && isToCome(one, now)).map(toVisitInTheWay),
    offers: found.filter(({ heldFor }) => heldFor === 'offer'),
  }
}

type Removed =
  | { ok: true; outcome: 'removed'; ofFile: boolean }
  | { ok: false; reason: 'no-member' }
  | { ok: false; reason: 'no-absence'; absences: AbsenceRow[] }

/**
 * Ends an absence that begins and ends at these times, and offers what that opens to the waitlist. `ofFile`:
 * the next import of the same file adds it again.
 */
export async function removeAbsence(
  { deps }: WithdrawContext,
  tx: Tx,
  memberId: string,
  absence: Absence,
): Promise<Removed> {
  await lockMembers(tx, [memberId])
  if (!(await memberExists(tx, memberId))) return { ok: false, reason: 'no-member' }
  const absences = await listAbsences(tx, memberId)
  const ended = absences.filter((one) => isSameTime(one, absence))
  if (ended.length === 0) return { ok: false, reason: 'no-absence', absences }
  await endAbsences(
    { deps },
    tx,
    ended.map(({ id }) => id),
  )
  return { ok: true, outcome: 'removed', ofFile: ended.some(({ origin }) => origin === 'file') }
}

/** Deletes absences, and offers what that opens to the waitlist, at once or at a later time. */
export async function endAbsences(
  { deps }: Pick<WithdrawContext, 'deps'>,
  tx: Tx,
  ids: string[],
  matchAt?: Date,
): Promise<void> {
  await deleteAbsences(tx, ids)
  await deps.jobs.matchOpenTimes(tx, matchAt)
  await bumpCalendar(tx)
}

type Time = Pick<Absence, 'from' | 'until'>
const isSameTime = (a: Time, b: Time) => a.from === b.from && a.until === b.until

const toVisitInTheWay = ({
  id,
  number,
  sequence,
  state,
  start,
  end,
  firstname,
  lastname,
  email,
  mobile,
  segments,
}: ComingVisit): VisitInTheWay => ({
  id,
  number,
  sequence,
  state,
  start,
  end,
  services: segments.flatMap(namesOf),
  firstname,
  lastname,
  email,
  mobile,
})
