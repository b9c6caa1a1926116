import { sql } from 'drizzle-orm'
import type { Range } from '#domain/availability/range.ts'
import { workOf, type Taken, type TakenKind } from '#domain/availability/placement.ts'
import type { Window } from '#domain/zone.ts'
import type { Tx } from '#server/database/db.ts'

/** What takes a member's time, and who comes: the name is empty for a hold. */
export type TakenBy = Taken & { start: number; end: number; name: string; firstname: string }

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
  { from, until }: Window,
  { now, except }: { now: Date; except?: string | undefined },
): Promise<TakenBy[]> {
  const instant = (minute: number) => sql`${new Date(minute * 60_000).toISOString()}::timestamptz`
  const { rows } = await tx.execute<Row>(sql`
    select segment.visit_id as "visitId", member_id as "memberId",
      case when visit.state = 'booked' then 'visit' when held_for = 'guest' then 'hold' else held_for end as kind,
      extract(epoch from segment.start)::float8 / 60 as "start",
      extract(epoch from segment."end")::float8 / 60 as "end",
      (select json_agg(json_build_object('start', extract(epoch from lower(part))::float8 / 60,
        'end', extract(epoch from upper(part))::float8 / 60)) from unnest(busy) as part) as busy,
      coalesce(nullif(guest.firstname, ''), contact ->> 'firstname', '') as firstname,
      coalesce(visitor, nullif(trim(concat_ws(' ',
        coalesce(nullif(guest.firstname, ''), contact ->> 'firstname'),
        coalesce(nullif(guest.lastname, ''), contact ->> 'lastname'))), ''), '') as name
    from segment join visit on visit.tenant_id = ${tx.tenantId} and visit.id = segment.visit_id
      left join guest on guest.tenant_id = ${tx.tenantId} and guest.id = visit.guest_id
    where segment.tenant_id = ${tx.tenantId} and taken and member_id = any(${sql.param(memberIds)}::text[])
      and segment.start > ${instant(from)} - interval '48 hours'
      and segment.start < ${instant(until)} + interval '24 hours'
      and busy && tstzmultirange(tstzrange(${instant(from)}, ${instant(until)}))
      and segment.visit_id is distinct from ${except ?? null}::uuid
      and (visit.state = 'booked' or visit.hold_until > ${now.toISOString()}::timestamptz)
    order by segment.start, segment.visit_id, position`)
  return rows.map((row) => ({ ...row, work: workOf(row) }))
}
