import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { submission } from '#db/schema/submission.ts'
import type { Tx } from '../database/db.ts'

const isSubmission = (tx: Tx, hash: string) =>
  and(eq(submission.tenantId, tx.tenantId), eq(submission.hash, hash))

/**
 * Claims a submission: one of many concurrent requests succeeds. A claim from before `abandoned` without an
 * answer, or from before `expired`, may be taken over.
 */
export async function claimSubmission(
  tx: Tx,
  hash: string,
  at: Date,
  { abandoned, expired }: { abandoned: Date; expired: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(submission)
    .values({ tenantId: tx.tenantId, hash, begunAt: at })
    .onConflictDoUpdate({
      target: [submission.tenantId, submission.hash],
      set: { begunAt: at, answer: null },
      setWhere: or(
        lt(submission.begunAt, expired),
        and(isNull(submission.answer), lt(submission.begunAt, abandoned)),
      ),
    })
  return rowCount === 1
}

/** The encrypted response; null while there is none, undefined for an unknown submission. */
export async function findSubmission(tx: Tx, hash: string): Promise<string | null | undefined> {
  const [row] = await tx.select({ answer: submission.answer }).from(submission).where(isSubmission(tx, hash))
  return row?.answer
}

export const answerSubmission = async (tx: Tx, hash: string, answer: string): Promise<void> => {
  await tx.update(submission).set({ answer }).where(isSubmission(tx, hash))
}

export const removeSubmission = async (tx: Tx, hash: string): Promise<void> => {
  await tx.delete(submission).where(isSubmission(tx, hash))
}

/** @returns how many there were. */
export const removeOldSubmissions = async (tx: Tx, before: Date): Promise<number> => {
  const { rowCount } = await tx
    .delete(submission)
    .where(and(eq(submission.tenantId, tx.tenantId), lt(submission.begunAt, before)))
  return rowCount ?? 0
}
