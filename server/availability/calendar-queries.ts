import { eq, sql } from 'drizzle-orm'
import { type service } from '#db/schema/service.ts'
import { calendar } from '#db/schema/tenant.ts'
import type { AbsenceKind } from '#domain/availability/absence.ts'
import type { ServiceBooking } from '#domain/visit/access.ts'
import type { OpeningException, ResourceUse } from '#domain/availability/request.ts'
import type { TenantVat } from '#domain/vat.ts'
import type { StoredAddon } from '#domain/visit/addons.ts'
import { addDays, localParts } from '#domain/zone.ts'
import type { Absence, BookingRules, MemberHours } from '#contract/content/tenant.ts'
import type { Owner } from '../context/booking-owner.ts'
import { publishChange } from '../database/change-events.ts'
import type { Tx } from '../database/db.ts'
import type { HolidayRow } from './holiday-queries.ts'
import { bookableUnits, type BookableResource } from './resource-queries.ts'
import { addonsOf, type Performer } from '../service/queries.ts'
import { isOwn } from './segment-queries.ts'

export type BookableService = Pick<
  typeof service.$inferSelect,
  | 'id'
  | 'name'
  | 'price'
  | 'vat'
  | 'exemptReason'
  | 'fromprice'
  | 'duration'
  | 'bufferBefore'
  | 'bufferAfter'
  | 'processingAfter'
  | 'processingMinutes'
  | 'onlyMember'
  | 'booking'
> & {
  members: Performer[]
  /** Of each it uses one unit; in id order. */
  resources: { id: string; during: ResourceUse }[]
  /** Those that guests can choose, with stored prices; absent where they were not asked for. */
  addons?: StoredAddon[] | undefined
}

type Calendar = Required<TenantVat> & {
  rules: BookingRules
  currency: string | null
  services: BookableService[]
  members: { id: string; hours: MemberHours; absences: (Absence & { kind: AbsenceKind })[] }[]
  exceptions: OpeningException[]
  publicHolidays: HolidayRow[]
  /** Those that the services use, in id order. */
  resources: BookableResource[]
}

/**
 * Loads everything that booking these services needs: rules, VAT, the active services and the active members
 * in the tenant's order. One query, because every booking waits for it. Each subquery names the tenant, so
 * that a distributed database sends all of it to one shard. Absences and hours of days before yesterday are
 * left out, and public holidays too.
 * @param now epoch ms. @param inactive also services that are not offered any more. @param addons with the
 * add-ons of the services.
 * @throws Error when the tenant has no calendar.
 */
export async function getCalendar(
  tx: Tx,
  serviceIds: string[],
  { now, inactive = false, addons = false }: { now: number; inactive?: boolean; addons?: boolean },
): Promise<Calendar> {
  // The day before yesterday in UTC is over in every zone.
  const since = addDays(localParts('UTC', Math.floor(now / 60_000)).date, -2)
  const {
    rows: [row],
  } = await tx.execute<Calendar>(sql`
    select rules, currency, vat_percent::float8 as "vatPercent", prices_include as "pricesInclude",
      exempt_reason as "exemptReason",
      (select coalesce(json_agg(json_build_object(
          'id', id, 'name', name, 'price', price, 'vat', vat, 'exemptReason', exempt_reason,
          'duration', duration,
          'bufferBefore', buffer_before, 'bufferAfter', buffer_after,
          'fromprice', fromprice, 'processingAfter', processing_after, 'processingMinutes', processing_minutes,
          'onlyMember', only_member, 'booking', booking, 'members', performers,
          'resources', (select coalesce(json_agg(json_build_object(
              'id', resource_id, 'during', during) order by resource_id), '[]')
            from service_resource where tenant_id = ${tx.tenantId} and service_id = service.id)
          ${addons ? sql`, 'addons', (${addonsOf(tx.tenantId, sql`service.id`)})` : sql``})), '[]')
        from service, lateral (
          select coalesce(json_agg(json_build_object(
              'memberId', member_id, 'price', price, 'priceActive', price_active, 'minutes', minutes,
              'processingAfter', processing_after, 'processingMinutes', processing_minutes)), '[]') as performers
          from service_member where tenant_id = ${tx.tenantId} and service_id = service.id) as performing
        where service.tenant_id = ${tx.tenantId} and (${inactive} or active
          and exists (select from service_type where service_type.tenant_id = ${tx.tenantId}
            and service_type.id = service.svctype and service_type.active))
          and id = any(${sql.param(serviceIds)}::text[])) as services,
      (select coalesce(json_agg(json_build_object(
          'id', id, 'hours', hours, 'absences', absences) order by position, id), '[]')
        from member, lateral (
          select coalesce(json_agg(json_build_object('from', "from", 'until', until, 'kind', kind)), '[]') as absences
          from absence where tenant_id = ${tx.tenantId} and member_id = member.id
            and until >= ${since}) as away
        where member.tenant_id = ${tx.tenantId} and active) as members,
      (select coalesce(json_agg(json_build_object(
          'date', date, 'hours', hours, 'members', members, 'own', own)
          order by origin <> 'file', created_at, id), '[]')
        from day_hours where day_hours.tenant_id = ${tx.tenantId} and date >= ${since}::date) as exceptions,
      (select coalesce(json_agg(json_build_object('date', date, 'names', names)), '[]')
        from holiday where holiday.tenant_id = ${tx.tenantId} and date >= ${since}::date) as "publicHolidays",
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'units', ${bookableUnits(tx.tenantId)}) order by id), '[]')
        from resource where resource.tenant_id = ${tx.tenantId} and id in (
          select resource_id from service_resource
          where service_resource.tenant_id = ${tx.tenantId}
            and service_id = any(${sql.param(serviceIds)}::text[]))) as resources
    from calendar join finance using (tenant_id) where tenant_id = ${tx.tenantId}`)
  if (!row) throw new Error('calendar not found')
  return row
}

