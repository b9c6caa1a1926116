import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { toStoredEmail } from '#domain/email.ts'
import { MAX_HOLDS, MAX_HOLDS_AT_ADDRESS } from '#domain/visit/hold.ts'
import { MAX_DATES } from '#domain/visit/series.ts'
import { guest } from '#db/schema/guest.ts'
import { member, service } from '#db/schema/service.ts'
import { segment, visit } from '#db/schema/visit.ts'
import { openEntryAt, waitlistEntry } from '#db/schema/waitlist.ts'
import { isOwn } from '../availability/segment-queries.ts'
import type { Owner } from '../context/booking-owner.ts'
import type { Tx } from '../database/db.ts'
import { contactColumns, type GuestContact } from '../guest/queries.ts'

export type VisitRow = typeof visit.$inferSelect
type VisitSegment = Omit<typeof segment.$inferSelect, 'tenantId' | 'visitId' | 'busy'> & {
  /** `name` is the display name, else the first name. */
  preVisit: string | null
  /** Whether its price is open, as the service is offered now. */
  from: boolean
  /** The units that it uses, in the order of their resources. */
  units: { resourceId: string; unit: number }[]
  member: { id: string; name: string; firstname: string; lastname: string; avatar: string | null }
}
/**
 * A visit with its services in order. `guest` is set where it belongs to an account; `contact` holds the
 * details entered when it was booked without one.
 */
export type VisitWithSegments = VisitRow & {
  segments: VisitSegment[]
  guest: GuestContact | null
}

/** The visit's id, its number, or the SHA-256 of one of its public handles. */
type VisitName = { id: string } | { number: string } | { handleHash: string } | { cancelHash: string }

/** Finds a visit in any state. */
export async function findVisit(tx: Tx, name: VisitName): Promise<VisitWithSegments | null> {
  const named =
    'id' in name
      ? eq(visit.id, name.id)
      : 'number' in name
        ? eq(visit.number, name.number)
        : 'handleHash' in name
          ? eq(visit.handleHash, name.handleHash)
          : eq(visit.cancelHash, name.cancelHash)
  return (await load(tx, { where: named, order: asc(visit.start), limit: 1 }))[0] ?? null
}

/** Reads a visit that this transaction has just written. @throws Error if it does not exist. */
export async function reloadVisit(tx: Tx, id: string): Promise<VisitWithSegments> {
  const found = await findVisit(tx, { id })
  if (!found) throw new Error('visit not found')
  return found
}

/** Reads visits that this transaction has just written, the next one first. */
export const reloadVisits = (tx: Tx, ids: string[]): Promise<VisitWithSegments[]> =>
  load(tx, { where: inArray(visit.id, ids), order: asc(visit.start), limit: ids.length })

/** Locks the visit's row until the transaction ends and returns its current state. */
export async function lockVisit(tx: Tx, id: string): Promise<VisitWithSegments | null> {
  await tx
    .select({ id: visit.id })
    .from(visit)
    .where(and(eq(visit.tenantId, tx.tenantId), eq(visit.id, id)))
    .for('update')
  return findVisit(tx, { id })
}

/** What visits are in together: a series or a party. */
export type GroupName = { seriesId: string } | { partyId: string }

const inGroup = (group: GroupName) =>
  'partyId' in group ? eq(visit.partyId, group.partyId) : eq(visit.seriesId, group.seriesId)

/**
 * Lists the visits of a group, held, booked and cancelled ones alike: those of a party in the order of its
 * persons, others the next one first.
 */
export const listGroup = (tx: Tx, group: GroupName): Promise<VisitWithSegments[]> =>
  load(tx, {
    where: inGroup(group),
    order: asc('partyId' in group ? visit.partyPosition : visit.start),
    limit: MAX_IN_GROUP,
  })

/**
 * Locks the rows of a group's visits until the transaction ends, in the order of their ids, and returns their
 * current states, in the order of `listGroup`.
 */
