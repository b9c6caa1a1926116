import { and, count, eq, gt, gte, inArray, isNotNull, lt, max, sql } from 'drizzle-orm'
import { parseActionCode, type ActionCodeKind, type StaffCodeKind } from '#domain/action-code.ts'
import type { ActionCodeData } from '#contract/identity/action-code.ts'
import { actionCode } from '#db/schema/guest.ts'
import type { Tx } from '#server/database/db.ts'
import { sha256, randomToken } from '#server/secret/hash.ts'

export type ActionCodeRow = typeof actionCode.$inferSelect

type NewActionCode = {
  kind: ActionCodeKind
  guestId: string | null
  /** Of a code of the salon's own site: who works there. */
  staffId?: string | null
  data: ActionCodeData
  /** SHA-256 of the binding cookie of the browser that requests the code. */
  browserHash?: string | null
  /** Default 1. */
  uses?: number
  expiresAt: Date
}

/** Stores the hash of a new code. @returns the code, `<tenant>.<secret>`. */
export async function createActionCode(
  tx: Tx,
  { uses = 1, browserHash = null, ...code }: NewActionCode,
  now: number,
): Promise<string> {
  const secret = randomToken()
  await tx.insert(actionCode).values({
    tenantId: tx.tenantId,
    hash: sha256(secret),
    usesLeft: uses,
    browserHash,
    createdAt: new Date(now),
    ...code,
  })
  return `${tx.tenantId}.${secret}`
}

const matchesCode = (tx: Tx, code: string, kinds: readonly ActionCodeKind[]) => {
  const parts = parseActionCode(code)
  return parts?.tenant === tx.tenantId
    ? and(
        eq(actionCode.tenantId, tx.tenantId),
        eq(actionCode.hash, sha256(parts.secret)),
        inArray(actionCode.kind, [...kinds]),
      )
    : null
}

/**
 * @returns the code, also when it is consumed or expired; null when it is unknown, of another tenant or of
 * another kind.
 */
export async function findActionCode(
  tx: Tx,
  code: string,
  kinds: readonly ActionCodeKind[],
): Promise<ActionCodeRow | null> {
  const matching = matchesCode(tx, code, kinds)
  const [row] = matching ? await tx.select().from(actionCode).where(matching) : []
  return row ?? null
}

export const codeState = (
  row: Pick<ActionCodeRow, 'usesLeft' | 'expiresAt'>,
  now: number,
): 'fresh' | 'used' | 'expired' =>
  row.usesLeft <= 0 ? 'used' : row.expiresAt.getTime() <= now ? 'expired' : 'fresh'

/**
 * Consumes one use of a code in a single statement, so that concurrent requests cannot exceed its uses.
 * @returns null when the code is unknown, consumed or expired.
 */
export async function consumeActionCode(
  tx: Tx,
  code: string,
  kinds: readonly ActionCodeKind[],
  now: number,
): Promise<ActionCodeRow | null> {
  const matching = matchesCode(tx, code, kinds)
  if (!matching) return null
  const [row] = await tx
    .update(actionCode)
    .set({ usesLeft: sql`${actionCode.usesLeft} - 1`, usedAt: new Date(now) })
    .where(and(matching, gt(actionCode.usesLeft, 0), gt(actionCode.expiresAt, new Date(now))))
    .returning()
  return row ?? null
}

/** Ends a guest's open codes of these kinds; with `since`, those that were created at or after it. */
export const endActionCodes = (tx: Tx, guestId: string, kinds: readonly ActionCodeKind[], since?: Date) =>
  tx
    .update(actionCode)
    .set({ usesLeft: 0 })
    .where(
      and(
        eq(actionCode.tenantId, tx.tenantId),
        eq(actionCode.guestId, guestId),
        inArray(actionCode.kind, [...kinds]),
        since && gte(actionCode.createdAt, since),
        gt(actionCode.usesLeft, 0),
      ),
    )

/** As `endActionCodes`, of a person who works in the salon's own site. */
export const endStaffCodes = (tx: Tx, staffId: string, kinds: readonly StaffCodeKind[]) =>
  tx
    .update(actionCode)
    .set({ usesLeft: 0 })
    .where(
      and(
        eq(actionCode.tenantId, tx.tenantId),
        eq(actionCode.staffId, staffId),
        inArray(actionCode.kind, [...kinds]),
        gt(actionCode.usesLeft, 0),
      ),
    )

/** When the open codes of a kind expire, by the person whom each is of. */
export async function listStaffCodes(tx: Tx, kind: StaffCodeKind, now: number): Promise<Map<string, Date>> {
  const rows = await tx
    .select({ staffId: actionCode.staffId, expiresAt: actionCode.expiresAt })
    .from(actionCode)
    .where(
      and(
        eq(actionCode.tenantId, tx.tenantId),
        isNotNull(actionCode.staffId),
        eq(actionCode.kind, kind),
        gt(actionCode.usesLeft, 0),
        gt(actionCode.expiresAt, new Date(now)),
      ),
    )
  return new Map(rows.map(({ staffId, expiresAt }) => [staffId ?? '', expiresAt]))
}

/** How many codes of a kind a person was sent since an instant, used ones included, and when the last was. */
export async function countStaffCodes(
  tx: Tx,
  staffId: string,
  kind: StaffCodeKind,
  since: Date,
): Promise<{ sent: number; last: Date | null }> {
  const [row] = await tx
    .select({ sent: count(), last: max(actionCode.createdAt) })
    .from(actionCode)
    .where(
      and(
        eq(actionCode.tenantId, tx.tenantId),
        eq(actionCode.staffId, staffId),
        eq(actionCode.kind, kind),
        gte(actionCode.createdAt, since),
      ),
    )
  return row ?? { sent: 0, last: null }
}

/**
 * Deletes the codes of these kinds that expired before `before`. Until then a request with an old link gets
 * the reason why it fails.
 * @returns the number of deleted rows.
 */
export async function removeOldActionCodes(
  tx: Tx,
  kinds: readonly ActionCodeKind[],
  before: Date,
): Promise<number> {
  const { rowCount } = await tx
    .delete(actionCode)
    .where(
      and(
        eq(actionCode.tenantId, tx.tenantId),
        lt(actionCode.expiresAt, before),
        inArray(actionCode.kind, [...kinds]),
      ),
    )
  return rowCount ?? 0
}
