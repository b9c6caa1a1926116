import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { staffNote } from '#db/schema/visit.ts'
import type { Tx } from '../database/db.ts'

export type StaffNoteRow = typeof staffNote.$inferSelect

/** Adds a note of a person of the salon to a visit. @returns its id. */
export async function createStaffNote(tx: Tx, note: Omit<StaffNoteRow, 'tenantId' | 'id'>): Promise<string> {
  const id = randomUUID()
  await tx.insert(staffNote).values({ ...note, tenantId: tx.tenantId, id })
  return id
}

/** Lists the notes of the salon about these visits, the earliest first. */
export const listStaffNotes = async (tx: Tx, visitIds: string[]): Promise<StaffNoteRow[]> =>
  visitIds.length === 0
    ? []
    : tx
        .select()
        .from(staffNote)
        .where(and(eq(staffNote.tenantId, tx.tenantId), inArray(staffNote.visitId, visitIds)))
        .orderBy(asc(staffNote.at), asc(staffNote.id))

/** Deletes the notes of the salon about these visits. */
export async function removeStaffNotes(tx: Tx, visitIds: string[]): Promise<void> {
  const isOfThem = sql`${staffNote.visitId} = any(${sql.param(visitIds)}::uuid[])`
  await tx.delete(staffNote).where(and(eq(staffNote.tenantId, tx.tenantId), isOfThem))
}
