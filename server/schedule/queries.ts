import { namesOf, type BookedAddon } from '#domain/visit/addons.ts'
import { and, asc, eq, gt, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { absence, dayHours } from '#db/schema/schedule.ts'
import { member, serviceMember } from '#db/schema/service.ts'
import { calendar } from '#db/schema/tenant.ts'
import type { Range } from '#domain/availability/range.ts'
import type { OfferUnit } from '#domain/availability/request.ts'
import type { TakenKind } from '#domain/availability/placement.ts'
import type { Progress } from '#domain/visit/day-state.ts'
import type { ProgressTimes } from '#domain/visit/progress.ts'
import type { VisitSource } from '#domain/visit/source.ts'
import type { Window } from '#domain/zone.ts'
import { bookableUnits, isEquipped } from '../availability/resource-queries.ts'
import type { AbsenceRow, DayHoursRow } from '../availability/schedule-queries.ts'
import type { Tx } from '../database/db.ts'

type MemberRow = typeof member.$inferSelect

/** Lists all members in the tenant's order, also those who have left: they may have visits still. */
export const listAllMembers = (tx: Tx): Promise<MemberRow[]> =>
  tx
    .select()
    .from(member)
    .where(eq(member.tenantId, tx.tenantId))
    .orderBy(asc(member.position), asc(member.id))

/** Lists who performs each of these services: one row for each of both. */
export const listPerformers = (
  tx: Tx,
  serviceIds: string[],
): Promise<{ serviceId: string; memberId: string }[]> =>
  tx
    .select({ serviceId: serviceMember.serviceId, memberId: serviceMember.memberId })
    .from(serviceMember)
    .where(and(eq(serviceMember.tenantId, tx.tenantId), inArray(serviceMember.serviceId, serviceIds)))
    .orderBy(asc(serviceMember.serviceId))

/** Lists the absences of some days; dates, `until` included. */
export const listAbsencesOn = (
  tx: Tx,
  { from, until }: { from: string; until: string },
): Promise<AbsenceRow[]> =>
  tx
    .select()
    .from(absence)
    .where(
      and(eq(absence.tenantId, tx.tenantId), gt(absence.until, from), lte(absence.from, `${until}T24:00`)),
    )
    .orderBy(asc(absence.from), asc(absence.id))

/** Lists the other hours of some days, in the order in which they apply; dates, `until` included. */
export const listDayHoursOn = (
  tx: Tx,
  { from, until }: { from: string; until: string },
): Promise<DayHoursRow[]> =>
  tx
    .select()
    .from(dayHours)
    .where(and(eq(dayHours.tenantId, tx.tenantId), gte(dayHours.date, from), lte(dayHours.date, until)))
    .orderBy(sql`${dayHours.origin} <> 'file'`, asc(dayHours.createdAt), asc(dayHours.id))

/**
 * A segment that takes a member's time, with its visit. Times in epoch minutes, but for `holdUntil` in ms.
 */
export type ScheduledSegment = {
  visitId: string
  kind: TakenKind
  holdUntil: number | null
  number: string | null
  visitStart: number
  visitEnd: number
  sequence: number
  progress: Progress
  progressAt: ProgressTimes
  source: VisitSource
  unanswered: boolean
  asked: boolean
  hasAccount: boolean
  firstname: string
  lastname: string
  visitor: string | null
  mobile: string | null
  email: string | null
  note: string | null
  staffNotes: number
  price: number
  currency: string
  position: number
  serviceId: string
  serviceName: string
  addons: BookedAddon[]
  svctype: string
  kindName: string
  memberId: string
  anyone: boolean
  start: number
  end: number
  busy: Range[]
  over: boolean
  overReason: string | null
  offered: boolean
  performed: boolean
  /** Whether the units that it uses are there. */
  equipped: boolean
  accepted: string[]
  /** `name` and `units` of their resource. */
  units: (OfferUnit & { over: boolean; name: string; units: number[] })[]
}

const minutes = (column: string) => sql.raw(`extract(epoch from ${column})::float8 / 60`)
const instant = (minute: number) => sql`${new Date(minute * 60_000).toISOString()}::timestamptz`

/**
 * Lists what takes the time of these members in a window (epoch minutes), each with its visit and its guest,
 * in one query; expired holds are left out.
 */
export const listScheduledSegments = (
  tx: Tx,
  memberIds: string[],
  window: Window,
  now: Date,
): Promise<ScheduledSegment[]> =>
  selectSegments(
    tx,
    sql`segment.member_id = any(${sql.param(memberIds)}::text[]) and ${isTakenIn(window, now)}`,
  )

/** The same of what uses these rooms or devices. */
export const listSegmentsInRooms = (
  tx: Tx,
  resourceIds: string[],
  window: Window,
  now: Date,
): Promise<ScheduledSegment[]> =>
  selectSegments(
    tx,
    sql`exists (select from segment_unit where segment_unit.tenant_id = ${tx.tenantId}
        and segment_unit.visit_id = segment.visit_id and segment_unit.position = segment.position
        and segment_unit.resource_id = any(${sql.param(resourceIds)}::text[]))
      and ${isTakenIn(window, now)}`,
  )

const isTakenIn = ({ from, until }: Window, now: Date): SQL => sql`segment.taken
      and segment.start > ${instant(from)} - interval '48 hours'
      and segment.start < ${instant(until)} + interval '24 hours'
      and (segment.busy && tstzmultirange(tstzrange(${instant(from)}, ${instant(until)}))
        or segment.start < ${instant(until)} and segment."end" > ${instant(from)})
      and (visit.state = 'booked' or visit.hold_until > ${now.toISOString()}::timestamptz)`

/** The same of one visit, in any state. */
export const listSegmentsOfVisit = (tx: Tx, visitId: string): Promise<ScheduledSegment[]> =>
  selectSegments(tx, sql`segment.visit_id = ${visitId}::uuid`)

async function selectSegments(tx: Tx, which: SQL): Promise<ScheduledSegment[]> {
  const { rows } = await tx.execute<ScheduledSegment>(sql`
    select visit.id as "visitId",
      case when visit.state <> 'held' then 'visit' when held_for = 'guest' then 'hold' else held_for end as kind,
      extract(epoch from hold_until)::float8 * 1000 as "holdUntil", visit.number,
      ${minutes('visit.start')} as "visitStart", ${minutes('visit."end"')} as "visitEnd", visit.sequence,
      visit.progress, visit.progress_at as "progressAt", visit.source,
      (changed_from is not null or asked_at is not null) as unanswered,
      asked_at is not null as asked,
      visit.guest_id is not null as "hasAccount",
      coalesce(nullif(guest.firstname, ''), contact ->> 'firstname', '') as firstname,
      coalesce(nullif(guest.lastname, ''), contact ->> 'lastname', '') as lastname, visit.visitor,
      coalesce(guest.mobile, nullif(contact ->> 'mobile', '')) as mobile,
      coalesce(guest.email, nullif(contact ->> 'email', '')) as email, visit.note,
      (select count(*) from staff_note where staff_note.tenant_id = ${tx.tenantId}
        and staff_note.visit_id = visit.id)::int as "staffNotes",
      visit.price, visit.currency, segment.position, segment.service_id as "serviceId",
      segment.service_name as "serviceName", segment.addons, service.svctype, service_type.svctype as "kindName",
      segment.member_id as "memberId", segment.anyone,
      ${minutes('segment.start')} as "start", ${minutes('segment."end"')} as "end",
      (select coalesce(json_agg(json_build_object(
          'start', ${minutes('lower(part)')}, 'end', ${minutes('upper(part)')})), '[]')
        from unnest(segment.busy) as part) as busy,
      segment.over, segment.over_reason as "overReason", (service.active and service_type.active) as offered,
      exists (select from service_member where service_member.tenant_id = ${tx.tenantId}
        and service_member.service_id = segment.service_id
        and service_member.member_id = segment.member_id) as performed,
      ${isEquipped(tx.tenantId)} as equipped, segment.accepted,
      (select coalesce(json_agg(json_build_object('resourceId', resource.id, 'unit', segment_unit.unit, 'over', segment_unit.over,
          'name', resource.name, 'units', ${bookableUnits(tx.tenantId)},
          'busy', (select coalesce(json_agg(json_build_object(
              'start', ${minutes('lower(part)')}, 'end', ${minutes('upper(part)')})), '[]')
            from unnest(segment_unit.busy) as part)) order by resource.id), '[]')
        from segment_unit join resource on resource.tenant_id = ${tx.tenantId} and resource.id = segment_unit.resource_id
        where segment_unit.tenant_id = ${tx.tenantId}
          and segment_unit.visit_id = segment.visit_id and segment_unit.position = segment.position) as units
    from segment
      join visit on visit.tenant_id = ${tx.tenantId} and visit.id = segment.visit_id
      join service on service.tenant_id = ${tx.tenantId} and service.id = segment.service_id
      join service_type on service_type.tenant_id = ${tx.tenantId} and service_type.id = service.svctype
      left join guest on guest.tenant_id = ${tx.tenantId} and guest.id = visit.guest_id
    where segment.tenant_id = ${tx.tenantId} and ${which}
    order by segment.start, visit.id, segment.position`)
  return rows
}

/** Who comes to a visit, and who performs it. Times in epoch ms. */
type AuditedVisit = {
  id: string
  firstname: string
  lastname: string
  start: number
  end: number
  memberIds: string[]
}

/** Finds visits that rows of the audit log concern. */
export async function listAuditedVisits(tx: Tx, ids: readonly string[]): Promise<AuditedVisit[]> {
  const { rows } = await tx.execute<AuditedVisit>(sql`
    select visit.id, coalesce(nullif(guest.firstname, ''), contact ->> 'firstname', '') as firstname,
      coalesce(nullif(guest.lastname, ''), contact ->> 'lastname', '') as lastname,
      extract(epoch from visit.start)::float8 * 1000 as "start",
      extract(epoch from visit."end")::float8 * 1000 as "end",
      array(select distinct member_id from segment where segment.tenant_id = ${tx.tenantId}
        and segment.visit_id = visit.id) as "memberIds"
    from visit left join guest on guest.tenant_id = ${tx.tenantId} and guest.id = visit.guest_id
    where visit.tenant_id = ${tx.tenantId} and visit.id = any(${sql.param([...ids])}::uuid[])`)
  return rows
}

/** Which of these visits and holds have taken their time since then. */
export async function listPlacedSince(tx: Tx, ids: readonly string[], since: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from visit where visit.tenant_id = ${tx.tenantId}
      and id = any(${sql.param([...ids])}::uuid[])
      and (created_at > ${since.toISOString()}::timestamptz or exists (select from visit_change
        where visit_change.tenant_id = ${tx.tenantId} and visit_id = visit.id
          and kind in ('moved', 'undone') and at > ${since.toISOString()}::timestamptz))`)
  return rows.map(({ id }) => id)
}

/** A visit of an earlier day of which nobody has said how it ended. `start` in epoch ms. */
export type UnclosedVisit = {
  id: string
  number: string | null
  start: number
  progress: Progress
  firstname: string
  lastname: string
  services: string[]
  memberIds: string[]
}

/**
 * Lists the visits that ended from `since` on and before `before`, and that nobody has closed, the latest
 * first; with `memberId` those of one member.
 */
export async function listUnclosed(
  tx: Tx,
  { since, before, memberId }: { since: Date; before: Date; memberId?: string | undefined },
): Promise<UnclosedVisit[]> {
  const whose = memberId === undefined ? sql`` : sql`and segment.member_id = ${memberId}`
  type Row = Omit<UnclosedVisit, 'services'> & { services: Parameters<typeof namesOf>[0][] }
  const { rows } = await tx.execute<Row>(sql`
    select visit.id, visit.number, extract(epoch from visit.start)::float8 * 1000 as "start", visit.progress,
      coalesce(nullif(guest.firstname, ''), contact ->> 'firstname', '') as firstname,
      coalesce(nullif(guest.lastname, ''), contact ->> 'lastname', '') as lastname, services,
      "memberIds"
    from visit left join guest on guest.tenant_id = ${tx.tenantId} and guest.id = visit.guest_id,
      lateral (select json_agg(json_build_object('serviceName', service_name, 'addons', addons)
          order by position) as services,
          array_agg(member_id order by position) as "memberIds" from segment
        where segment.tenant_id = ${tx.tenantId} and segment.visit_id = visit.id ${whose}) as done
    where visit.tenant_id = ${tx.tenantId} and visit.state = 'booked'
      and progress in ('expected', 'arrived', 'started')
      and visit."end" >= ${since.toISOString()}::timestamptz
      and visit."end" < ${before.toISOString()}::timestamptz and services is not null
    order by visit.start desc, visit.id limit 50`)
  return rows.map((row) => ({ ...row, services: row.services.flatMap(namesOf) }))
}

/**
 * What the salon's day depends on: its version, the number of expired holds, and when a visit has ended last
 * (epoch ms), since neither expiry nor the end of a visit writes anything.
 */
export async function findScheduleState(
  tx: Tx,
  now: Date,
): Promise<{ version: number; expired: number; ended: number | null }> {
  const {
    rows: [row],
  } = await tx.execute<{ version: string; expired: number; ended: number | null }>(sql`
    select schedule_version as version, (select count(*) from visit where visit.tenant_id = ${tx.tenantId}
      and state = 'held' and hold_until <= ${now.toISOString()}::timestamptz)::int as expired,
      (select extract(epoch from max("end"))::float8 * 1000 from visit where visit.tenant_id = ${tx.tenantId}
        and state = 'booked' and start > ${now.toISOString()}::timestamptz - interval '48 hours'
        and start < ${now.toISOString()}::timestamptz and "end" <= ${now.toISOString()}::timestamptz) as ended
    from calendar where tenant_id = ${tx.tenantId}`)
  if (!row) throw new Error('calendar not found')
  return { ...row, version: Number(row.version) }
}

/**
 * The salon's booking rules, and whether it has rooms or equipment.
 * @throws Error when the tenant has no calendar.
 */
export async function findRules(tx: Tx) {
  const [row] = await tx
    .select({
      rules: calendar.rules,
      hasRooms: sql<boolean>`exists (select from resource where resource.tenant_id = ${tx.tenantId})`,
    })
    .from(calendar)
    .where(eq(calendar.tenantId, tx.tenantId))
  if (!row) throw new Error('calendar not found')
  return { ...row.rules, hasRooms: row.hasRooms }
}
