import { and, count, eq, gt, inArray, isNull, lt, max, sql } from 'drizzle-orm'
import type { ActionCodeKind } from '#domain/action-code.ts'
import { actionCode } from '#db/schema/guest.ts'
import type { Channel } from '#contract/identity/account-message.ts'
import type { ActionCodeData } from '#contract/identity/action-code.ts'
import type { Tx } from '#server/database/db.ts'

/** Wrong attempts per one-time code. */
const MAX_ATTEMPTS = 5

/** Stands in for the uid in queries when the guest does not exist; no uid contains a space. */
export const NO_GUEST_ID = ' '

const isForChannel = (channel: Channel) => sql`${actionCode.data} @> ${JSON.stringify(channel)}::jsonb`

/**
 * Counts the codes of these kinds sent to a guest's e-mail or number after `since`; `last` is the latest
 * one's time.
 */
export async function countCodes(
  tx: Tx,
  guestId: string,
  kinds: readonly ActionCodeKind[],
  { channel, since }: { channel: Channel; since: Date },
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
        isForChannel(channel),
      ),
    )
  return row ?? { sent: 0, last: null }
}

type OneTimeCode = {
  hash: string
  guestId: string | null
  data: ActionCodeData
  browserHash: string
  expiresAt: Date
}

/**
 * Stores a one-time code by its keyed hash. Ends an earlier one of the same browser to the same e-mail or
 * number (`data`).
 * @returns false when the guest already got the same code.
 */
export async function createOneTimeCode(tx: Tx, code: OneTimeCode, now: number): Promise<boolean> {
  await tx
    .update(actionCode)
    .set({ usesLeft: 0 })
    .where(and(forBrowser(tx, code), channelOf(code.data), gt(actionCode.usesLeft, 0)))
  const inserted = await tx
    .insert(actionCode)
    .values({ tenantId: tx.tenantId, kind: 'signInCode', usesLeft: 1, createdAt: new Date(now), ...code })
    .onConflictDoNothing()
  return inserted.rowCount === 1
}

/**
 * Checks one attempt at a guest's open code and consumes the code on a match. Counts and compares in a single
 * statement, so that concurrent requests cannot exceed `MAX_ATTEMPTS`.
 * @param attempt `guestId` is null for an unknown guest: then the dummy code is checked, which never matches.
 */
export async function verifyOneTimeCode(
  tx: Tx,
  attempt: { guestId: string | null; channel: Channel; browserHash: string; hash: string },
  now: number,
): Promise<boolean> {
  const { guestId, channel, hash } = attempt
  const isMatch = sql`${actionCode.hash} = ${hash}`
  const [row] = await tx
    .update(actionCode)
    .set({
      failures: sql`${actionCode.failures} + case when ${isMatch} then 0 else 1 end`,
      usesLeft: sql`case when ${isMatch} then 0 else ${actionCode.usesLeft} end`,
      usedAt: sql`case when ${isMatch} then ${new Date(now).toISOString()}::timestamptz end`,
    })
    .where(
      and(
        forBrowser(tx, attempt),
        // The dummy has no e-mail or number.
        guestId === null ? undefined : isForChannel(channel),
        gt(actionCode.usesLeft, 0),
        lt(actionCode.failures, MAX_ATTEMPTS),
        gt(actionCode.expiresAt, new Date(now)),
      ),
    )
    .returning({ hash: actionCode.hash })
  return row?.hash === hash
}

const channelOf = ({ email, mobile }: ActionCodeData) =>
  email !== undefined ? isForChannel({ email }) : mobile === undefined ? undefined : isForChannel({ mobile })

const forBrowser = (tx: Tx, { guestId, browserHash }: { guestId: string | null; browserHash: string }) =>
  and(
    eq(actionCode.tenantId, tx.tenantId),
    eq(actionCode.kind, 'signInCode'),
    guestId === null ? isNull(actionCode.guestId) : eq(actionCode.guestId, guestId),
    eq(actionCode.browserHash, browserHash),
  )
