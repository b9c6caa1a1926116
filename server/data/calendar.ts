import { eq, sql } from 'drizzle-orm'
import { calendar } from '#db/schema.ts'
import type { BookingRules } from '#contract/tenant.ts'
import type { Tx } from './db.ts'

/** @throws when the tenant has none. */
export async function getCalendar(tx: Tx): Promise<{ rules: BookingRules; version: number }> {
  const [row] = await tx.select({ rules: calendar.rules, version: calendar.version }).from(calendar).where(eq(calendar.tenantId, tx.tenantId))
  if (!row) throw new Error('the tenant has no calendar')
  return row
}

/** Also how many holds have run out since the version last moved: they end without a write. */
export async function getCalendarState(tx: Tx, now: Date): Promise<{ rules: BookingRules; version: number; expired: number }> {
  const { rows: [row] } = await tx.execute<{ rules: BookingRules; version: string; expired: number }>(sql`
    select rules, version, (select count(*) from visit where visit.tenant_id = calendar.tenant_id and state = 'held' and hold_until <= ${now.toISOString()}::timestamptz)::int as expired
    from calendar where tenant_id = ${tx.tenantId}`)
  if (!row) throw new Error('the tenant has no calendar')
  return { ...row, version: Number(row.version) }
}

/** Tells that something else can be booked now. The row is locked from here on, so this comes last in a transaction. */
export const bumpCalendar = async (tx: Tx): Promise<void> => {
  await tx.update(calendar).set({ version: sql`${calendar.version} + 1` }).where(eq(calendar.tenantId, tx.tenantId))
}