export async function lockGroup(tx: Tx, group: GroupName): Promise<VisitWithSegments[]> {
  await tx
    .select({ id: visit.id })
    .from(visit)
    .where(and(eq(visit.tenantId, tx.tenantId), inGroup(group)))
    .orderBy(asc(visit.id))
    .for('update')
  return listGroup(tx, group)
}

/** Lists a guest's booked visits from `now` on, the next one first. */
export const listUpcomingVisits = (tx: Tx, guestId: string, now: Date): Promise<VisitWithSegments[]> =>
  load(tx, {
    where: and(eq(visit.guestId, guestId), eq(visit.state, 'booked'), gte(visit.start, now)),
    order: asc(visit.start),
    limit: 200,
  })

/** Lists the tenant's booked visits that start after `now` and until `until`, the next one first. */
export const listVisitsUntil = (tx: Tx, now: Date, until: Date): Promise<VisitWithSegments[]> =>
  load(tx, {
    where: and(eq(visit.state, 'booked'), gt(visit.start, now), lte(visit.start, until)),
    order: asc(visit.start),
    limit: 10_000,
  })

/** Lists all visits of a guest, the earliest first. */
export const listVisitsOf = (tx: Tx, guestId: string): Promise<VisitWithSegments[]> =>
  load(tx, { where: eq(visit.guestId, guestId), order: asc(visit.start), limit: 10_000 })

const between = (guestId: string, since: Date, now: Date) =>
  and(eq(visit.guestId, guestId), eq(visit.state, 'booked'), gte(visit.start, since), lt(visit.start, now))

