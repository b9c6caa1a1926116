import { and, eq, sql } from 'drizzle-orm'
import { segment } from '#db/schema/visit.ts'
import type { Owner } from '../context/booking-owner.ts'
import type { Tx } from '../database/db.ts'

/** A half-open range in epoch minutes. */
export type TimeRange = { start: number; end: number }
export type BusyRange = TimeRange & { memberId: string }
export type NewSegment = TimeRange & {
  serviceId: string
  memberId: string
  anyone: boolean
  serviceName: string
  price: number
  busy: TimeRange[]
  /** Placed by the salon over time that is not free, and why; default: it is not. */
  over?: boolean
  overReason?: string | null
  /** The salon has given it another length than its service. */
  ownLength?: boolean
  /** What of the schedule the salon has placed it against, knowing it; default: nothing. */
  accepted?: string[] | undefined
}

const toDate = (minute: number) => new Date(minute * 60_000)
const rangeLiteral = ({ start, end }: TimeRange) =>
  `[${toDate(start).toISOString()},${toDate(end).toISOString()})`
const multirange = (ranges: TimeRange[]) => `{${ranges.map(rangeLiteral).join(',')}}`

/**
 * Lists the busy ranges of these members in the window (epoch minutes) with one query. Expired holds, the
 * visit `except` and the holds of `own` are ignored, with `ignoresBuffers` the buffers too.
 */
export async function listBusy(
  tx: Tx,
  memberIds: string[],
  window: { from: number; until: number },
  {
    now,
    except,
    own,
    ignoresBuffers = false,
  }: { now: Date; except?: string | undefined; own?: Owner | undefined; ignoresBuffers?: boolean },
): Promise<BusyRange[]> {
  const [from, until] = [toDate(window.from).toISOString(), toDate(window.until).toISOString()]
  // A check constraint limits busy ranges to 48 hours after and 24 hours before a segment's start, so that
  // the index on start can be used.
  const { rows } = await tx.execute<{ memberId: string; start: number; end: number }>(sql`
    select member_id as "memberId", floor(extract(epoch from lower(stretch)) / 60)::int as "start",
      ceil(extract(epoch from upper(stretch)) / 60)::int as "end"
    from segment, unnest(${ignoresBuffers ? sql`busy * tstzmultirange(tstzrange(segment.start, segment."end"))` : sql`busy`}) as stretch
    where segment.tenant_id = ${tx.tenantId} and taken and member_id = any(${sql.param(memberIds)}::text[])
      and segment.start > ${from}::timestamptz - interval '48 hours'
      and segment.start < ${until}::timestamptz + interval '24 hours'
      and lower(stretch) < ${until}::timestamptz and upper(stretch) > ${from}::timestamptz
      and segment.visit_id is distinct from ${except ?? null}::uuid
      and segment.visit_id not in (select id from visit where tenant_id = ${tx.tenantId}
        and state = 'held' and (hold_until <= ${now.toISOString()}::timestamptz${own ? sql` or ${isOwn(own)}` : sql``}))`)
  return rows
}

/** In SQL, whether a row of `visit` is this guest's. */
export const isOwn = ({ guestId, ownerHash }: Owner) =>
  sql`(visit.guest_id = ${guestId}::text or visit.owner_hash = ${ownerHash}::text)`

/**
 * Releases the time of these members' expired holds and clears their IP address hashes. The visits stay, so
 * that getHold returns `visit/hold-expired`. For 'everyone', locked rows are skipped: a guest may be
 * confirming one, and waiting could deadlock.
 */
export async function releaseExpiredHolds(
  tx: Tx,
  memberIds: string[] | 'everyone',
  now: Date,
): Promise<number> {
  const whose = memberIds === 'everyone' ? sql`` : sql`and member_id = any(${sql.param(memberIds)}::text[])`
  const { rowCount } = await tx.execute(sql`
    with expired as (
      select id from visit
      where tenant_id = ${tx.tenantId} and state = 'held' and hold_until <= ${now.toISOString()}::timestamptz
        and exists (select 1 from segment
          where segment.tenant_id = visit.tenant_id and visit_id = visit.id and taken ${whose})
      order by id for update ${memberIds === 'everyone' ? sql`skip locked` : sql``}),
    cleared as (update visit set address_hash = null from expired
      where visit.tenant_id = ${tx.tenantId} and visit.id = expired.id)
    update segment set taken = false from expired
    where segment.tenant_id = ${tx.tenantId} and visit_id = expired.id and taken`)
  return rowCount ?? 0
}

/** Sums the minutes of members' time that these visits take. */
export async function sumHeldMinutes(tx: Tx, visitIds: string[]): Promise<number> {
  const {
    rows: [row],
  } = await tx.execute<{ minutes: number }>(sql`
    select coalesce(sum(extract(epoch from upper(stretch) - lower(stretch))) / 60, 0)::float8 as minutes
    from segment, unnest(busy) as stretch
    where segment.tenant_id = ${tx.tenantId} and visit_id = any(${sql.param(visitIds)}::uuid[]) and taken`)
  return row?.minutes ?? 0
}

