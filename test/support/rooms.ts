import { sql } from 'drizzle-orm'
import type { TenantId } from '#server/database/db.ts'
import type { TestDb } from './make.ts'

/** Pairs of ranges of a unit that overlap; none may. */
export async function countUnitOverlaps({ unrecorded }: Pick<TestDb, 'unrecorded'>, tenant: TenantId) {
  const { rows } = await unrecorded.read(tenant, (tx) =>
    tx.execute(sql`select 1 from segment_unit a join segment_unit b on a.resource_id = b.resource_id
      and a.unit = b.unit and a.busy && b.busy and a.taken and b.taken
      and (a.visit_id, a.position) < (b.visit_id, b.position)`),
  )
  return rows.length
}

/** Units that are taken while their segment is not, or the other way round; none may be. */
export async function countUnequal({ unrecorded }: Pick<TestDb, 'unrecorded'>, tenant: TenantId) {
  const { rows } = await unrecorded.read(tenant, (tx) =>
    tx.execute(sql`select 1 from segment_unit join segment on segment.tenant_id = segment_unit.tenant_id
      and segment.visit_id = segment_unit.visit_id and segment.position = segment_unit.position
      where segment.taken <> segment_unit.taken`),
  )
  return rows.length
}
