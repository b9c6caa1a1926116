import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { INVITE_ATTEMPT_MS } from '#domain/invite.ts'
import type { InviteOutcome, InvitePrefill } from '#contract/identity/invite.ts'
import { invite } from '#db/schema/guest.ts'
import { randomToken } from '#server/secret/hash.ts'
import type { Tx } from '#server/database/db.ts'

export type InviteRow = typeof invite.$inferSelect

const byId = (tx: Tx, id: string) => and(eq(invite.tenantId, tx.tenantId), eq(invite.id, id))
const pendingSince = sql<number | null>`(${invite.outcome}->>'since')::bigint`

/** Creates an invitation. @returns its id: 128 random bits, the only credential in its link. */
export async function createInvite(
  tx: Tx,
  row: { prefill: InvitePrefill; expiresAt: Date; createdAt: Date },
): Promise<string> {
  const id = randomToken()
  await tx.insert(invite).values({ ...row, tenantId: tx.tenantId, id })
  return id
}

/**
 * @returns the invitation, also when consumed or expired; null when it is unknown, deleted or another
 * tenant's.
 */
export async function findInvite(tx: Tx, id: string): Promise<InviteRow | null> {
  const [row] = await tx.select().from(invite).where(byId(tx, id))
  return row ?? null
}

/**
 * Starts an attempt to accept the invitation, identified by `now` (epoch ms).
 * @returns false while another attempt is pending, and once the invitation is consumed or expired.
 */
export async function claimInvite(tx: Tx, id: string, now: number): Promise<boolean> {
  const notPending = or(isNull(pendingSince), sql`${pendingSince} <= ${now - INVITE_ATTEMPT_MS}`)
  const { rowCount } = await tx
    .update(invite)
    .set({ outcome: { pending: true, since: now } })
    .where(and(byId(tx, id), isNull(invite.usedAt), gt(invite.expiresAt, new Date(now)), notPending))
  return rowCount === 1
}

/**
 * Consumes the invitation for the attempt that started at `startedAt`, and clears its prefill.
 * @returns false when another attempt has replaced this one.
 */
export async function consumeInvite(tx: Tx, id: string, startedAt: number, at: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(invite)
    .set({ outcome: { success: true }, prefill: {}, usedAt: at })
    .where(and(byId(tx, id), isNull(invite.usedAt), eq(pendingSince, startedAt)))
  return rowCount === 1
}

/** Ends the attempt that started at `startedAt` without consuming the invitation. */
export const failInvite = (tx: Tx, id: string, startedAt: number, outcome: InviteOutcome | null) =>
  tx
    .update(invite)
    .set({ outcome })
    .where(and(byId(tx, id), isNull(invite.usedAt), eq(pendingSince, startedAt)))

/**
 * Deletes the invitations that expired before `before`, consumed or not.
 * @returns the number of deleted rows.
 */
export async function removeOldInvites(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx
    .delete(invite)
    .where(and(eq(invite.tenantId, tx.tenantId), lt(invite.expiresAt, before)))
  return rowCount ?? 0
}