/** Inserts a visit's segments. @throws DatabaseError with SQLSTATE 23P01 when a member is not free. */
export async function createSegments(tx: Tx, visitId: string, segments: NewSegment[]): Promise<void> {
  await tx.insert(segment).values(
    segments.map((newSegment, position) => ({
      ...newSegment,
      tenantId: tx.tenantId,
      visitId,
      position,
      start: toDate(newSegment.start),
      end: toDate(newSegment.end),
      busy: multirange(newSegment.busy),
    })),
  )
}

/** Deletes all segments of a visit. */
export const removeSegments = async (tx: Tx, visitId: string): Promise<void> => {
  await tx.delete(segment).where(and(eq(segment.tenantId, tx.tenantId), eq(segment.visitId, visitId)))
}

/** Releases the time of a visit. */
export const releaseSegments = async (tx: Tx, visitId: string): Promise<void> => {
  await tx
    .update(segment)
    .set({ taken: false })
    .where(and(eq(segment.tenantId, tx.tenantId), eq(segment.visitId, visitId)))
}

/** Updates the price of a segment, in minor units including VAT; `position` counts from 0. */
export const updateSegmentPrice = async (
  tx: Tx,
  visitId: string,
  position: number,
  price: number,
): Promise<void> => {
  await tx
    .update(segment)
    .set({ price })
    .where(
      and(eq(segment.tenantId, tx.tenantId), eq(segment.visitId, visitId), eq(segment.position, position)),
    )
}

/**
 * Gives a visit the same segments as another has, with their time taken again, without the ranges of
 * `except`; a segment of which nothing is left is not copied, nor one that is over time of others.
 */
export async function copySegments(
  tx: Tx,
  from: string,
  to: string,
  except: readonly BusyRange[] = [],
): Promise<void> {
  const ranges = except.map(({ memberId, ...range }) => ({ memberId, range: rangeLiteral(range) }))
  await tx.execute(sql`
    insert into segment (tenant_id, visit_id, position, service_id, member_id, anyone, service_name, price,
      "start", "end", busy, taken)
    select tenant_id, ${to}::uuid, position, service_id, member_id, anyone, service_name, price,
      "start", "end", left_over, true
    from (
      select segment.*, busy - coalesce((
        select range_agg((one ->> 'range')::tstzrange) from jsonb_array_elements(${JSON.stringify(ranges)}::jsonb) as one
        where one ->> 'memberId' = member_id), '{}'::tstzmultirange) as left_over
      from segment where tenant_id = ${tx.tenantId} and visit_id = ${from}::uuid) as copied
    where not isempty(left_over) and not over`)
}

/**
 * Takes ranges of members' time away from a visit that holds it; a segment of which nothing is left is
 * deleted.
 * @returns whether segments are left.
 */
export async function cutSegments(tx: Tx, visitId: string, ranges: readonly BusyRange[]): Promise<boolean> {
  const cut = ranges.map(({ memberId, ...range }) => ({ memberId, range: rangeLiteral(range) }))
  await tx.execute(sql`
    update segment set busy = busy - (
      select range_agg((one ->> 'range')::tstzrange) from jsonb_array_elements(${JSON.stringify(cut)}::jsonb) as one
      where one ->> 'memberId' = member_id)
    where tenant_id = ${tx.tenantId} and visit_id = ${visitId}::uuid
      and member_id = any(${sql.param(cut.map(({ memberId }) => memberId))}::text[])`)
  await tx.execute(sql`
    delete from segment where tenant_id = ${tx.tenantId} and visit_id = ${visitId}::uuid and isempty(busy)`)
  return (await tx.$count(segment, and(eq(segment.tenantId, tx.tenantId), eq(segment.visitId, visitId)))) > 0
}

/** Whether all segments of a visit still take their time. */
export async function holdsTime(tx: Tx, visitId: string): Promise<boolean> {
  const {
    rows: [row],
  } = await tx.execute<{ holds: boolean }>(sql`
    select coalesce(bool_and(taken), false) as holds from segment
    where tenant_id = ${tx.tenantId} and visit_id = ${visitId}::uuid`)
  return row?.holds ?? false
}

/** The busy ranges (epoch minutes) of a visit's segments, with their members. */
export async function listRangesOf(tx: Tx, visitId: string): Promise<BusyRange[]> {
  const { rows } = await tx.execute<BusyRange>(sql`
    select member_id as "memberId", floor(extract(epoch from lower(stretch)) / 60)::int as "start",
      ceil(extract(epoch from upper(stretch)) / 60)::int as "end"
    from segment, unnest(busy) as stretch
    where segment.tenant_id = ${tx.tenantId} and visit_id = ${visitId}::uuid order by position, lower(stretch)`)
  return rows
}
