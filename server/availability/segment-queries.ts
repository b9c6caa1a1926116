import { and, eq, sql, type SQL } from 'drizzle-orm'
import { segmentUnit } from '#db/schema/resource.ts'
import { segment } from '#db/schema/visit.ts'
import type { BusyUnit, OfferUnit } from '#domain/availability/request.ts'
import type { Window } from '#domain/zone.ts'
import type { VatRate } from '#domain/vat.ts'
import type { BookedAddon } from '#domain/visit/addons.ts'
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
  /** With its add-ons. */
  price: number
  /** The VAT in its price without its add-ons; default: not known. */
  vat?: VatRate | null | undefined
  addons?: BookedAddon[]
  busy: TimeRange[]
  /** Placed by the salon over time that is not free, and why; default: it is not. */
  over?: boolean
  overReason?: string | null
  /** The salon has given it another length than its service. */
  ownLength?: boolean
  /** What of the schedule the salon has placed it against, knowing it; default: nothing. */
  accepted?: string[] | undefined
  units?: NewUnit[] | undefined
}
/** A unit that a segment uses; `over`: placed by the salon over time that is not free. */
type NewUnit = OfferUnit & { over?: boolean }

/** Time of members, and of units. */
export type UsedTime = { busy: BusyRange[]; busyUnits: BusyUnit[] }

/** What these segments use. */
export const usedTime = (
  segments: readonly { memberId: string; busy: TimeRange[]; units?: readonly OfferUnit[] | undefined }[],
): UsedTime => ({
  busy: segments.flatMap(({ memberId, busy }) => busy.map((range) => ({ memberId, ...range }))),
  busyUnits: segments.flatMap(({ units = [] }) =>
    units.flatMap(({ resourceId, unit, busy }) => busy.map((range) => ({ resourceId, unit, ...range }))),
  ),
})

const toDate = (minute: number) => new Date(minute * 60_000)
const rangeLiteral = ({ start, end }: TimeRange) =>
  `[${toDate(start).toISOString()},${toDate(end).toISOString()})`
const multirange = (ranges: TimeRange[]) => `{${ranges.map(rangeLiteral).join(',')}}`

/** What of busy time does not count: expired holds, the visit `except` and the holds of `own`. */
type Ignored = { now: Date; except?: string | undefined; own?: Owner | undefined }

/**
 * Lists the busy ranges of these members in the window (epoch minutes) with one query. `joined`: ranges that
 * touch are one, for a window of months; those over others stay apart, since their minutes count too.
 */
export async function listBusy(
  tx: Tx,
  memberIds: string[],
  window: Window,
  { joined = false, ...ignored }: Ignored & { joined?: boolean },
): Promise<BusyRange[]> {
  const stretches = sql`from segment, unnest(busy) as stretch
    where segment.tenant_id = ${tx.tenantId} and taken and member_id = any(${sql.param(memberIds)}::text[])
      and ${isBusyIn(tx, 'segment', window, ignored)}`
  const { rows } = await tx.execute<BusyRange>(
    joined
      ? sql`select member_id as "memberId", ${rangeOfStretch} from (
          select member_id, range_agg(stretch) as busy ${stretches}
          group by member_id, case when over then segment.visit_id end, case when over then position end
        ) as joined, unnest(joined.busy) as stretch`
      : sql`select member_id as "memberId", ${rangeOfStretch} ${stretches}`,
  )
  return rows
}

/** The same of the units of these resources. Without resources nothing is asked. */
export async function listBusyUnits(
  tx: Tx,
  resourceIds: string[],
  window: Window,
  ignored: Ignored,
): Promise<BusyUnit[]> {
  if (resourceIds.length === 0) return []
  const { rows } = await tx.execute<BusyUnit>(sql`
    select resource_id as "resourceId", unit, ${rangeOfStretch}
    from segment_unit, unnest(busy) as stretch
    where segment_unit.tenant_id = ${tx.tenantId} and taken
      and resource_id = any(${sql.param(resourceIds)}::text[])
      and ${isBusyIn(tx, 'segment_unit', window, ignored)}`)
  return rows
}

const rangeOfStretch = sql`floor(extract(epoch from lower(stretch)) / 60)::int as "start",
      ceil(extract(epoch from upper(stretch)) / 60)::int as "end"`

/**
 * Whether a stretch of a row is in the window. A check constraint limits busy ranges to 48 hours after and 24
 * hours before a segment's start, so that the index on start can be used.
 */
