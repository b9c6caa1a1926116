import { and, eq } from 'drizzle-orm'
import { absenceRange } from '#domain/availability/working-time.ts'
import type { Range } from '#domain/availability/range.ts'
import type { Absence } from '#contract/content/tenant.ts'
import type { Origin } from '#db/schema/schedule.ts'
import { member } from '#db/schema/service.ts'
import { waitlistOffer } from '#db/schema/waitlist.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import {
  createAbsences,
  deleteAbsences,
  listAbsences,
  type AbsenceRow,
} from '#server/availability/schedule-queries.ts'
import type { Tx } from '#server/database/db.ts'
import type { WaitlistJobs } from '#server/jobs/jobs.ts'
import { listComingVisits, type ComingVisit } from '#server/visit/coming-queries.ts'
import { lockMembers } from '#server/service/member-queries.ts'
import { changeEntry } from '#server/waitlist/change-entry.ts'
import { enqueueWithdrawnMail, type EntryMailContext } from '#server/waitlist/mail.ts'
import { endOffer, lockWaitlist } from '#server/waitlist/offer.ts'
import { lockEntry } from '#server/waitlist/queries.ts'

type Context = EntryMailContext & { deps: { jobs: WaitlistJobs } }

/** A visit of a member at the time of an absence, booked or held by a guest. */
export type VisitInTheWay = Omit<ComingVisit, 'id' | 'heldFor' | 'segments'> & { services: string[] }

type Added =
  | { ok: true; outcome: 'added' | 'unchanged'; withdrawn: number; visits: VisitInTheWay[] }
  | { ok: false; reason: 'no-member' }
  | { ok: false; reason: 'visits'; visits: VisitInTheWay[] }

/**
 * Adds an absence of a member, which imports leave as it is, and withdraws the waitlist's open offers at that
 * time: their entries wait again with their places, and their guests get a message. Guests' visits and holds
 * at that time stay; they are an error unless `leaveVisits`.
 */
export async function addAbsence(
  ctx: Context,
  tx: Tx,
  memberId: string,
  {
    absence,
    leaveVisits,
    origin,
  }: { absence: Absence; leaveVisits: boolean; origin: Exclude<Origin, 'file'> },
): Promise<Added> {
  // In the order of an offer that is accepted: the waitlist before members, members before visits.
  await lockWaitlist(tx)
  await lockMembers(tx, [memberId])
  if (!(await memberExists(tx, memberId))) return { ok: false, reason: 'no-member' }
  const known = await listAbsences(tx, memberId)
  // One that only the file has would end with the next file that lacks it.
  if (known.some((one) => isSameTime(one, absence) && one.origin !== 'file'))
    return { ok: true, outcome: 'unchanged', withdrawn: 0, visits: [] }
  const range = absenceRange(ctx.tenant.profile.timeZone, absence)
  const found = await listComingVisits(tx, ctx.deps.now(), { memberId, range })
  const visits = found.filter(({ heldFor }) => heldFor === 'guest').map(toVisitInTheWay)
  if (visits.length > 0 && !leaveVisits) return { ok: false, reason: 'visits', visits }
  const offers = found.filter(({ heldFor }) => heldFor === 'offer')
  let withdrawn = 0
  for (const { id } of offers) if (await withdraw(ctx, tx, { visitId: id, memberId, range })) withdrawn += 1
  await createAbsences(tx, [{ memberId, ...absence, reason: absence.reason ?? null, origin }])
  await bumpCalendar(tx)
  return { ok: true, outcome: 'added', withdrawn, visits }
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
  { deps }: Context,
  tx: Tx,
  memberId: string,
  absence: Absence,
): Promise<Removed> {
  await lockMembers(tx, [memberId])
  if (!(await memberExists(tx, memberId))) return { ok: false, reason: 'no-member' }
  const absences = await listAbsences(tx, memberId)
  const ended = absences.filter((one) => isSameTime(one, absence))
  if (ended.length === 0) return { ok: false, reason: 'no-absence', absences }
  await deleteAbsences(
    tx,
    ended.map(({ id }) => id),
  )
  await deps.jobs.matchOpenTimes(tx)
  await bumpCalendar(tx)
  return { ok: true, outcome: 'removed', ofFile: ended.some(({ origin }) => origin === 'file') }
}

type Time = Pick<Absence, 'from' | 'until'>
const isSameTime = (a: Time, b: Time) => a.from === b.from && a.until === b.until

/**
 * Withdraws the open offer that this visit holds the time for; one whose time is over is left to its job.
 * The time is the queue's again only where others work, or the member does at a part of it.
 */
async function withdraw(
  ctx: Context,
  tx: Tx,
  { visitId, memberId, range }: { visitId: string; memberId: string; range: Range },
): Promise<boolean> {
  const [offer] = await tx
    .select()
    .from(waitlistOffer)
    .where(
      and(
        eq(waitlistOffer.tenantId, tx.tenantId),
        eq(waitlistOffer.visitId, visitId),
        eq(waitlistOffer.state, 'open'),
      ),
    )
  if (!offer || offer.expiresAt.getTime() <= ctx.deps.now()) return false
  const entry = await lockEntry(tx, offer.entryId)
  if (!entry) return false
  const nobodyWorks =
    offer.segments.every((one) => one.memberId === memberId) &&
    offer.start.getTime() >= range.start * 60_000 &&
    offer.end.getTime() <= range.end * 60_000
  await endOffer(ctx, tx, offer, { state: 'withdrawn', nobodyWorks })
  const waiting = await changeEntry(ctx, tx, entry, { event: 'withdrawn', by: 'tenant' })
  if (waiting) await enqueueWithdrawnMail(ctx, tx, waiting, offer)
  return true
}

async function memberExists(tx: Tx, memberId: string): Promise<boolean> {
  const found = await tx
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.tenantId, tx.tenantId), eq(member.id, memberId)))
  return found.length > 0
}

const toVisitInTheWay = ({
  state,
  start,
  end,
  firstname,
  email,
  mobile,
  segments,
}: ComingVisit): VisitInTheWay => ({
  state,
  start,
  end,
  services: segments.map(({ serviceName }) => serviceName),
  firstname,
  email,
  mobile,
})
