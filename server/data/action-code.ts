import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import { parseActionCode, type ActionCodeKind } from '#domain/action-code.ts'
import type { ActionCodeData } from '#contract/action-code.ts'
import { actionCode } from '#db/schema/guest.ts'
import type { Tx } from './db.ts'

export type ActionCodeRow = typeof actionCode.$inferSelect

type NewActionCode = {
  kind: ActionCodeKind
  guestId: string | null
  data: ActionCodeData
  /** SHA-256 of the cookie of the browser that asks for it. */
  browserHash?: string | null
  /** One unless it is said otherwise. */
  uses?: number
  expiresAt: Date
}

/** The form in which a secret is stored: SHA-256, base64url. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
/** 128 bits in 22 characters. */
export const newSecret = (): string => randomBytes(16).toString('base64url')

/** Stores a new code and gives it back as it goes out: `<tenant>.<secret>`; only its hash stays. */
export async function createActionCode(
  tx: Tx,
  { uses = 1, browserHash = null, ...code }: NewActionCode,
  now: number,
): Promise<string> {
  const secret = newSecret()
  await tx
    .insert(actionCode)
    .values({
      tenantId: tx.tenantId,
      hash: secretHash(secret),
      usesLeft: uses,
      browserHash,
      createdAt: new Date(now),
      ...code,
    })
  return `${tx.tenantId}.${secret}`
}

const ofCode = (tx: Tx, code: string, kinds: readonly ActionCodeKind[]) => {
  const parts = parseActionCode(code)
  return parts?.tenant === tx.tenantId
    ? and(
        eq(actionCode.tenantId, tx.tenantId),
        eq(actionCode.hash, secretHash(parts.secret)),
        inArray(actionCode.kind, [...kinds]),
      )
    : null
}

/** A code of one of these kinds, whether it can still be used or not; null for one that never was, is another tenant's or another kind's. */
export async function findActionCode(
  tx: Tx,
  code: string,
  kinds: readonly ActionCodeKind[],
): Promise<ActionCodeRow | null> {
  const matching = ofCode(tx, code, kinds)
  const [row] = matching ? await tx.select().from(actionCode).where(matching) : []
  return row ?? null
}

/** Whether a found code can still be used. */
export const codeState = (
  row: Pick<ActionCodeRow, 'usesLeft' | 'expiresAt'>,
  now: number,
): 'fresh' | 'used' | 'expired' =>
  row.usesLeft <= 0 ? 'used' : row.expiresAt.getTime() <= now ? 'expired' : 'fresh'

/** Uses a code up, in one statement: of many at once exactly as many succeed as it has uses. Null when it cannot be used. */
export async function useActionCode(
  tx: Tx,
  code: string,
  kinds: readonly ActionCodeKind[],
  now: number,
): Promise<ActionCodeRow | null> {
  const matching = ofCode(tx, code, kinds)
  if (!matching) return null
  const [row] = await tx
    .update(actionCode)
    .set({ usesLeft: sql`${actionCode.usesLeft} - 1`, usedAt: new Date(now) })
    .where(and(matching, gt(actionCode.usesLeft, 0), gt(actionCode.expiresAt, new Date(now))))
    .returning()
  return row ?? null
}

/** Ends all codes of these kinds that a guest still has: a newer one, or another way in, has taken their place. */
export const endActionCodes = (tx: Tx, guestId: string, kinds: readonly ActionCodeKind[]) =>
  tx
    .update(actionCode)
    .set({ usesLeft: 0 })
    .where(
      and(
        eq(actionCode.tenantId, tx.tenantId),
        eq(actionCode.guestId, guestId),
        inArray(actionCode.kind, [...kinds]),
        gt(actionCode.usesLeft, 0),
      ),
    )

/** Ends the codes of these kinds that a guest was sent at or after `since`. */
export const endLaterActionCodes = (tx: Tx, guestId: string, kinds: readonly ActionCodeKind[], since: Date) =>
  tx
    .update(actionCode)
    .set({ usesLeft: 0 })
    .where(
      and(
        eq(actionCode.tenantId, tx.tenantId),
        eq(actionCode.guestId, guestId),
        inArray(actionCode.kind, [...kinds]),
        gte(actionCode.createdAt, since),
        gt(actionCode.usesLeft, 0),
      ),
    )

/** Forgets what ended before `before`, of these kinds: by then nobody can want to know any more why a link does not work. @returns how many. */
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
