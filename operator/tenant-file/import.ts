import {
  and,
  asc,
  countDistinct,
  eq,
  getTableName,
  gt,
  inArray,
  ne,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { resource, resourceUnit, segmentUnit, serviceResource } from '#db/schema/resource.ts'
import { addon, member, service, serviceAddon, serviceMember, serviceType } from '#db/schema/service.ts'
import { absence } from '#db/schema/schedule.ts'
import { calendar, finance, tenant } from '#db/schema/tenant.ts'
import { segment, visit } from '#db/schema/visit.ts'
import { localNow } from '#domain/opening-hours.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { tenantId, type Tx } from '#server/database/db.ts'
import type { ArtPictures, PreparedPages } from '#server/content/prepare.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import { listDayHours } from '#server/availability/schedule-queries.ts'
import { findHolidays, firstDayOf } from '#server/holiday/find-holidays.ts'
import { replaceHolidays } from '#server/availability/holiday-queries.ts'
import type { WaitlistJobs } from '#server/jobs/jobs.ts'
import { publishChange } from '#server/database/change-events.ts'
import { dropOtherLanguages, importPages } from './page-import.ts'
import { createPictures, removeUnusedPictures } from '#server/content/picture-queries.ts'
import { toRows, type TenantRows } from './rows.ts'
import { importSchedule } from './schedule-import.ts'
import { importShop } from './shop-import.ts'
import { upsertRows } from './upsert-rows.ts'

export type Imported =
  | { ok: true; outcome: 'created' | 'changed' | 'unchanged' }
  | { ok: false; field: 'firstpath' | 'vanityUrl' | 'canonicalHost'; holder: string }
  /** The file has this resource no longer, and so many coming visits use it. */
  | { ok: false; field: 'resources'; id: string; visits: number }

/**
 * Upserts the tenant's rows from its file; guests and visits stay, and so do the absences and hours of days
 * that commands or the desk have written. Deletes rows that the file no longer
 * contains, or deactivates them if a visit or another row references them; goods are only deactivated. A
 * resource that coming visits use is not removed: nothing is written then. Imports run one at a time.
 * @param pages the file's pages, prepared; null leaves the stored pages unchanged.
 * @param art the pictures of the tenant itself and of its goods, which the file names by URL.
 * @param now epoch ms.
 * @param jobs enqueues the job that offers newly opened times to the waitlist, where the schedule changes.
 */
export async function importTenant(
  tx: Tx,
  file: TenantFile,
  {
    pages = null,
    art = { pictures: [], sizes: {} },
    now = Date.now(),
    jobs,
  }: {
    pages?: PreparedPages | null
    art?: ArtPictures
    now?: number
    jobs?: Pick<WaitlistJobs, 'matchOpenTimes'> | undefined
  } = {},
): Promise<Imported> {
  if (tenantId(file.tenant.id) !== tx.tenantId) throw new Error('the file belongs to another tenant')
  await lockImports(tx)
  const taken = await findHolder(tx, file)
  if (taken) return taken
  // It takes a while, so it is done before bookings have to wait.
  const holidays = await findHolidaysOf(file, now)
  await lockForBookings(tx)
  const used = await findUsedResource(tx, file, new Date(now))
  if (used) return used
  const known = await tenantExists(tx)
  const { scheduleChanges, otherChanges } = await importRows(tx, file, art, holidays)
  const changes =
    scheduleChanges +
    otherChanges +
    (await createPictures(tx, art.pictures)) +
    (pages
      ? await importPages(tx, pages)
      : (await dropOtherLanguages(tx, file.tenant.languages?.slice(1) ?? [])) +
        (await removeUnusedPictures(tx)))
  if (changes === 0) return { ok: true, outcome: 'unchanged' }
  if (known) await bumpContentVersion(tx)
  if (known && scheduleChanges > 0) await jobs?.matchOpenTimes(tx)
  await publishChange(tx, 'tenant', '')
  return { ok: true, outcome: known ? 'changed' : 'created' }
}

/** Takes the advisory lock of imports until the end of the transaction: hosts are unique over all tenants. */
export const lockImports = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(718002)`)
}

/** Whether the transaction's tenant exists. */
export async function tenantExists(tx: Tx): Promise<boolean> {
  const found = await tx.select({ id: tenant.id }).from(tenant).where(eq(tenant.id, tx.tenantId))
  return found.length > 0
}

/** Invalidates cached pages and responses of the tenant. */
export async function bumpContentVersion(tx: Tx): Promise<void> {
  await tx
    .update(tenant)
    .set({ contentVersion: sql`${tenant.contentVersion} + 1` })
    .where(eq(tenant.id, tx.tenantId))
  await bumpCalendar(tx)
}

/** Locks members and resources, in the order of a booking, to avoid deadlocks. */
async function lockForBookings(tx: Tx): Promise<void> {
  for (const table of [member, resource])
    await tx
      .select({ id: table.id })
      .from(table)
      .where(eq(table.tenantId, tx.tenantId))
      .orderBy(asc(table.id))
      .for('no key update')
}

/** A resource that the file has no longer, while coming visits use it. */
async function findUsedResource(
  tx: Tx,
  { resources }: TenantFile,
  now: Date,
): Promise<Extract<Imported, { ok: false }> | null> {
  const [used] = await tx
    .select({ id: segmentUnit.resourceId, visits: countDistinct(segmentUnit.visitId) })
    .from(segmentUnit)
    .innerJoin(visit, and(eq(visit.tenantId, tx.tenantId), eq(visit.id, segmentUnit.visitId)))
    .where(
      and(
        eq(segmentUnit.tenantId, tx.tenantId),
        notInArray(segmentUnit.resourceId, ['', ...resources.map(({ id }) => id)]),
        eq(segmentUnit.taken, true),
        gt(visit.end, now),
        or(eq(visit.state, 'booked'), gt(visit.holdUntil, now)),
      ),
    )
    .groupBy(segmentUnit.resourceId)
    .orderBy(asc(segmentUnit.resourceId))
    .limit(1)
  return used ? { ok: false, field: 'resources', ...used } : null
}

async function findHolder(
  tx: Tx,
  { tenant: { firstpath, vanityUrl, canonicalHost } }: TenantFile,
): Promise<Extract<Imported, { ok: false }> | null> {
  const hosts = [vanityUrl, canonicalHost].filter((host) => host !== undefined)
  // The salon's own site has the firstpath in its host; without one, the id.
  const staffName = firstpath ?? tx.tenantId
  const holdsName = sql`coalesce(${tenant.firstpath}, ${tenant.id})`
  const [holder] = await tx
    .select()
    .from(tenant)
    .where(and(ne(tenant.id, tx.tenantId), or(eq(holdsName, staffName), inArray(tenant.vanityHost, hosts))))
    .limit(1)
  if (!holder) return null
  const field =
    (holder.firstpath ?? holder.id) === staffName
      ? 'firstpath'
      : holder.vanityHost === vanityUrl
        ? 'vanityUrl'
        : 'canonicalHost'
  return { ok: false, field, holder: holder.id }
}

/** @returns the numbers of changed rows: those that decide which times are free, and all others. */
async function importRows(
  tx: Tx,
  file: TenantFile,
  { sizes }: ArtPictures,
  holidays: Holidays,
): Promise<{ scheduleChanges: number; otherChanges: number }> {
  const kept = (await listDayHours(tx)).filter(({ origin }) => origin !== 'file')
  const rows = toRows(file, sizes, kept)
  let otherChanges = await upsertRows(tx, tenant, [tenant.id], [rows.tenant])
  otherChanges += await upsertRows(tx, finance, [finance.tenantId], [rows.finance])
  let scheduleChanges = await upsertRows(tx, calendar, [calendar.tenantId], [rows.calendar])
  otherChanges += await upsertRows(tx, serviceType, [serviceType.tenantId, serviceType.id], rows.serviceTypes)
  scheduleChanges += await upsertRows(tx, member, [member.tenantId, member.id], rows.members)
  scheduleChanges += await upsertRows(tx, service, [service.tenantId, service.id], rows.services)
  scheduleChanges += await upsertRows(
    tx,
    serviceMember,
    [serviceMember.tenantId, serviceMember.serviceId, serviceMember.memberId],
    rows.serviceMembers,
  )
  scheduleChanges += await importResources(tx, rows)
  scheduleChanges += await importAddons(tx, rows)
  scheduleChanges += await importSchedule(tx, rows)
  const { gone, added, renamed } = await replaceHolidays(tx, holidays.from, holidays.rows)
  scheduleChanges += gone.length + added.length
  otherChanges += renamed.length
  otherChanges += await dropPerformers(tx, rows.serviceMembers)
  otherChanges += await dropUnits(tx, rows.units)
  otherChanges += await deactivateMissing(
    tx,
    resource,
    rows.resources,
    sql`select from ${segmentUnit} where ${segmentUnit.tenantId} = ${resource.tenantId} and ${segmentUnit.resourceId} = ${resource.id}`,
  )
  otherChanges += await deactivateMissing(
    tx,
    service,
    rows.services,
    sql`select from ${segment} where ${segment.tenantId} = ${service.tenantId} and ${segment.serviceId} = ${service.id}`,
  )
  otherChanges += await deactivateMissing(
    tx,
    serviceType,
    rows.serviceTypes,
    sql`select from ${service} where ${service.tenantId} = ${serviceType.tenantId} and ${service.svctype} = ${serviceType.id}`,
  )
  otherChanges += await deactivateMissing(
    tx,
    member,
    rows.members,
    sql`select from ${segment} where ${segment.tenantId} = ${member.tenantId} and ${segment.memberId} = ${member.id}`,
    // Those of commands and the desk; if the file gets the member back, they apply again.
    sql`select from ${absence} where ${absence.tenantId} = ${member.tenantId} and ${absence.memberId} = ${member.id}`,
  )
  otherChanges += await sortInactiveLast(tx, member, rows.members)
  otherChanges += await importShop(tx, file, sizes)
  return { scheduleChanges, otherChanges }
}

/** The public holidays of a file, and the date from which they are all. */
type Holidays = { from: string; rows: Parameters<typeof replaceHolidays>[2] }

/** @throws Error for a country or a name that there is not: a command refuses them before. */
async function findHolidaysOf(
  { tenant: { timeZone, default: own }, holidays }: TenantFile,
  now: number,
): Promise<Holidays> {
  const { date: today } = localNow(timeZone, now)
  const found = holidays && (await findHolidays({ ...holidays, today, language: own.language }))
  if (found?.ok === false) throw new Error(found.problems.map(({ message }) => message).join('; '))
  return { from: firstDayOf(today), rows: found?.holidays ?? [] }
}

/** Upserts the resources with their units and what services use of them, which they may use no longer. */
async function importResources(
  tx: Tx,
  { resources, units, serviceResources }: Pick<TenantRows, 'resources' | 'units' | 'serviceResources'>,
): Promise<number> {
  const { tenantId: owner, serviceId, resourceId } = serviceResource
  const written =
    (await upsertRows(tx, resource, [resource.tenantId, resource.id], resources)) +
    (await upsertRows(
      tx,
      resourceUnit,
      [resourceUnit.tenantId, resourceUnit.resourceId, resourceUnit.unit],
      units,
    )) +
    (await upsertRows(tx, serviceResource, [owner, serviceId, resourceId], serviceResources))
  const kept = serviceResources.map((one) => sql`(${one.serviceId}, ${one.resourceId})`)
  const listed =
    kept.length > 0 ? sql`(${serviceId}, ${resourceId}) not in (${sql.join(kept, sql`, `)})` : undefined
  const { rowCount } = await tx.delete(serviceResource).where(and(eq(owner, tx.tenantId), listed))
  return written + (rowCount ?? 0)
}

/** Deactivates the units that the file no longer has: what is booked in them stays. */
async function dropUnits(tx: Tx, kept: TenantRows['units']): Promise<number> {
  const { tenantId: owner, resourceId, unit, active } = resourceUnit
  const pairs = kept.map((one) => sql`(${one.resourceId}, ${one.unit}::int)`)
  const listed =
    pairs.length > 0 ? sql`(${resourceId}, ${unit}) not in (${sql.join(pairs, sql`, `)})` : undefined
  const { rowCount } = await tx
    .update(resourceUnit)
    .set({ active: false })
    .where(and(eq(owner, tx.tenantId), eq(active, true), listed))
  return rowCount ?? 0
}

/**
 * One that the file no longer contains stays, inactive: a guest who books again, or waits, reads its name.
 */
async function importAddons(tx: Tx, { addons, serviceAddons }: TenantRows): Promise<number> {
  const written = await upsertRows(tx, addon, [addon.tenantId, addon.id], addons)
  const linked = await upsertRows(
    tx,
    serviceAddon,
    [serviceAddon.tenantId, serviceAddon.serviceId, serviceAddon.addonId],
    serviceAddons,
  )
  const pairs = serviceAddons.map(({ serviceId, addonId }) => sql`(${serviceId}, ${addonId})`)
  const unlinked = await tx
    .delete(serviceAddon)
    .where(
      and(
        eq(serviceAddon.tenantId, tx.tenantId),
        pairs.length > 0
          ? sql`(${serviceAddon.serviceId}, ${serviceAddon.addonId}) not in (${sql.join(pairs, sql`, `)})`
          : undefined,
      ),
    )
  const ended = await tx
    .update(addon)
    .set({ active: false })
    .where(
      and(
        eq(addon.tenantId, tx.tenantId),
        eq(addon.active, true),
        notInArray(addon.id, ['', ...addons.map(({ id }) => id)]),
      ),
    )
  const sorted = await sortInactiveLast(tx, addon, addons)
  return written + linked + (unlinked.rowCount ?? 0) + (ended.rowCount ?? 0) + sorted
}

async function dropPerformers(tx: Tx, kept: { serviceId: string; memberId: string }[]): Promise<number> {
  const pairs = kept.map(({ serviceId, memberId }) => sql`(${serviceId}, ${memberId})`)
  const listed =
    pairs.length > 0
      ? sql`(${serviceMember.serviceId}, ${serviceMember.memberId}) not in (${sql.join(pairs, sql`, `)})`
      : undefined
  const { rowCount } = await tx
    .delete(serviceMember)
    .where(and(eq(serviceMember.tenantId, tx.tenantId), listed))
  return rowCount ?? 0
}

/**
 * Deletes rows that the file no longer contains; deactivates those for which one of `references` finds a row.
 */
async function deactivateMissing(
  tx: Tx,
  table: typeof service | typeof serviceType | typeof member | typeof resource,
  kept: { id: string }[],
  ...references: SQL[]
): Promise<number> {
  const gone = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.tenantId, tx.tenantId), notInArray(table.id, ['', ...kept.map(({ id }) => id)])))
    .orderBy(asc(table.id))
    .for('update')
  if (gone.length === 0) return 0
  // The rows are locked, so no new references appear, and this statement sees earlier ones.
  const those = and(
    eq(table.tenantId, tx.tenantId),
    inArray(
      table.id,
      gone.map(({ id }) => id),
    ),
  )
  const removed = await tx
    .delete(table)
    .where(and(those, ...references.map((query) => sql`not exists (${query})`)))
  const { rowCount } = await tx
    .update(table)
    .set({ active: false })
    .where(and(those, eq(table.active, true)))
  return (removed.rowCount ?? 0) + (rowCount ?? 0)
}

/** Sorts rows that the file no longer contains after all others. */
async function sortInactiveLast(
  tx: Tx,
  table: typeof member | typeof addon,
  kept: { id: string }[],
): Promise<number> {
  const name = sql.identifier(getTableName(table))
  const { rowCount } = await tx.execute(sql`
    with place as (
      select id, ${kept.length} + row_number() over (order by position, id) - 1 as position from ${name}
      where tenant_id = ${tx.tenantId} and id <> all(${sql.param(kept.map(({ id }) => id))}::text[]))
    update ${name} set position = place.position from place
    where ${table.tenantId} = ${tx.tenantId} and ${table.id} = place.id and ${table.position} <> place.position`)
  return rowCount ?? 0
}