/** Lists a guest's booked visits with `since` <= start < `now`, the latest first. */
export const listPastVisits = (
  tx: Tx,
  guestId: string,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<VisitWithSegments[]> =>
  load(tx, { where: between(guestId, since, now), order: desc(visit.start), limit })

/**
 * Lists a guest's visits that began before `now` or are cancelled, the latest first; with `before` those that
 * come after that one in this order.
 */
export const listEarlierVisits = (
  tx: Tx,
  guestId: string,
  { now, before, limit }: { now: Date; before?: { start: Date; id: string } | undefined; limit: number },
): Promise<VisitWithSegments[]> =>
  load(tx, {
    where: and(
      eq(visit.guestId, guestId),
      or(eq(visit.state, 'cancelled'), and(eq(visit.state, 'booked'), lt(visit.start, now))),
      before &&
        sql`(${visit.start}, ${visit.id}) < (${before.start.toISOString()}::timestamptz, ${before.id}::uuid)`,
    ),
    order: sql`${visit.start} desc, ${visit.id} desc`,
    limit,
  })

/** Counts the visits of `listPastVisits` without its limit. */
export async function countPastVisits(
  tx: Tx,
  guestId: string,
  { since, now }: { since: Date; now: Date },
): Promise<number> {
  const [row] = await tx
    .select({ value: count() })
    .from(visit)
    .where(and(eq(visit.tenantId, tx.tenantId), between(guestId, since, now)))
  return row?.value ?? 0
}

/** A group has as many visits at most. */
const MAX_IN_GROUP = MAX_DATES
/** As many visits as the open holds of a guest and of a client IP have at most. */
const MAX_LISTED = (MAX_HOLDS + MAX_HOLDS_AT_ADDRESS) * MAX_IN_GROUP

const isOpenHold = (now: Date) => and(eq(visit.state, 'held'), sql`${visit.holdUntil} > ${now.toISOString()}`)

/** Lists the unexpired holds of a guest, the last one first. */
export const listOwnHolds = (tx: Tx, own: Owner, now: Date): Promise<VisitWithSegments[]> =>
  load(tx, { where: and(isOpenHold(now), isOwn(own)), order: desc(visit.createdAt), limit: MAX_LISTED })

/** As `listOwnHolds`, and those of the client IP address. */
export const listOpenHolds = (
  tx: Tx,
  own: Owner,
  addressHash: string,
  now: Date,
): Promise<VisitWithSegments[]> =>
  load(tx, {
    where: and(isOpenHold(now), or(isOwn(own), eq(visit.addressHash, addressHash))),
    order: asc(visit.start),
    limit: MAX_LISTED,
  })

/**
 * Locks the rows of these visits until the transaction ends. @returns the ids of those that are still holds.
 */
export async function lockHolds(tx: Tx, ids: string[]): Promise<string[]> {
  const locked = await tx
    .select({ id: visit.id, state: visit.state })
    .from(visit)
    .where(and(eq(visit.tenantId, tx.tenantId), inArray(visit.id, ids)))
    .orderBy(asc(visit.id))
    .for('update')
  return locked.flatMap(({ id, state }) => (state === 'held' ? [id] : []))
}

/** Whether the tenant's waitlist has open entries. */
export async function hasOpenWaitlist(tx: Tx, now: Date): Promise<boolean> {
  const found = await tx
    .select({ id: waitlistEntry.id })
    .from(waitlistEntry)
    .where(and(eq(waitlistEntry.tenantId, tx.tenantId), openEntryAt(now)))
    .limit(1)
  return found.length > 0
}

export type NewVisit = Omit<typeof visit.$inferInsert, 'tenantId'>

/** Inserts a visit, without its segments. */
export const createVisit = (tx: Tx, row: NewVisit): Promise<void> => createVisits(tx, [row])

/** Inserts visits, without their segments, in one statement. */
export const createVisits = async (tx: Tx, rows: readonly NewVisit[]): Promise<void> => {
  await tx.insert(visit).values(rows.map((row) => ({ ...row, tenantId: tx.tenantId })))
}

/** Updates visits alike; unknown ids are ignored. */
export const updateVisits = async (
  tx: Tx,
  ids: readonly string[],
  changes: Partial<Omit<VisitRow, 'tenantId' | 'id'>>,
): Promise<void> => {
  await tx
    .update(visit)
    .set(changes)
    .where(and(eq(visit.tenantId, tx.tenantId), inArray(visit.id, [...ids])))
}

/** Updates a visit; an unknown id is ignored. */
export const updateVisit = async (
  tx: Tx,
  id: string,
  changes: Partial<Omit<VisitRow, 'tenantId' | 'id'>>,
): Promise<void> => {
  await tx
    .update(visit)
    .set(changes)
    .where(and(eq(visit.tenantId, tx.tenantId), eq(visit.id, id)))
}

/** Deletes a visit and its segments. */
export const removeVisit = (tx: Tx, id: string): Promise<void> => removeVisits(tx, [id])

/** Deletes visits and their segments. */
export const removeVisits = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0)
    await tx.delete(visit).where(and(eq(visit.tenantId, tx.tenantId), inArray(visit.id, [...ids])))
}

/**
 * Assigns to an account the visits (holds excepted) that were booked without one by this e-mail address or
 * mobile (E.164), or only the visit `id` of them, with its series. The contact stays: it is what other
 * holders of a handle see. @returns the ids of the visits.
 */
export async function assignVisits(
  tx: Tx,
  guestId: string,
  by: { email: string; id?: string } | { mobile: string },
): Promise<string[]> {
  const contact =
    'email' in by
      ? sql`lower(${visit.contact} ->> 'email') = ${toStoredEmail(by.email)}`
      : sql`${visit.contact} ->> 'mobile' = ${by.mobile}`
  const rows = await tx
    .update(visit)
    .set({ guestId, ownerHash: null })
    .where(
      and(
        eq(visit.tenantId, tx.tenantId),
        isNull(visit.guestId),
        ne(visit.state, 'held'),
        contact,
        'email' in by && by.id ? isBookedWith(tx, by.id) : undefined,
      ),
    )
    .returning({ id: visit.id })
  return rows.map(({ id }) => id)
}

/** Whether it is this visit, or of one series or party with it. */
const isBookedWith = (tx: Tx, id: string) => {
  const named = sql`from visit as named where named.tenant_id = ${tx.tenantId} and named.id = ${id}::uuid`
  return or(
    eq(visit.id, id),
    sql`${visit.seriesId} = (select named.series_id ${named})`,
    sql`${visit.partyId} = (select named.party_id ${named})`,
  )
}

