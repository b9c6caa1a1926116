import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm'
import { holiday } from '#db/schema/schedule.ts'
import type { Tx } from '../database/db.ts'

/** A public holiday on which the salon is closed; `names` by language, always in the tenant's own. */
export type HolidayRow = Pick<typeof holiday.$inferSelect, 'date' | 'names'>

/** Lists the public holidays from a date on, until another, both included, in order. */
export const listHolidays = (
  tx: Tx,
  { from, until }: { from?: string | undefined; until?: string | undefined } = {},
): Promise<HolidayRow[]> =>
  tx
    .select({ date: holiday.date, names: holiday.names })
    .from(holiday)
    .where(
      and(
        eq(holiday.tenantId, tx.tenantId),
        from === undefined ? undefined : gte(holiday.date, from),
        until === undefined ? undefined : lte(holiday.date, until),
      ),
    )
    .orderBy(asc(holiday.date))

/** What has become of the public holidays. `renamed` are those of the same date with other names. */
export type HolidayChanges = { gone: HolidayRow[]; added: HolidayRow[]; renamed: HolidayRow[] }

/** Replaces the public holidays from a date on; earlier ones stay, as the days of then were. */
export async function replaceHolidays(
  tx: Tx,
  from: string,
  wanted: readonly HolidayRow[],
): Promise<HolidayChanges> {
  const stored = await listHolidays(tx, { from })
  const known = new Map(stored.map((one) => [one.date, one]))
  const kept = new Set(wanted.map(({ date }) => date))
  const changes = {
    gone: stored.filter(({ date }) => !kept.has(date)),
    added: wanted.filter(({ date }) => !known.has(date)),
    renamed: wanted.filter((one) => {
      const before = known.get(one.date)
      return before !== undefined && !sameNames(before.names, one.names)
    }),
  }
  const dates = [...changes.gone, ...changes.renamed].map(({ date }) => date)
  if (dates.length > 0)
    await tx.delete(holiday).where(and(eq(holiday.tenantId, tx.tenantId), inArray(holiday.date, dates)))
  const rows = [...changes.added, ...changes.renamed]
  if (rows.length > 0) await tx.insert(holiday).values(rows.map((one) => ({ tenantId: tx.tenantId, ...one })))
  return changes
}

const sameNames = (one: Record<string, string>, other: Record<string, string>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([language, name]) => other[language] === name)
