import { and, eq, notExists, sql } from 'drizzle-orm'
import { series, visit } from '#db/schema/visit.ts'
import type { Tx } from '../database/db.ts'

export type SeriesRow = Omit<typeof series.$inferSelect, 'tenantId'>

/** Inserts a series, without its visits; one that exists stays. */
export const createSeries = async (tx: Tx, row: SeriesRow): Promise<void> => {
  await tx
    .insert(series)
    .values({ ...row, tenantId: tx.tenantId })
    .onConflictDoNothing()
}

/** Finds a series. */
export async function findSeries(tx: Tx, id: string): Promise<SeriesRow | null> {
  const [row] = await tx
    .select({ id: series.id, weeks: series.weeks, firstDate: series.firstDate, minute: series.minute })
    .from(series)
    .where(and(eq(series.tenantId, tx.tenantId), eq(series.id, id)))
  return row ?? null
}

/** Deletes the series whose visits are gone, as those of holds that were given up. @returns the number. */
export async function removeEmptySeries(tx: Tx): Promise<number> {
  const visits = tx
    .select({ one: sql`1` })
    .from(visit)
    .where(and(eq(visit.tenantId, tx.tenantId), eq(visit.seriesId, series.id)))
  const gone = await tx
    .delete(series)
    .where(and(eq(series.tenantId, tx.tenantId), notExists(visits)))
    .returning({ id: series.id })
  return gone.length
}