function isBusyIn(tx: Tx, table: 'segment' | 'segment_unit', window: Window, { now, except, own }: Ignored) {
  const [from, until] = [toDate(window.from).toISOString(), toDate(window.until).toISOString()]
  const row = sql.raw(table)
  return sql`${row}.start > ${from}::timestamptz - interval '48 hours'
      and ${row}.start < ${until}::timestamptz + interval '24 hours'
      and lower(stretch) < ${until}::timestamptz and upper(stretch) > ${from}::timestamptz
      and ${row}.visit_id is distinct from ${except ?? null}::uuid
      and ${row}.visit_id not in (select id from visit where tenant_id = ${tx.tenantId}
        and state = 'held' and (hold_until <= ${now.toISOString()}::timestamptz${own ? sql` or ${isOwn(own)}` : sql``}))`
}

/**
 * As `listBusy`, in each of several windows, with one query. @returns the ranges of each window, in their
 * order.
 */
export async function listBusyIn(
  tx: Tx,
  memberIds: string[],
  windows: readonly Window[],
  ignored: Ignored,
): Promise<BusyRange[][]> {
  const { rows } = await tx.execute<BusyRange & { index: number }>(sql`
    select wanted."index", member_id as "memberId", ${rangeOfStretch}
    ${inWindows(tx, 'segment', windows, ignored)} and member_id = any(${sql.param(memberIds)}::text[])`)
  return byWindow(rows, windows)
}

/** The same of the units of these resources. Without resources nothing is asked. */
export async function listBusyUnitsIn(
  tx: Tx,
  resourceIds: string[],
  windows: readonly Window[],
  ignored: Ignored,
): Promise<BusyUnit[][]> {
  if (resourceIds.length === 0) return windows.map(() => [])
  const { rows } = await tx.execute<BusyUnit & { index: number }>(sql`
    select wanted."index", resource_id as "resourceId", unit, ${rangeOfStretch}
    ${inWindows(tx, 'segment_unit', windows, ignored)} and resource_id = any(${sql.param(resourceIds)}::text[])`)
  return byWindow(rows, windows)
}

function inWindows(
  tx: Tx,
  table: 'segment' | 'segment_unit',
  windows: readonly Window[],
  { now, own }: Ignored,
): SQL {
  // The bounds of `start` are parameters: row-level security keeps the index from what is computed in SQL.
  const bounds = windows.map(({ from, until }, index) => ({
    index,
    from: toDate(from).toISOString(),
    until: toDate(until).toISOString(),
    after: toDate(from - 2_880).toISOString(),
    before: toDate(until + 1_440).toISOString(),
  }))
  const row = sql.raw(table)
  return sql`from jsonb_to_recordset(${JSON.stringify(bounds)}::jsonb)
      as wanted("index" int, "from" timestamptz, "until" timestamptz, "after" timestamptz, "before" timestamptz)
    join ${row} on ${row}.tenant_id = ${tx.tenantId} and taken
      and ${row}.start > wanted."after" and ${row}.start < wanted."before"
    cross join unnest(busy) as stretch
    where lower(stretch) < wanted."until" and upper(stretch) > wanted."from"
      and ${row}.visit_id not in (select id from visit where tenant_id = ${tx.tenantId}
        and state = 'held' and (hold_until <= ${now.toISOString()}::timestamptz${own ? sql` or ${isOwn(own)}` : sql``}))`
}

function byWindow<T extends { index: number }>(
  rows: readonly T[],
  windows: readonly Window[],
): Omit<T, 'index'>[][] {
  const found = windows.map((): Omit<T, 'index'>[] => [])
  for (const { index, ...range } of rows) found[index]?.push(range)
  return found
}

/** Lists the starts (epoch minutes) of what a guest holds. */
export async function listHeldStarts(tx: Tx, own: Owner, now: Date): Promise<number[]> {
  const { rows } = await tx.execute<{ start: number }>(sql`
    select floor(extract(epoch from start) / 60)::int as "start" from visit
    where visit.tenant_id = ${tx.tenantId} and state = 'held'
      and hold_until > ${now.toISOString()}::timestamptz and ${isOwn(own)}`)
  return rows.map(({ start }) => start)
}

/** In SQL, whether a row of `visit` is this guest's. */
export const isOwn = ({ guestId, ownerHash }: Owner) =>
  sql`(visit.guest_id = ${guestId}::text or visit.owner_hash = ${ownerHash}::text)`

/** The members and resources whose time a visit may take. */
export type Capacity = { memberIds: string[]; resourceIds: string[] }

/** Those whose time these segments take. */
export const capacityOf = (
  segments: readonly { memberId: string; units?: readonly { resourceId: string }[] | undefined }[],
): Capacity => ({
  memberIds: [...new Set(segments.map(({ memberId }) => memberId))],
  resourceIds: [...new Set(segments.flatMap(({ units = [] }) => units.map((one) => one.resourceId)))],
})

