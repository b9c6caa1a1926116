import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { service, serviceMember, serviceType } from '#db/schema/service.ts'
import type { Tx } from '../database/db.ts'

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

export type ServiceRow = typeof service.$inferSelect & {
  members: { memberId: string; price: number | null; priceActive: boolean }[]
}

/**
 * Lists services by descending weight, each with the members who perform it. With `active: true`, services of
 * inactive types are excluded as well.
 */
export async function listServices(tx: Tx, filter: { active?: boolean }): Promise<ServiceRow[]> {
  const activeTypes = tx
    .select({ id: serviceType.id })
    .from(serviceType)
    .where(and(eq(serviceType.tenantId, tx.tenantId), eq(serviceType.active, true)))
  const rows = await tx
    .select()
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
  return rows.map((row) => ({ ...row, members: byService.get(row.id) ?? [] }))
}
