import { and, asc, desc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import { addon, service, serviceAddon, serviceMember, serviceType } from '#db/schema/service.ts'
import type { StoredAddon } from '#domain/visit/addons.ts'
import type { TenantId, Tx } from '../database/db.ts'

/** Lists service types by ascending weight. */
export const listServiceTypes = (tx: Tx, filter: { active?: boolean }) =>
  tx
    .select()
    .from(serviceType)
    .where(
      and(
        eq(serviceType.tenantId, tx.tenantId),
        filter.active === undefined ? undefined : eq(serviceType.active, filter.active),
      ),
    )
    .orderBy(asc(serviceType.weight), asc(serviceType.id))

/** Lists the names of these services, without those that the tenant has removed. */
export const listServiceNames = (tx: Tx, ids: string[]) =>
  tx
    .select({ id: service.id, name: service.name })
    .from(service)
    .where(and(eq(service.tenantId, tx.tenantId), inArray(service.id, ids)))

/** `minutes` null: this member takes as long as the service, with its gap. */
export type Performer = Pick<
  typeof serviceMember.$inferSelect,
  'memberId' | 'price' | 'priceActive' | 'minutes' | 'processingAfter' | 'processingMinutes'
>

export type ServiceRow = typeof service.$inferSelect & {
  members: Performer[]
  /** Those that guests can choose, with stored prices. */
  addons: StoredAddon[]
}

/** In SQL, the add-ons that guests can choose with a service, in the tenant's order, as one JSON array. */
export const addonsOf = (tenantId: TenantId, serviceId: SQL): SQL => sql`
  select coalesce(json_agg(json_build_object('id', addon.id, 'name', addon.name, 'minutes', addon.minutes,
      'price', addon.price, 'vat', addon.vat, 'exemptReason', addon.exempt_reason,
      'most', service_addon.most) order by addon.position, addon.id), '[]')
  from service_addon join addon on addon.tenant_id = ${tenantId} and addon.id = service_addon.addon_id
  where service_addon.tenant_id = ${tenantId} and service_addon.service_id = ${serviceId} and addon.active`

/** Lists the add-ons of all services in the tenant's order, also those that are not offered any more. */
export const listServiceAddons = (tx: Tx): Promise<(typeof serviceAddon.$inferSelect)[]> =>
  tx
    .select(getTableColumns(serviceAddon))
    .from(serviceAddon)
    .innerJoin(addon, and(eq(addon.tenantId, serviceAddon.tenantId), eq(addon.id, serviceAddon.addonId)))
    .where(eq(serviceAddon.tenantId, tx.tenantId))
    .orderBy(asc(serviceAddon.serviceId), asc(addon.position), asc(addon.id))

/** Lists the names of these add-ons, also of those that are not offered any more. */
export const listAddonNames = (tx: Tx, ids: string[]): Promise<{ id: string; name: string }[]> =>
  tx
    .select({ id: addon.id, name: addon.name })
    .from(addon)
    .where(and(eq(addon.tenantId, tx.tenantId), inArray(addon.id, ids)))
    .orderBy(asc(addon.position), asc(addon.id))

/**
 * Lists services by descending weight, each with the members who perform it. With `active: true`, services of
 * inactive types are excluded as well; only with `addons: true` they have their add-ons.
 */
export async function listServices(
  tx: Tx,
  filter: { active?: boolean; addons?: boolean | undefined },
): Promise<ServiceRow[]> {
  const activeTypes = tx
    .select({ id: serviceType.id })
    .from(serviceType)
    .where(and(eq(serviceType.tenantId, tx.tenantId), eq(serviceType.active, true)))
  const rows = await tx
    .select({
      ...getTableColumns(service),
      ...(filter.addons && { addons: sql<StoredAddon[]>`(${addonsOf(tx.tenantId, sql`"service"."id"`)})` }),
    })
    .from(service)
    .where(
      and(
        eq(service.tenantId, tx.tenantId),
        filter.active === undefined ? undefined : eq(service.active, filter.active),
        filter.active ? inArray(service.svctype, activeTypes) : undefined,
      ),
    )
    .orderBy(desc(service.weight), asc(service.id))
  const performers = await tx
    .select()
    .from(serviceMember)
    .where(eq(serviceMember.tenantId, tx.tenantId))
    .orderBy(asc(serviceMember.memberId))
  const byService = Map.groupBy(performers, (one) => one.serviceId)
  return rows.map((row) => ({ addons: [], ...row, members: byService.get(row.id) ?? [] }))
}
