import { sql } from 'drizzle-orm'
import type { Range } from '#domain/availability/range.ts'
import { workOf, type Taken, type TakenKind } from '#domain/availability/placement.ts'
import type { UnitName } from '#domain/availability/unit.ts'
import type { Window } from '#domain/zone.ts'
import type { Tx } from '#server/database/db.ts'

/** What takes a member's time, and who comes: the name is empty for a hold. */
export type TakenBy = Taken & { start: number; end: number; name: string; firstname: string }

/** What does not count beside expired holds. */
type Ignored = { now: Date; except?: string | undefined }
type Row = {
  visitId: string
  kind: TakenKind
  memberId: string
  start: number
  end: number
  busy: Range[]
  name: string
  firstname: string
}

/**
 * Lists what takes the time of these members in a window (epoch minutes), expired holds and the visit
 * `except` left out.
 */
export async function listTaken(
  tx: Tx,
  memberIds: string[],
  window: Window,
  ignored: Ignored,
): Promise<TakenBy[]> {
  const { rows } = await tx.execute<Row>(sql`
    select ${takenColumns('segment')}
    from segment ${visitOf(tx)}
    where segment.tenant_id = ${tx.tenantId} and segment.taken and member_id = any(${sql.param(memberIds)}::text[])
      and ${isTakenIn('segment', window, ignored)}
    order by segment.start, segment.visit_id, segment.position`)
  return rows.map((row) => ({ ...row, work: workOf(row) }))
}

/** A unit that is taken, and by whose visit. */
export type TakenUnitBy = TakenBy & UnitName

/** The same of the units of these resources; nothing is asked without any. */
export async function listTakenUnits(
  tx: Tx,
  resourceIds: string[],
  window: Window,
  ignored: Ignored,
): Promise<TakenUnitBy[]> {
  if (resourceIds.length === 0) return []
  const { rows } = await tx.execute<Row & UnitName>(sql`
    select ${takenColumns('segment_unit')}, resource_id as "resourceId", unit
    from segment_unit
      join segment on segment.tenant_id = ${tx.tenantId} and segment.visit_id = segment_unit.visit_id
        and segment.position = segment_unit.position ${visitOf(tx)}
    where segment_unit.tenant_id = ${tx.tenantId} and segment_unit.taken
      and resource_id = any(${sql.param(resourceIds)}::text[])
      and ${isTakenIn('segment_unit', window, ignored)}
    order by segment.start, segment.visit_id, segment.position`)
  return rows.map((row) => ({ ...row, work: workOf(row) }))
}

type Table = 'segment' | 'segment_unit'

const takenColumns = (table: Table) => sql`segment.visit_id as "visitId", member_id as "memberId",
      case when visit.state = 'booked' then 'visit' when held_for = 'guest' then 'hold' else held_for end as kind,
      extract(epoch from segment.start)::float8 / 60 as "start",
      extract(epoch from segment."end")::float8 / 60 as "end",
      (select json_agg(json_build_object('start', extract(epoch from lower(part))::float8 / 60,
        'end', extract(epoch from upper(part))::float8 / 60)) from unnest(${sql.raw(table)}.busy) as part) as busy,
      coalesce(nullif(guest.firstname, ''), contact ->> 'firstname', '') as firstname,
      coalesce(visitor, nullif(trim(concat_ws(' ',
        coalesce(nullif(guest.firstname, ''), contact ->> 'firstname'),
        coalesce(nullif(guest.lastname, ''), contact ->> 'lastname'))), ''), '') as name`

const visitOf = (tx: Tx) => sql`
      join visit on visit.tenant_id = ${tx.tenantId} and visit.id = segment.visit_id
      left join guest on guest.tenant_id = ${tx.tenantId} and guest.id = visit.guest_id`

function isTakenIn(table: Table, { from, until }: Window, { now, except }: Ignored) {
  const instant = (minute: number) => sql`${new Date(minute * 60_000).toISOString()}::timestamptz`
  const row = sql.raw(table)
  return sql`${row}.start > ${instant(from)} - interval '48 hours'
      and ${row}.start < ${instant(until)} + interval '24 hours'
      and ${row}.busy && tstzmultirange(tstzrange(${instant(from)}, ${instant(until)}))
      and ${row}.visit_id is distinct from ${except ?? null}::uuid
      and (visit.state = 'booked' or visit.hold_until > ${now.toISOString()}::timestamptz)`
}
