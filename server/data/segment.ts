import { and, eq, sql } from 'drizzle-orm'
import { segment } from '#db/schema/visit.ts'
import type { Tx } from './db.ts'

/** Half-open, in epoch minutes. */
type Stretch = { start: number; end: number }
type BusyStretch = Stretch & { memberId: string }
export type NewSegment = Stretch & {
  serviceId: string
  memberId: string
  anyone: boolean
  serviceName: string
  price: number
  busy: Stretch[]
}

const at = (minute: number) => new Date(minute * 60_000)
const multirange = (stretches: Stretch[]) =>
  `{${stretches.map(({ start, end }) => `[${at(start).toISOString()},${at(end).toISOString()})`).join(',')}}`

/**
 * What these members are not free for within the window (epoch minutes), in one query however long the window is. A hold
 * that has run out counts for nothing, nor does the visit `except`.
 */
export async function listBusy(
  tx: Tx,
  memberIds: string[],
  window: { from: number; until: number },
  { now, except }: { now: Date; except?: string | undefined },
): Promise<BusyStretch[]> {
  const [from, until] = [at(window.from).toISOString(), at(window.until).toISOString()]
  // The reach that the table guarantees of a segment bounds its start, and that is what the index knows.
  const { rows } = await tx.execute<{ memberId: string; start: number; end: number }>(sql`
    select member_id as "memberId", floor(extract(epoch from lower(stretch)) / 60)::int as "start", ceil(extract(epoch from upper(stretch)) / 60)::int as "end"
    from segment, unnest(busy) as stretch
    where segment.tenant_id = ${tx.tenantId} and taken and member_id = any(${sql.param(memberIds)}::text[])
      and segment.start > ${from}::timestamptz - interval '48 hours' and segment.start < ${until}::timestamptz + interval '24 hours'
      and lower(stretch) < ${until}::timestamptz and upper(stretch) > ${from}::timestamptz
      and segment.visit_id is distinct from ${except ?? null}::uuid
      and segment.visit_id not in (select id from visit where tenant_id = ${tx.tenantId} and state = 'held' and hold_until <= ${now.toISOString()}::timestamptz)`)
  return rows
}

/**
 * Gives back the time of these members' holds that have run out, and forgets whence they came; the holds stay, so that their guests can be told. For
 * everyone, those that somebody is busy with are left out: their guest may be confirming one, and waiting could deadlock.
 */
export async function freeExpired(tx: Tx, memberIds: string[] | 'everyone', now: Date): Promise<number> {
  const whose = memberIds === 'everyone' ? sql`` : sql`and member_id = any(${sql.param(memberIds)}::text[])`
  const { rowCount } = await tx.execute(sql`
    with expired as (
      select id from visit
      where tenant_id = ${tx.tenantId} and state = 'held' and hold_until <= ${now.toISOString()}::timestamptz
        and exists (select 1 from segment where segment.tenant_id = visit.tenant_id and visit_id = visit.id and taken ${whose})
      order by id for update ${memberIds === 'everyone' ? sql`skip locked` : sql``}),
    wiped as (update visit set address_hash = null from expired where visit.tenant_id = ${tx.tenantId} and visit.id = expired.id)
    update segment set taken = false from expired where segment.tenant_id = ${tx.tenantId} and visit_id = expired.id and taken`)
  return rowCount ?? 0
}

/** Minutes of members' time that are held at this moment from the client address with this hash. */
export async function sumHeldMinutes(tx: Tx, addressHash: string, now: Date): Promise<number> {
  const {
    rows: [row],
  } = await tx.execute<{ minutes: number }>(sql`
    select coalesce(sum(extract(epoch from upper(stretch) - lower(stretch))) / 60, 0)::float8 as minutes
    from visit join segment on segment.tenant_id = visit.tenant_id and segment.visit_id = visit.id, unnest(busy) as stretch
    where visit.tenant_id = ${tx.tenantId} and visit.state = 'held' and visit.hold_until > ${now.toISOString()}::timestamptz
      and visit.address_hash = ${addressHash} and taken`)
  return row?.minutes ?? 0
}

/** @throws with SQLSTATE 23P01 when a member is not free. */
export async function createSegments(tx: Tx, visitId: string, segments: NewSegment[]): Promise<void> {
  await tx
    .insert(segment)
    .values(
      segments.map((one, position) => ({
        ...one,
        tenantId: tx.tenantId,
        visitId,
        position,
        start: at(one.start),
        end: at(one.end),
        busy: multirange(one.busy),
      })),
    )
}

/** Takes all segments of a visit out. */
export const removeSegments = async (tx: Tx, visitId: string): Promise<void> => {
  await tx.delete(segment).where(and(eq(segment.tenantId, tx.tenantId), eq(segment.visitId, visitId)))
}

/** The visit's time is free again. */
export const freeSegments = async (tx: Tx, visitId: string): Promise<void> => {
  await tx
    .update(segment)
    .set({ taken: false })
    .where(and(eq(segment.tenantId, tx.tenantId), eq(segment.visitId, visitId)))
}

/** Writes what a service of a visit costs now, in minor units including VAT; `position` counts from 0. */
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
