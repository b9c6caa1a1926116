import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { staff } from '#db/schema/staff.ts'
import { toStoredEmail } from '#domain/email.ts'
import type { Tx } from '../database/db.ts'

export type StaffRow = typeof staff.$inferSelect

const isOwn = (tx: Tx) => eq(staff.tenantId, tx.tenantId)
/** A person who was removed is found by no query but that of names. */
const isThere = (tx: Tx) => and(isOwn(tx), isNull(staff.removedAt))
const byId = (tx: Tx, id: string) => and(isThere(tx), eq(staff.id, id))

/** Who works here or is invited, by name. */
export const listStaffRows = (tx: Tx): Promise<StaffRow[]> =>
  tx.select().from(staff).where(isThere(tx)).orderBy(asc(staff.name), asc(staff.id))

/** The names of all who have ever worked here, by name. */
export const listStaffNames = (tx: Tx): Promise<Pick<StaffRow, 'id' | 'name'>[]> =>
  tx
    .select({ id: staff.id, name: staff.name })
    .from(staff)
    .where(isOwn(tx))
    .orderBy(asc(staff.name), asc(staff.id))

/** @returns null for an unknown person, or one who was removed. */
export async function findStaffRow(tx: Tx, id: string): Promise<StaffRow | null> {
  const [row] = await tx.select().from(staff).where(byId(tx, id))
  return row ?? null
}

/** As `findStaffRow`, and locks the row until the end of the transaction. */
export async function lockStaffRow(tx: Tx, id: string): Promise<StaffRow | null> {
  const [row] = await tx.select().from(staff).where(byId(tx, id)).for('update')
  return row ?? null
}

/** @param email in any spelling. */
export async function findStaffByEmail(tx: Tx, email: string): Promise<StaffRow | null> {
  const [row] = await tx
    .select()
    .from(staff)
    .where(and(isThere(tx), eq(staff.email, toStoredEmail(email))))
  return row ?? null
}

/**
 * Locks the owners who have joined, in id order: of two changes that would each leave the other as the last
 * owner, the second one waits and sees the first.
 * @returns their ids.
 */
export async function lockOwners(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(isThere(tx), eq(staff.role, 'owner'), isNotNull(staff.joinedAt)))
    .orderBy(asc(staff.id))
    .for('update')
  return rows.map(({ id }) => id)
}

type NewStaff = Pick<StaffRow, 'name' | 'email' | 'role' | 'memberId' | 'createdAt'> &
  Partial<Pick<StaffRow, 'language' | 'invitedBy' | 'joinedAt'>>

/** @returns the new person's id, or null where somebody has the address already. */
export async function createStaff(tx: Tx, person: NewStaff): Promise<string | null> {
  const id = randomUUID()
  const { rowCount } = await tx
    .insert(staff)
    .values({ ...person, email: toStoredEmail(person.email), tenantId: tx.tenantId, id })
    .onConflictDoNothing()
  return rowCount === 1 ? id : null
}

type Change = Partial<
  Pick<
    StaffRow,
    | 'name'
    | 'role'
    | 'rights'
    | 'memberId'
    | 'language'
    | 'shortcuts'
    | 'hintsSeenAt'
    | 'pinHash'
    | 'joinedAt'
    | 'invitedBy'
    | 'createdAt'
    | 'removedAt'
  >
>

/** @returns whether there was such a person. */
export async function updateStaffRow(tx: Tx, id: string, change: Change): Promise<boolean> {
  const { rowCount } = await tx.update(staff).set(change).where(byId(tx, id))
  return rowCount === 1
}