/**
 * Releases the time of the expired holds that have time of these members or resources, and clears their IP
 * address hashes. The visits stay, so that getHold returns `visit/hold-expired`. For 'everyone', locked rows
 * are skipped: a guest may be confirming one, and waiting could deadlock.
 */
export async function releaseExpiredHolds(tx: Tx, whose: Capacity | 'everyone', now: Date): Promise<number> {
  const ofMembers =
    whose === 'everyone' ? sql`` : sql`and member_id = any(${sql.param(whose.memberIds)}::text[])`
  const ofResources =
    whose === 'everyone' || whose.resourceIds.length === 0
      ? sql``
      : sql` or exists (select 1 from segment_unit
          where segment_unit.tenant_id = ${tx.tenantId} and visit_id = visit.id and taken
          and resource_id = any(${sql.param(whose.resourceIds)}::text[]))`
  const { rowCount } = await tx.execute(sql`
    with expired as (
      select id from visit
      where tenant_id = ${tx.tenantId} and state = 'held' and hold_until <= ${now.toISOString()}::timestamptz
        and (exists (select 1 from segment
          where segment.tenant_id = ${tx.tenantId} and visit_id = visit.id and taken ${ofMembers})${ofResources})
      order by id for update ${whose === 'everyone' ? sql`skip locked` : sql``}),
    cleared as (update visit set address_hash = null from expired
      where visit.tenant_id = ${tx.tenantId} and visit.id = expired.id),
    units as (update segment_unit set taken = false from expired
      where segment_unit.tenant_id = ${tx.tenantId} and visit_id = expired.id and taken)
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

/**
 * Inserts a visit's segments with the units that they use.
 * @throws DatabaseError with SQLSTATE 23P01 when a member or a unit is not free.
 */
export const createSegments = (tx: Tx, visitId: string, segments: NewSegment[]): Promise<void> =>
  createSegmentsOf(tx, [{ visitId, segments }])

/** As `createSegments`, of several visits at once. */
export async function createSegmentsOf(
  tx: Tx,
  visits: readonly { visitId: string; segments: NewSegment[] }[],
): Promise<void> {
  const rows = visits.flatMap(({ visitId, segments }) =>
    segments.map((one, position) => ({
      ...one,
      tenantId: tx.tenantId,
      visitId,
      position,
      start: toDate(one.start),
    })),
  )
  await tx
    .insert(segment)
    .values(
      rows.map(({ units: _, ...row }) => ({ ...row, end: toDate(row.end), busy: multirange(row.busy) })),
    )
  const units = rows.flatMap(({ tenantId, visitId, position, start, units: own = [] }) =>
    own.map(({ resourceId, unit, busy, over = false }) => ({
      tenantId,
      visitId,
      position,
      resourceId,
      unit,
      start,
      busy: multirange(busy),
      over,
    })),
  )
  if (units.length > 0) await tx.insert(segmentUnit).values(units)
}

/** Deletes all segments of a visit. */
export const removeSegments = async (tx: Tx, visitId: string): Promise<void> => {
  await tx.delete(segment).where(and(eq(segment.tenantId, tx.tenantId), eq(segment.visitId, visitId)))
}

/** Releases the time of a visit. */
export const releaseSegments = async (tx: Tx, visitId: string): Promise<void> => {
  await tx.execute(sql`
    with units as (update segment_unit set taken = false
      where tenant_id = ${tx.tenantId} and visit_id = ${visitId}::uuid)
    update segment set taken = false where tenant_id = ${tx.tenantId} and visit_id = ${visitId}::uuid`)
}

/**
 * Updates the price of a segment and of its add-ons, in minor units including VAT, and the VAT in it;
 * `position` counts from 0.
 */
export const updateSegmentPrices = async (
  tx: Tx,
  visitId: string,
  position: number,
  prices: { price: number; vat?: VatRate; addons?: BookedAddon[] },
): Promise<void> => {
  await tx
    .update(segment)
    .set(prices)
    .where(
      and(eq(segment.tenantId, tx.tenantId), eq(segment.visitId, visitId), eq(segment.position, position)),
    )
}

/** In SQL, what these ranges take away from a row whose key matches theirs. */
const cutFrom = (ranges: readonly TimeRange[], matches: SQL) => sql`(
        select range_agg((one ->> 'range')::tstzrange)
        from jsonb_array_elements(${JSON.stringify(ranges.map((one) => ({ ...one, range: rangeLiteral(one) })))}::jsonb) as one
        where ${matches})`
const ofMember = sql`one ->> 'memberId' = member_id`
const ofUnit = sql`one ->> 'resourceId' = resource_id and (one ->> 'unit')::int = unit`

/**
 * Gives a visit the same segments as another has, with their time taken again, without the time of `except`
 * and what is over time of others. A segment of which nothing is left is not copied; one whose unit alone is
 * left has no time of its member.
 * @param hasUnits whether the other visit uses any.
 */
export async function copySegments(
  tx: Tx,
  { from, to, hasUnits }: { from: string; to: string; hasUnits: boolean },
  except: UsedTime = { busy: [], busyUnits: [] },
): Promise<void> {
  const left = sql`case when over then '{}' else busy - coalesce(${cutFrom(except.busy, ofMember)}, '{}'::tstzmultirange) end`
  await tx.execute(sql`
    insert into segment (tenant_id, visit_id, position, service_id, member_id, anyone, service_name, price,
      vat, "start", "end", busy, taken)
    select tenant_id, ${to}::uuid, position, service_id, member_id, anyone, service_name, price, vat,
      "start", "end", left_over, true
    from (select segment.*, ${left} as left_over
      from segment where tenant_id = ${tx.tenantId} and visit_id = ${from}::uuid) as copied
    where ${hasUnits} or not isempty(left_over)`)
  if (!hasUnits) return
  await tx.execute(sql`
    insert into segment_unit (tenant_id, visit_id, position, resource_id, unit, "start", busy, taken)
    select tenant_id, ${to}::uuid, position, resource_id, unit, "start", left_over, true
    from (select segment_unit.*, busy - coalesce(${cutFrom(except.busyUnits, ofUnit)}, '{}'::tstzmultirange) as left_over
      from segment_unit where tenant_id = ${tx.tenantId} and visit_id = ${from}::uuid) as copied
    where not over and not isempty(left_over)`)
  await removeEmptySegments(tx, to)
}

/**
 * Takes time of members and units away from a visit that holds it; a segment of which nothing is left is
 * deleted.
 * @returns whether segments are left.
 */
export async function cutSegments(tx: Tx, visitId: string, { busy, busyUnits }: UsedTime): Promise<boolean> {
  const own = sql`tenant_id = ${tx.tenantId} and visit_id = ${visitId}::uuid`
  await tx.execute(sql`
    update segment set busy = busy - ${cutFrom(busy, ofMember)}
    where ${own} and member_id = any(${sql.param(busy.map(({ memberId }) => memberId))}::text[])`)
  if (busyUnits.length > 0) {
    await tx.execute(sql`
      update segment_unit set busy = busy - coalesce(${cutFrom(busyUnits, ofUnit)}, '{}'::tstzmultirange) where ${own}`)
    await tx.execute(sql`delete from segment_unit where ${own} and isempty(busy)`)
  }
  await removeEmptySegments(tx, visitId)
  return (await tx.$count(segment, and(eq(segment.tenantId, tx.tenantId), eq(segment.visitId, visitId)))) > 0
}

/** Deletes the segments of a visit that have neither time of a member nor of a unit. */
async function removeEmptySegments(tx: Tx, visitId: string): Promise<void> {
  await tx.execute(sql`
    delete from segment where tenant_id = ${tx.tenantId} and visit_id = ${visitId}::uuid and isempty(busy)
      and not exists (select from segment_unit where segment_unit.tenant_id = ${tx.tenantId}
        and segment_unit.visit_id = ${visitId}::uuid and segment_unit.position = segment.position)`)
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

/** What a visit's segments use, in epoch minutes. */
export async function listTimeOf(tx: Tx, visitId: string): Promise<UsedTime> {
  const { rows } = await tx.execute<BusyRange | BusyUnit>(sql`
    select member_id as "memberId", null as "resourceId", null as unit, ${rangeOfStretch}
    from segment, unnest(busy) as stretch
    where segment.tenant_id = ${tx.tenantId} and visit_id = ${visitId}::uuid
    union all
    select null, resource_id, unit, ${rangeOfStretch}
    from segment_unit, unnest(busy) as stretch
    where segment_unit.tenant_id = ${tx.tenantId} and visit_id = ${visitId}::uuid
    order by "start", 1, 2, 3`)
  const isMembers = (row: BusyRange | BusyUnit): row is BusyRange =>
    'memberId' in row && row.memberId !== null
  return {
    busy: rows.filter(isMembers).map(({ memberId, start, end }) => ({ memberId, start, end })),
    busyUnits: rows.flatMap((row) =>
      isMembers(row) ? [] : [{ resourceId: row.resourceId, unit: row.unit, start: row.start, end: row.end }],
    ),
  }
}
