import { and, asc, desc, eq } from 'drizzle-orm'
import { resource, serviceResource } from '#db/schema/resource.ts'
import { addon, member, service, serviceMember, serviceType } from '#db/schema/service.ts'
import { calendar, finance, tenant } from '#db/schema/tenant.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { listAbsences, listDayHours } from '#server/availability/schedule-queries.ts'
import { listResources, listUnits } from '#server/availability/resource-queries.ts'
import type { Tx } from '#server/database/db.ts'
import { listServiceAddons } from '#server/service/queries.ts'
import { exportPages } from './page-import.ts'
import { toTenantFile } from './rows.ts'
import { exportShop } from './shop-import.ts'

/**
 * The tenant as a file, without guests, visits, who works in the salon's own site, and what commands and
 * the desk have written into the schedule; importing it changes nothing. Null if it does not exist.
 */
export async function exportTenant(tx: Tx): Promise<TenantFile | null> {
  const id = tx.tenantId
  const [own] = await tx.select().from(tenant).where(eq(tenant.id, id))
  const [money] = await tx.select().from(finance).where(eq(finance.tenantId, id))
  const [rules] = await tx.select().from(calendar).where(eq(calendar.tenantId, id))
  if (!own || !money || !rules) return null
  const performers = await tx
    .select({ row: serviceMember })
    .from(serviceMember)
    .innerJoin(
      member,
      and(eq(member.tenantId, serviceMember.tenantId), eq(member.id, serviceMember.memberId)),
    )
    .where(eq(serviceMember.tenantId, id))
    .orderBy(asc(member.position), asc(member.id))
  const uses = await tx
    .select({ row: serviceResource })
    .from(serviceResource)
    .innerJoin(
      resource,
      and(eq(resource.tenantId, serviceResource.tenantId), eq(resource.id, serviceResource.resourceId)),
    )
    .where(eq(serviceResource.tenantId, id))
    .orderBy(asc(resource.position), asc(resource.id))
  const pages = await exportPages(tx)
  const file = toTenantFile({
    tenant: own,
    finance: money,
    calendar: rules,
    serviceTypes: await tx
      .select()
      .from(serviceType)
      .where(eq(serviceType.tenantId, id))
      .orderBy(asc(serviceType.weight), asc(serviceType.id)),
    resources: (await listResources(tx)).filter(({ active }) => active),
    units: (await listUnits(tx)).filter(({ active }) => active),
    services: await tx
      .select()
      .from(service)
      .where(eq(service.tenantId, id))
      .orderBy(desc(service.weight), asc(service.id)),
    members: await tx
      .select()
      .from(member)
      .where(eq(member.tenantId, id))
      .orderBy(asc(member.position), asc(member.id)),
    serviceMembers: performers.map(({ row }) => row),
    serviceResources: uses.map(({ row }) => row),
    addons: await tx
      .select()
      .from(addon)
      .where(eq(addon.tenantId, id))
      .orderBy(asc(addon.position), asc(addon.id)),
    serviceAddons: await listServiceAddons(tx),
    absences: (await listAbsences(tx)).filter(({ origin }) => origin === 'file' || origin === null),
    dayHours: (await listDayHours(tx)).filter(({ origin }) => origin === 'file'),
  })
  return { ...file, ...(await exportShop(tx)), ...(pages.length > 0 ? { pages } : {}) }
}
