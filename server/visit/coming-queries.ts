import type { BookedAddon } from '#domain/visit/addons.ts'
import { sql } from 'drizzle-orm'
import type { Range } from '#domain/availability/range.ts'
import type { Progress } from '#domain/visit/day-state.ts'
import { isEquipped } from '../availability/resource-queries.ts'
import type { Tx } from '../database/db.ts'

/** `start` and `end` in epoch ms; the person is the guest, or who booked without an account. */
export type ComingVisit = {
  id: string
  number: string | null
  sequence: number
  state: 'booked' | 'held'
  heldFor: 'guest' | 'queue' | 'offer'
  progress: Progress
  start: number
  end: number
  firstname: string
  lastname: string
  email: string | null
  mobile: string | null
  segments: ComingSegment[]
}

/** `busy` in epoch minutes. */
type ComingSegment = {
  serviceId: string
  serviceName: string
  addons: BookedAddon[]
  memberId: string
  busy: Range[]
  /** Whether the service can be booked, and whether this member performs it. */
  offered: boolean
  performed: boolean
  /** Whether the units that it uses are there. */
  equipped: boolean
  /** What of the schedule the salon has placed it against. */
  accepted: string[]
}

/**
 * Lists the visits that have not ended, the next one first; expired holds are ignored.
 * @param now epoch ms.
 * @param at only those that take the time of this member in the range (epoch minutes).
 */
export async function listComingVisits(
  tx: Tx,
  now: number,
  at?: { memberId: string; range: Range },
): Promise<ComingVisit[]> {
  const instant = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`
  const taken = at
    ? sql`and exists (select from segment where segment.tenant_id = ${tx.tenantId}
        and segment.visit_id = visit.id and taken and member_id = ${at.memberId} and busy && tstzmultirange(
          tstzrange(${instant(at.range.start * 60_000)}, ${instant(at.range.end * 60_000)})))`
    : sql``
  const { rows } = await tx.execute<ComingVisit>(sql`
    select visit.id, visit.number, visit.sequence, visit.state, visit.held_for as "heldFor",
      visit.progress,
      extract(epoch from visit.start)::float8 * 1000 as "start",
      extract(epoch from visit."end")::float8 * 1000 as "end",
      coalesce(nullif(guest.firstname, ''), contact ->> 'firstname', '') as firstname,
      coalesce(nullif(guest.lastname, ''), contact ->> 'lastname', '') as lastname,
      coalesce(guest.email, contact ->> 'email') as email,
      coalesce(guest.mobile, contact ->> 'mobile') as mobile,
      (select json_agg(json_build_object(
          'serviceId', service_id, 'serviceName', service_name, 'addons', addons, 'memberId', member_id,
          'busy', (select json_agg(json_build_object(
              'start', extract(epoch from lower(part))::float8 / 60,
              'end', extract(epoch from upper(part))::float8 / 60)) from unnest(busy) as part),
          'offered', exists (select from service where service.tenant_id = ${tx.tenantId}
            and service.id = service_id and active and exists (select from service_type
              where service_type.tenant_id = ${tx.tenantId} and service_type.id = service.svctype
              and service_type.active)),
          'performed', exists (select from service_member where service_member.tenant_id = ${tx.tenantId}
            and service_member.service_id = segment.service_id
            and service_member.member_id = segment.member_id),
          'equipped', ${isEquipped(tx.tenantId)}, 'accepted', accepted) order by position)
        from segment where segment.tenant_id = ${tx.tenantId} and segment.visit_id = visit.id) as segments
    from visit left join guest on guest.tenant_id = ${tx.tenantId} and guest.id = visit.guest_id
    where visit.tenant_id = ${tx.tenantId} and visit."end" > ${instant(now)}
      and (visit.state = 'booked' or visit.hold_until > ${instant(now)}) ${taken}
    order by visit.start, visit.id`)
  return rows
}