type CalendarState = {
  rules: BookingRules
  version: number
  expired: number
  own: string
  /** What the services say that have rules of their own. */ bookings: ServiceBooking[]
}

/**
 * Returns what free times depend on: the version, the number of expired holds, since expiry writes nothing,
 * and the holds of the guest who asks.
 */
export async function getCalendarState(
  tx: Tx,
  now: Date,
  {
    own = { guestId: null, ownerHash: null },
    services = [],
  }: { own?: Owner; services?: readonly string[] } = {},
): Promise<CalendarState> {
  const {
    rows: [row],
  } = await tx.execute<Omit<CalendarState, 'version'> & { version: string }>(sql`
    select rules, version, (select count(*) from visit where visit.tenant_id = ${tx.tenantId}
        and state = 'held' and hold_until <= ${now.toISOString()}::timestamptz)::int as expired,
      (select coalesce(string_agg(id::text, ' ' order by id), '') from visit
        where visit.tenant_id = ${tx.tenantId} and state = 'held'
        and hold_until > ${now.toISOString()}::timestamptz and ${isOwn(own)}) as own,
      (select coalesce(json_agg(booking), '[]') from service where service.tenant_id = ${tx.tenantId}
        and id = any(${sql.param(services)}::text[]) and booking is not null) as bookings
    from calendar where tenant_id = ${tx.tenantId}`)
  if (!row) throw new Error('calendar not found')
  return { ...row, version: Number(row.version) }
}

/** The most days ahead that a service can be booked: the salon's horizon, or a longer one of its own. */
export async function getLongestHorizon(tx: Tx): Promise<number> {
  const {
    rows: [row],
  } = await tx.execute<{ days: number }>(sql`
    select greatest((rules ->> 'horizonDays')::int, (
      select max((booking ->> 'horizonDays')::int) from service
      where service.tenant_id = ${tx.tenantId} and active)) as days
    from calendar where tenant_id = ${tx.tenantId}`)
  return row?.days ?? 0
}

/** How many of a member's latest services count, so that not all visits are read. */
const COUNTED = 200

/**
 * Lists the ids of the three services for everybody that are booked most of late; without visits, those that
 * the price list begins with. Each member's latest services are read along the index of their times.
 */
export async function listMostBooked(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select service.id from service
    join service_type on service_type.tenant_id = service.tenant_id and service_type.id = service.svctype
    left join (
      select service_id, count(*) as times from member, lateral (
        select service_id from segment
        where segment.tenant_id = ${tx.tenantId} and member_id = member.id and taken
        order by start desc limit ${COUNTED}) as latest
      where member.tenant_id = ${tx.tenantId} and active
      group by service_id) as booked on booked.service_id = service.id
    where service.tenant_id = ${tx.tenantId} and service.active and service_type.active
      and not service.only_member
      and exists (select from service_member
        where service_member.tenant_id = ${tx.tenantId} and service_member.service_id = service.id)
    order by coalesce(times, 0) desc, service_type.weight, service_type.id, service.weight desc, service.id
    limit 3`)
  return rows.map(({ id }) => id)
}

const next = { scheduleVersion: sql`${calendar.scheduleVersion} + 1` }
const nextOfBoth = { ...next, version: sql`${calendar.version} + 1` }

/**
 * Increments the calendar's versions, which invalidates ETags of free times and of the salon's day, and shows
 * the change on open days. Locks the row until the transaction ends: call it last.
 */
export const bumpCalendar = (tx: Tx): Promise<void> => bump(tx, nextOfBoth)

/** The same for what changes the salon's day and leaves free times as they are. */
export const bumpSchedule = (tx: Tx): Promise<void> => bump(tx, next)

async function bump(tx: Tx, versions: Partial<typeof nextOfBoth>): Promise<void> {
  await tx.update(calendar).set(versions).where(eq(calendar.tenantId, tx.tenantId))
  await publishChange(tx, 'schedule', '')
}