/**
 * Clears what was typed when booking without an account, of visits that belong to an account and ended before
 * `before`. @returns the ids of the visits.
 */
export const clearContacts = (tx: Tx, before: Date): Promise<string[]> =>
  clearTyped(tx, isNotNull(visit.guestId), lt(visit.end, before))

/**
 * Clears who came, and their note, of visits without an account that began before `before`; services, times
 * and amounts remain. @returns the ids of the visits.
 */
export const redactOldVisits = (tx: Tx, before: Date): Promise<string[]> =>
  clearTyped(tx, isNull(visit.guestId), lt(visit.start, before))

async function clearTyped(tx: Tx, ...which: SQL[]): Promise<string[]> {
  const rows = await tx
    .update(visit)
    .set({ contact: null, visitor: null, note: null })
    .where(and(eq(visit.tenantId, tx.tenantId), isNotNull(visit.contact), ...which))
    .returning({ id: visit.id })
  return rows.map(({ id }) => id)
}

/**
 * Deletes holds that expired before `before`, except those that another transaction has locked. @returns the
 * number of holds.
 */
export async function removeExpiredHolds(tx: Tx, before: Date): Promise<number> {
  const stale = tx
    .select({ id: visit.id })
    .from(visit)
    .where(and(eq(visit.tenantId, tx.tenantId), eq(visit.state, 'held'), lte(visit.holdUntil, before)))
    .for('update', { skipLocked: true })
  const gone = await tx
    .delete(visit)
    .where(and(eq(visit.tenantId, tx.tenantId), inArray(visit.id, stale)))
    .returning({ id: visit.id })
  return gone.length
}

async function load(
  tx: Tx,
  { where, order, limit }: { where: SQL | undefined; order: SQL; limit: number },
): Promise<VisitWithSegments[]> {
  const rows = await tx
    .select({
      visit,
      guest: contactColumns,
    })
    .from(visit)
    .leftJoin(guest, and(eq(guest.tenantId, visit.tenantId), eq(guest.id, visit.guestId)))
    .where(and(eq(visit.tenantId, tx.tenantId), where))
    .orderBy(order, asc(visit.id))
    .limit(limit)
  if (rows.length === 0) return []
  const parts = Map.groupBy(
    await listParts(
      tx,
      rows.map((row) => row.visit.id),
    ),
    (part) => part.visitId,
  )
  return rows.map((row) => ({
    ...row.visit,
    guest: row.guest,
    segments: (parts.get(row.visit.id) ?? []).map(({ visitId: _, ...part }) => part),
  }))
}

async function listParts(tx: Tx, visitIds: string[]): Promise<(VisitSegment & { visitId: string })[]> {
  const rows = await tx
    .select({
      segment,
      preVisit: service.preVisit,
      from: service.fromprice,
      units: sql<VisitSegment['units']>`(select coalesce(json_agg(json_build_object(
          'resourceId', resource_id, 'unit', unit) order by resource_id), '[]')
        from segment_unit where segment_unit.tenant_id = ${tx.tenantId}
          and segment_unit.visit_id = ${segment.visitId} and segment_unit.position = ${segment.position})`,
      member: {
        id: member.id,
        displayname: member.displayname,
        firstname: member.firstname,
        lastname: member.lastname,
        avatar: member.avatar,
      },
    })
    .from(segment)
    .innerJoin(member, and(eq(member.tenantId, segment.tenantId), eq(member.id, segment.memberId)))
    .innerJoin(service, and(eq(service.tenantId, segment.tenantId), eq(service.id, segment.serviceId)))
    .where(and(eq(segment.tenantId, tx.tenantId), inArray(segment.visitId, visitIds)))
    .orderBy(asc(segment.position))
  return rows.map(
    ({
      segment: { tenantId: _tenant, busy: _busy, ...part },
      preVisit,
      from,
      units,
      member: { displayname, ...one },
    }) => ({ ...part, preVisit, from, units, member: { ...one, name: displayname ?? one.firstname } }),
  )
}
