import { and, eq, sql } from 'drizzle-orm'
import { absenceRange } from '#domain/availability/working-time.ts'
import type { Range } from '#domain/availability/range.ts'
import type { Absence, MemberHours } from '#contract/tenant.ts'
import { member } from '#db/schema/service.ts'
import { waitlistOffer } from '#db/schema/waitlist.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import type { Tx } from '#server/database/db.ts'
import type { WaitlistJobs } from '#server/jobs/jobs.ts'
import { lockMembers } from '#server/service/member-queries.ts'
import { changeEntry } from '#server/waitlist/change-entry.ts'
import { enqueueWithdrawnMail, type EntryMailContext } from '#server/waitlist/mail.ts'
import { endOffer, lockWaitlist } from '#server/waitlist/offer.ts'
import { lockEntry } from '#server/waitlist/queries.ts'

type Context = EntryMailContext & { deps: { jobs: WaitlistJobs } }

/**
 * A visit of a member at the time of an absence, booked or held by a guest. `start` and `end` in epoch ms.
 */
export type VisitInTheWay = {
  state: 'booked' | 'held'
  start: number
  end: number
  services: string[]
  firstname: string
  email: string | null
  mobile: string | null
}

type Added =
  | { ok: true; outcome: 'added' | 'unchanged'; withdrawn: number; visits: VisitInTheWay[] }
  | { ok: false; reason: 'no-member' }
  | { ok: false; reason: 'visits'; visits: VisitInTheWay[] }

/**
 * Adds an absence to a member's hours and withdraws the waitlist's open offers at that time: their entries
 * wait again with their places, and their guests get a message. Guests' visits and holds at that time stay;
 * they are an error unless `leaveVisits`.
 */
export async function addAbsence(
  tx: Tx,
  ctx: Context,
  memberId: string,
  absence: Absence,
  { leaveVisits }: { leaveVisits: boolean },
): Promise<Added> {
  // In the order of an offer that is accepted: the waitlist before members, members before visits.
  await lockWaitlist(tx)
  await lockMembers(tx, [memberId])
  const hours = await findHours(tx, memberId)
  if (!hours) return { ok: false, reason: 'no-member' }
  if (hours.absences.some((one) => isSameTime(one, absence)))
    return { ok: true, outcome: 'unchanged', withdrawn: 0, visits: [] }
  const range = absenceRange(ctx.tenant.profile.timeZone, absence)
  const found = await listVisitsAt(tx, memberId, range, ctx.deps.now())
  const visits = found.filter(({ heldFor }) => heldFor === 'guest').map(toVisitInTheWay)
  if (visits.length > 0 && !leaveVisits) return { ok: false, reason: 'visits', visits }
  const offers = found.filter(({ heldFor }) => heldFor === 'offer')
  let withdrawn = 0
  for (const { id } of offers) if (await withdraw(tx, ctx, { visitId: id, memberId, range })) withdrawn += 1
  await updateHours(tx, memberId, { ...hours, absences: inOrder([...hours.absences, absence]) })
  await bumpCalendar(tx)
  return { ok: true, outcome: 'added', withdrawn, visits }
}

type Removed =
  | { ok: true; outcome: 'removed' }
  | { ok: false; reason: 'no-member' }
  | { ok: false; reason: 'no-absence'; absences: Absence[] }

/** Ends an absence that begins and ends at these times, and offers what that opens to the waitlist. */
export async function removeAbsence(
  tx: Tx,
  { deps }: Context,
  memberId: string,
  absence: Absence,
): Promise<Removed> {
  await lockMembers(tx, [memberId])
  const hours = await findHours(tx, memberId)
  if (!hours) return { ok: false, reason: 'no-member' }
  const left = hours.absences.filter((one) => !isSameTime(one, absence))
  if (left.length === hours.absences.length)
    return { ok: false, reason: 'no-absence', absences: hours.absences }
  await updateHours(tx, memberId, { ...hours, absences: left })
  await deps.jobs.matchOpenTimes(tx)
  await bumpCalendar(tx)
  return { ok: true, outcome: 'removed' }
}

const isSameTime = (a: Absence, b: Absence) => a.from === b.from && a.until === b.until
const inOrder = (absences: Absence[]) =>
  absences.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))

/**
 * Withdraws the open offer that this visit holds the time for; one whose time is over is left to its job.
 * The time is the queue's again only where others work, or the member does at a part of it.
 */
async function withdraw(
  tx: Tx,
  ctx: Context,
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
  await endOffer(tx, ctx, offer, 'withdrawn', { nobodyWorks })
  const waiting = await changeEntry(tx, ctx, entry, 'withdrawn', 'tenant')
  if (waiting) await enqueueWithdrawnMail(tx, ctx, waiting, offer)
  return true
}

async function findHours(tx: Tx, memberId: string): Promise<MemberHours | null> {
  const [row] = await tx
    .select({ hours: member.hours })
    .from(member)
    .where(and(eq(member.tenantId, tx.tenantId), eq(member.id, memberId)))
  return row?.hours ?? null
}

const updateHours = async (tx: Tx, memberId: string, hours: MemberHours): Promise<void> => {
  await tx
    .update(member)
    .set({ hours })
    .where(and(eq(member.tenantId, tx.tenantId), eq(member.id, memberId)))
}

type FoundVisit = VisitInTheWay & { id: string; heldFor: 'guest' | 'queue' | 'offer' }

/**
 * Lists the coming visits that take this member's time in a range (epoch minutes); expired holds are
 * ignored.
 */
async function listVisitsAt(
  tx: Tx,
  memberId: string,
  { start, end }: Range,
  now: number,
): Promise<FoundVisit[]> {
  const [from, until] = [new Date(start * 60_000).toISOString(), new Date(end * 60_000).toISOString()]
  const { rows } = await tx.execute<FoundVisit>(sql`
    select visit.id, visit.state, visit.held_for as "heldFor",
      extract(epoch from visit.start)::float8 * 1000 as "start",
      extract(epoch from visit."end")::float8 * 1000 as "end",
      coalesce(guest.firstname, contact ->> 'firstname', '') as firstname,
      coalesce(guest.email, contact ->> 'email') as email,
      coalesce(guest.mobile, contact ->> 'mobile') as mobile,
      (select array_agg(service_name order by position) from segment
        where segment.tenant_id = ${tx.tenantId} and segment.visit_id = visit.id) as services
    from visit left join guest on guest.tenant_id = ${tx.tenantId} and guest.id = visit.guest_id
    where visit.tenant_id = ${tx.tenantId}
      and visit."end" > ${new Date(now).toISOString()}::timestamptz
      and (visit.state = 'booked' or visit.hold_until > ${new Date(now).toISOString()}::timestamptz)
      and exists (select from segment where segment.tenant_id = ${tx.tenantId} and segment.visit_id = visit.id
        and taken and member_id = ${memberId}
        and busy && tstzmultirange(tstzrange(${from}::timestamptz, ${until}::timestamptz)))
    order by visit.start, visit.id`)
  return rows
}

const toVisitInTheWay = ({ id: _, heldFor: __, ...one }: FoundVisit): VisitInTheWay => one
