import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { resource, resourceUnit } from '#db/schema/resource.ts'
import type { TenantId, Tx } from '../database/db.ts'
import { lockMembers } from '../service/member-queries.ts'
import type { Capacity } from './segment-queries.ts'

type ResourceRow = typeof resource.$inferSelect
type UnitRow = typeof resourceUnit.$inferSelect
/** A room or a kind of equipment, with the numbers of the units that can be booked, ascending. */
export type BookableResource = { id: string; name: string; units: number[] }

/**
 * Locks members and then resources, each in id order, so that concurrent bookings wait for each other instead
 * of deadlocking on the exclusion constraints. A resource is locked as a whole: its lowest free unit is
 * taken.
 */
export async function lockCapacity(tx: Tx, { memberIds, resourceIds }: Capacity): Promise<void> {
  await lockMembers(tx, memberIds)
  await lockResources(tx, resourceIds)
}

/** Locks the rows of these resources; nothing is asked without any. */
export async function lockResources(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .select({ id: resource.id })
    .from(resource)
    .where(and(eq(resource.tenantId, tx.tenantId), inArray(resource.id, ids)))
    .orderBy(asc(resource.id))
    .for('no key update')
}

/** Lists these resources with the units that can be booked; nothing is asked without any. */
export async function listBookableResources(tx: Tx, ids: string[]): Promise<BookableResource[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.execute<BookableResource>(sql`
    select id, name, ${bookableUnits(tx.tenantId)} as units
    from resource where resource.tenant_id = ${tx.tenantId} and id = any(${sql.param(ids)}::text[])
    order by id`)
  return rows
}

/** Lists all resources in the tenant's order, also those that are only kept for their visits. */
export const listResources = (tx: Tx): Promise<ResourceRow[]> =>
  tx
    .select()
    .from(resource)
    .where(eq(resource.tenantId, tx.tenantId))
    .orderBy(asc(resource.position), asc(resource.id))

/** Lists the units of all resources, also those that are only kept for their visits. */
export const listUnits = (tx: Tx): Promise<UnitRow[]> =>
  tx
    .select()
    .from(resourceUnit)
    .where(eq(resourceUnit.tenantId, tx.tenantId))
    .orderBy(asc(resourceUnit.resourceId), asc(resourceUnit.unit))

/** In SQL, the numbers of the units that can be booked of a row of `resource`. */
export const bookableUnits = (
  tenant: TenantId,
) => sql`(select coalesce(json_agg(bookable.unit order by bookable.unit), '[]')
  from resource_unit as bookable where bookable.tenant_id = ${tenant}
    and bookable.resource_id = resource.id and bookable.active)`

/** In SQL, whether no unit that a row of `segment` uses is only kept for its visits. */
export const isEquipped = (tenant: TenantId) => sql`not exists (select from segment_unit
  join resource_unit on resource_unit.tenant_id = ${tenant}
    and resource_unit.resource_id = segment_unit.resource_id and resource_unit.unit = segment_unit.unit
  where segment_unit.tenant_id = ${tenant} and segment_unit.visit_id = segment.visit_id
    and segment_unit.position = segment.position and not resource_unit.active)`
