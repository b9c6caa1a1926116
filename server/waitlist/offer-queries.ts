import { and, asc, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import { message } from '#db/schema/page.ts'
import { serviceResource } from '#db/schema/resource.ts'
import { serviceMember } from '#db/schema/service.ts'
import { visit } from '#db/schema/visit.ts'
import { waitlistOffer } from '#db/schema/waitlist.ts'
import { unitKey, type UnitName } from '#domain/availability/unit.ts'
import { timesOf, type OwnedTime } from '#domain/waitlist/freed-time.ts'
import type { Passed } from '#domain/waitlist/match.ts'
import type { Tx } from '../database/db.ts'

export type OfferRow = typeof waitlistOffer.$inferSelect
type MessageRow = typeof message.$inferSelect

const own = (tx: Tx) => eq(waitlistOffer.tenantId, tx.tenantId)

/** Inserts an offer. @throws DatabaseError with SQLSTATE 23505 if its entry has an open one. */
export const createOffer = async (
  tx: Tx,
  row: Omit<typeof waitlistOffer.$inferInsert, 'tenantId'>,
): Promise<void> => {
  await tx.insert(waitlistOffer).values({ ...row, tenantId: tx.tenantId })
}

/** Finds an offer in any state, by its id or the SHA-256 of its message's handle. */
export async function findOffer(
  tx: Tx,
  name: { id: string } | { messageHash: string },
): Promise<OfferRow | null> {
  const [row] = await tx
    .select()
    .from(waitlistOffer)
    .where(
      and(
        own(tx),
        'id' in name ? eq(waitlistOffer.id, name.id) : eq(waitlistOffer.messageHash, name.messageHash),
      ),
    )
  return row ?? null
}

/** Finds the open offer of an entry, whether or not its time is over. */
export async function findOpenOffer(tx: Tx, entryId: string): Promise<OfferRow | null> {
  const [row] = await tx
    .select()
    .from(waitlistOffer)
    .where(and(own(tx), eq(waitlistOffer.entryId, entryId), eq(waitlistOffer.state, 'open')))
  return row ?? null
}

/** Finds the open offer whose time this visit holds, whether or not its time is over. */
export async function findOfferOfVisit(tx: Tx, visitId: string): Promise<OfferRow | null> {
  const [row] = await tx
    .select()
    .from(waitlistOffer)
    .where(and(own(tx), eq(waitlistOffer.visitId, visitId), eq(waitlistOffer.state, 'open')))
  return row ?? null
}

/** Finds the message of an offer by its handle. */
export async function findOfferMessage(
  tx: Tx,
  by: { id: string } | { destination: string },
): Promise<MessageRow | null> {
  const [row] = await tx
    .select()
    .from(message)
    .where(
      and(
        eq(message.tenantId, tx.tenantId),
        'id' in by ? eq(message.id, by.id) : eq(message.destination, by.destination),
      ),
    )
    .limit(1)
  return row ?? null
}

/** Updates an offer. */
export const updateOffer = async (
  tx: Tx,
  id: string,
  changes: Partial<Omit<OfferRow, 'tenantId' | 'id'>>,
): Promise<void> => {
  await tx
    .update(waitlistOffer)
    .set(changes)
    .where(and(own(tx), eq(waitlistOffer.id, id)))
}

/** Lists the open offers of a tenant, the first to end first. */
export const listOpenOffers = (tx: Tx): Promise<OfferRow[]> =>
  tx
    .select()
    .from(waitlistOffer)
    .where(and(own(tx), eq(waitlistOffer.state, 'open')))
    .orderBy(asc(waitlistOffer.expiresAt), asc(waitlistOffer.start))

/** Lists the open offers whose time is over, the first to end first. */
export const listOverdueOffers = (tx: Tx, now: Date): Promise<OfferRow[]> =>
  tx
    .select()
    .from(waitlistOffer)
    .where(and(own(tx), eq(waitlistOffer.state, 'open'), lte(waitlistOffer.expiresAt, now)))
    .orderBy(asc(waitlistOffer.expiresAt))

/** Lists all offers of these entries, the latest first. */
export const listOffersOf = (tx: Tx, entryIds: string[]): Promise<OfferRow[]> =>
  tx
    .select()
    .from(waitlistOffer)
    .where(and(own(tx), inArray(waitlistOffer.entryId, entryIds)))
    .orderBy(desc(waitlistOffer.createdAt), asc(waitlistOffer.id))

/** A time that has been offered: its start and what it occupied, in epoch minutes. */
type OfferedTime = { entryId: string; start: number; times: OwnedTime[] }

/**
 * Lists the times from now on that have been offered: no entry is offered the same one twice, unless the
 * salon had withdrawn it.
 */
export async function listOfferedTimes(tx: Tx, now: Date): Promise<OfferedTime[]> {
  const { entryId, start, segments } = waitlistOffer
  const rows = await tx
    .select({ entryId, start, segments })
    .from(waitlistOffer)
    .where(and(own(tx), gt(start, now), ne(waitlistOffer.state, 'withdrawn')))
  return rows.map((row) => ({
    entryId: row.entryId,
    start: Math.floor(row.start.getTime() / 60_000),
    times: timesOf(row),
  }))
}

/** Lists the services that these members perform, or that use these units. */
export async function listServicesOf(tx: Tx, times: readonly OwnedTime[]): Promise<string[]> {
  const memberIds = [...new Set(times.flatMap((one) => ('memberId' in one ? [one.memberId] : [])))]
  const resourceIds = [...new Set(times.flatMap((one) => ('memberId' in one ? [] : [one.resourceId])))]
  const performed = await tx
    .selectDistinct({ id: serviceMember.serviceId })
    .from(serviceMember)
    .where(and(eq(serviceMember.tenantId, tx.tenantId), inArray(serviceMember.memberId, memberIds)))
  const using =
    resourceIds.length === 0
      ? []
      : await tx
          .selectDistinct({ id: serviceResource.serviceId })
          .from(serviceResource)
          .where(
            and(eq(serviceResource.tenantId, tx.tenantId), inArray(serviceResource.resourceId, resourceIds)),
          )
  return [...new Set([...performed, ...using].map(({ id }) => id))]
}

/** Keeps with each entry what went past it and why, the newest ten. */
export async function savePassed(tx: Tx, passed: readonly Passed[], now: Date): Promise<void> {
  if (passed.length === 0) return
  const items = passed.map(({ entryId, start, reason }) => ({
    entryId,
    item: { start: start * 60_000, reason, at: now.getTime() },
  }))
  await tx.execute(sql`
    update waitlist_entry set passed = (
      select coalesce(jsonb_agg(one order by place), '[]') from (
        select one, place from jsonb_array_elements(latest || waitlist_entry.passed) with ordinality as list(one, place)
        where place <= jsonb_array_length(latest)
          or one ->> 'start' not in (select fresh ->> 'start' from jsonb_array_elements(latest) as fresh)
        limit 10) as kept)
    from (select (item ->> 'entryId')::uuid as entry_id, jsonb_agg(item -> 'item') as latest
      from jsonb_array_elements(${JSON.stringify(items)}::jsonb) as item group by 1) as added
    where waitlist_entry.tenant_id = ${tx.tenantId} and waitlist_entry.id = added.entry_id`)
}

/** The queue's holds of times to come, also those whose minute is over: they have not been matched. */
export const listQueueHolds = (tx: Tx, now: Date): Promise<{ id: string }[]> =>
  tx
    .select({ id: visit.id })
    .from(visit)
    .where(
      and(
        eq(visit.tenantId, tx.tenantId),
        eq(visit.state, 'held'),
        eq(visit.heldFor, 'queue'),
        gt(visit.start, now),
      ),
    )

type OwnVisit = {
  guestId: string | null
  email: string | null
  mobile: string | null
  start: number
  end: number
}

/**
 * Lists the visits in the window (epoch minutes) that these accounts, or contacts with these e-mail
 * addresses (lower case) or mobiles (E.164), have booked or are offered.
 */
export async function listOwnVisits(
  tx: Tx,
  { guestIds, emails, mobiles }: { guestIds: string[]; emails: string[]; mobiles: string[] },
  { from, until }: { from: number; until: number },
): Promise<OwnVisit[]> {
  const [first, last] = [from, until].map((at) => new Date(at * 60_000).toISOString())
  const { rows } = await tx.execute<OwnVisit>(sql`
    select guest_id as "guestId", email, mobile, floor(extract(epoch from "start") / 60)::int as "start",
      ceil(extract(epoch from "end") / 60)::int as "end"
    from (
      select guest_id, lower(contact ->> 'email') as email, contact ->> 'mobile' as mobile, "start", "end"
      from visit
      where visit.tenant_id = ${tx.tenantId} and state = 'booked'
      union all
      select guest_id, lower(contact ->> 'email'), contact ->> 'mobile', waitlist_offer."start",
        waitlist_offer."end"
      from waitlist_offer join waitlist_entry on waitlist_entry.tenant_id = waitlist_offer.tenant_id
        and waitlist_entry.id = entry_id
      where waitlist_offer.tenant_id = ${tx.tenantId} and waitlist_offer.state = 'open') as own
    where "start" < ${last}::timestamptz and "end" > ${first}::timestamptz
      and (guest_id = any(${sql.param(guestIds)}::text[]) or email = any(${sql.param(emails)}::text[])
        or mobile = any(${sql.param(mobiles)}::text[]))`)
  return rows
}

/** Whether members or units of an offer are busy at its time by now: another guest has taken it. */
export async function isTaken(
  tx: Tx,
  { start, end, segments }: Pick<OfferRow, 'start' | 'end' | 'segments'>,
  now: Date,
): Promise<boolean> {
  const members = segments.map(({ memberId }) => memberId)
  const units = segments.flatMap((one) => one.units ?? [])
  const { rows } = await tx.execute(sql`
    select 1 from segment join visit on visit.tenant_id = segment.tenant_id and visit.id = segment.visit_id
    where segment.tenant_id = ${tx.tenantId} and taken
      and (segment.member_id = any(${sql.param(members)}::text[])${units.length > 0 ? sql` or ${isInUnits(tx, units)}` : sql``})
      and (visit.state = 'booked' or visit.held_for <> 'queue' and visit.hold_until > ${now.toISOString()}::timestamptz)
      and segment.start < ${end.toISOString()}::timestamptz and segment."end" > ${start.toISOString()}::timestamptz
    limit 1`)
  return rows.length > 0
}

const isInUnits = (tx: Tx, units: readonly UnitName[]) => sql`exists (select from segment_unit
        where segment_unit.tenant_id = ${tx.tenantId} and segment_unit.visit_id = segment.visit_id
          and segment_unit.position = segment.position
          and segment_unit.resource_id || ' ' || segment_unit.unit = any(${sql.param(units.map(unitKey))}::text[]))`
