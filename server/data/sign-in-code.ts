import { and, count, eq, gt, inArray, isNull, lt, max, sql } from 'drizzle-orm'
import type { ActionCodeKind } from '#domain/action-code.ts'
import { actionCode } from '#db/schema/guest.ts'
import type { ActionCodeData } from '#contract/action-code.ts'
import type { Tx } from './db.ts'

/** Wrong guesses that a code of six digits stands. */
const GUESSES = 5

type Channel = { email: string } | { mobile: string }
const sentTo = (channel: Channel) => sql`${actionCode.data} @> ${JSON.stringify(channel)}::jsonb`

/** The codes of these kinds that a guest was sent to one address or number since then: how many, and when the last. */
export async function countCodes(
  tx: Tx,
  guestId: string,
  kinds: readonly ActionCodeKind[],
  channel: Channel,
  since: Date,
): Promise<{ sent: number; last: Date | null }> {
  const [row] = await tx
    .select({ sent: count(), last: max(actionCode.createdAt) })
    .from(actionCode)
    .where(
      and(
        eq(actionCode.tenantId, tx.tenantId),
        eq(actionCode.guestId, guestId),
        inArray(actionCode.kind, [...kinds]),
        gt(actionCode.createdAt, since),
        sentTo(channel),
      ),
    )
  return row ?? { sent: 0, last: null }
}

type ShortCode = {
  hash: string
  guestId: string | null
  data: ActionCodeData
  browserHash: string
  expiresAt: Date
}

/** Stores a code of six digits, of which `hash` is a keyed hash; an earlier one of the same browser ends. False where the guest was sent these very digits before. */
export async function createShortCode(tx: Tx, code: ShortCode, now: number): Promise<boolean> {
  await tx
    .update(actionCode)
    .set({ usesLeft: 0 })
    .where(and(ofBrowser(tx, code.guestId, code.browserHash), gt(actionCode.usesLeft, 0)))
  const made = await tx
    .insert(actionCode)
    .values({ tenantId: tx.tenantId, kind: 'signInCode', usesLeft: 1, createdAt: new Date(now), ...code })
    .onConflictDoNothing()
  return made.rowCount === 1
}

/**
 * One guess at a guest's open code (`guestId` null: at one that was made for nobody, and that nothing fits), counted and compared in one statement: of many at once no more are looked at than it has
 * guesses, and one that fits uses it up.
 */
export async function guessShortCode(
  tx: Tx,
  { guestId, browserHash, hash }: { guestId: string | null; browserHash: string; hash: string },
  now: number,
): Promise<boolean> {
  const right = sql`${actionCode.hash} = ${hash}`
  const [row] = await tx
    .update(actionCode)
    .set({
      failures: sql`${actionCode.failures} + case when ${right} then 0 else 1 end`,
      usesLeft: sql`case when ${right} then 0 else ${actionCode.usesLeft} end`,
      usedAt: sql`case when ${right} then ${new Date(now).toISOString()}::timestamptz end`,
    })
    .where(
      and(
        ofBrowser(tx, guestId, browserHash),
        gt(actionCode.usesLeft, 0),
        lt(actionCode.failures, GUESSES),
        gt(actionCode.expiresAt, new Date(now)),
      ),
    )
    .returning({ hash: actionCode.hash })
  return row?.hash === hash
}

const ofBrowser = (tx: Tx, guestId: string | null, browserHash: string) =>
  and(
    eq(actionCode.tenantId, tx.tenantId),
    eq(actionCode.kind, 'signInCode'),
    guestId === null ? isNull(actionCode.guestId) : eq(actionCode.guestId, guestId),
    eq(actionCode.browserHash, browserHash),
  )

/** Does the work either way, and undoes it where it shall not be kept: so that what is not done takes as long as what is. */
export async function keepOrUndo(tx: Tx, work: () => Promise<boolean>): Promise<boolean> {
  await tx.execute(sql`savepoint tried`)
  const kept = await work()
  await tx.execute(kept ? sql`release savepoint tried` : sql`rollback to savepoint tried`)
  return kept
}
