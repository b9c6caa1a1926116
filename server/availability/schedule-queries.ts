import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { absence, dayHours, type Origin } from '#db/schema/schedule.ts'
import type { Tx } from '../database/db.ts'

export type AbsenceRow = typeof absence.$inferSelect
export type DayHoursRow = typeof dayHours.$inferSelect
type NewAbsence = Pick<AbsenceRow, 'memberId' | 'from' | 'until' | 'reason'> &
  Partial<Pick<AbsenceRow, 'id' | 'kind'>> & { origin: Origin }
type NewDayHours = Pick<DayHoursRow, 'date' | 'hours' | 'members' | 'reason' | 'origin'> &
  Partial<Pick<DayHoursRow, 'id' | 'own' | 'createdAt'>>

/** Lists the absences of all members, or of one, in the order of time. */
export const listAbsences = (tx: Tx, memberId?: string): Promise<AbsenceRow[]> =>
  tx
    .select()
    .from(absence)
    .where(
      and(
        eq(absence.tenantId, tx.tenantId),
        memberId === undefined ? undefined : eq(absence.memberId, memberId),
      ),
    )
    .orderBy(asc(absence.from), asc(absence.until), asc(absence.memberId), asc(absence.id))

/** @returns null for an unknown one. */
export async function findAbsence(tx: Tx, id: string): Promise<AbsenceRow | null> {
  const [row] = await tx
    .select()
    .from(absence)
    .where(and(eq(absence.tenantId, tx.tenantId), eq(absence.id, id)))
  return row ?? null
}

/** @returns null for an unknown one. */
export async function findDayHours(tx: Tx, id: string): Promise<DayHoursRow | null> {
  const [row] = await tx
    .select()
    .from(dayHours)
    .where(and(eq(dayHours.tenantId, tx.tenantId), eq(dayHours.id, id)))
  return row ?? null
}

/** Lists the days with other hours, those of the tenant's file before others of the same day. */
export const listDayHours = (tx: Tx): Promise<DayHoursRow[]> =>
  tx
    .select()
    .from(dayHours)
    .where(eq(dayHours.tenantId, tx.tenantId))
    .orderBy(
      asc(dayHours.date),
      sql`${dayHours.origin} <> 'file'`,
      asc(dayHours.createdAt),
      sql`${dayHours.members} nulls first`,
      asc(dayHours.id),
    )

/** @returns the number of rows, as the functions below. */
export const createAbsences = async (tx: Tx, rows: NewAbsence[]): Promise<number> =>
  rows.length === 0
    ? 0
    : ((await tx.insert(absence).values(rows.map((one) => ({ tenantId: tx.tenantId, ...one })))).rowCount ??
      0)

export const createDayHours = async (tx: Tx, rows: NewDayHours[]): Promise<number> =>
  rows.length === 0
    ? 0
    : ((await tx.insert(dayHours).values(rows.map((one) => ({ tenantId: tx.tenantId, ...one })))).rowCount ??
      0)

export const updateAbsenceOrigins = async (tx: Tx, ids: string[], origin: Origin): Promise<number> =>
  (
    await tx
      .update(absence)
      .set({ origin })
      .where(and(eq(absence.tenantId, tx.tenantId), inArray(absence.id, ids)))
  ).rowCount ?? 0

export const deleteAbsences = async (tx: Tx, ids: string[]): Promise<number> =>
  (await tx.delete(absence).where(and(eq(absence.tenantId, tx.tenantId), inArray(absence.id, ids))))
    .rowCount ?? 0

export const deleteDayHours = async (tx: Tx, ids: string[]): Promise<number> =>
  (await tx.delete(dayHours).where(and(eq(dayHours.tenantId, tx.tenantId), inArray(dayHours.id, ids))))
    .rowCount ?? 0
