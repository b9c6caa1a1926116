import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { INVITE_TRY_MS } from '#domain/invite.ts'
import type { InviteOutcome, InvitePrefill } from '#contract/invite.ts'
import { invite } from '#db/schema/guest.ts'
import { newSecret } from './action-code.ts'
import type { Tx } from './db.ts'

export type InviteRow = typeof invite.$inferSelect

const one = (tx: Tx, id: string) => and(eq(invite.tenantId, tx.tenantId), eq(invite.id, id))
const since = sql<number | null>`(${invite.outcome}->>'since')::bigint`

/** Makes an invitation. @returns its id: 128 random bits, which is all that its link carries. */
export async function createInvite(
  tx: Tx,
  row: { prefill: InvitePrefill; expiresAt: Date; createdAt: Date },
): Promise<string> {
  const id = newSecret()
  await tx.insert(invite).values({ ...row, tenantId: tx.tenantId, id })
  return id
}

/** An invitation by its id, used, run out or not; null for one that never was, is forgotten or is another tenant's. */
export async function findInvite(tx: Tx, id: string): Promise<InviteRow | null> {
  const [row] = await tx.select().from(invite).where(one(tx, id))
  return row ?? null
}

/** Begins a try to accept it, marked with `now` (epoch ms). Of many at once one begins; false for the others, and once it is used or has ended. */
export async function claimInvite(tx: Tx, id: string, now: number): Promise<boolean> {
  const free = or(isNull(since), sql`${since} <= ${now - INVITE_TRY_MS}`)
  const { rowCount } = await tx
    .update(invite)
    .set({ outcome: { pending: true, since: now } })
    .where(and(one(tx, id), isNull(invite.usedAt), gt(invite.expiresAt, new Date(now)), free))
  return rowCount === 1
}

/** Uses it up, by the try that began at `begun`; what was known of the guest beforehand is forgotten. False when another try has taken over. */
export async function useInvite(tx: Tx, id: string, begun: number, at: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(invite)
    .set({ outcome: { success: true }, prefill: {}, usedAt: at })
    .where(and(one(tx, id), isNull(invite.usedAt), eq(since, begun)))
  return rowCount === 1
}

/** Ends the try that began at `begun` without using the invitation up. */
export const failInvite = (tx: Tx, id: string, begun: number, outcome: InviteOutcome | null) =>
  tx
    .update(invite)
    .set({ outcome })
    .where(and(one(tx, id), isNull(invite.usedAt), eq(since, begun)))

/** Forgets the invitations that could not be accepted any more at `before`, used or not. @returns how many. */
export async function removeOldInvites(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx
    .delete(invite)
    .where(and(eq(invite.tenantId, tx.tenantId), lt(invite.expiresAt, before)))
  return rowCount ?? 0
}
