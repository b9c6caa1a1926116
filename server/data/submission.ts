import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { submission } from '#db/schema/submission.ts'
import type { Tx } from './db.ts'

const isIt = (tx: Tx, hash: string) => and(eq(submission.tenantId, tx.tenantId), eq(submission.hash, hash))

/** Of many that send the same at once one begins; so does whoever comes after one that began before `given` and never ended, or before `old`. */
export async function claimSubmission(
  tx: Tx,
  hash: string,
  at: Date,
  { given, old }: { given: Date; old: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(submission)
    .values({ tenantId: tx.tenantId, hash, begunAt: at })
    .onConflictDoUpdate({
      target: [submission.tenantId, submission.hash],
      set: { begunAt: at, answer: null },
      setWhere: or(
        lt(submission.begunAt, old),
        and(isNull(submission.answer), lt(submission.begunAt, given)),
      ),
    })
  return rowCount === 1
}

/** The sealed answer; null while there is none, undefined where nothing was sent like that. */
export async function findSubmission(tx: Tx, hash: string): Promise<string | null | undefined> {
  const [row] = await tx.select({ answer: submission.answer }).from(submission).where(isIt(tx, hash))
  return row?.answer
}

export const answerSubmission = async (tx: Tx, hash: string, answer: string): Promise<void> => {
  await tx.update(submission).set({ answer }).where(isIt(tx, hash))
}

export const removeSubmission = async (tx: Tx, hash: string): Promise<void> => {
  await tx.delete(submission).where(isIt(tx, hash))
}

/** @returns how many there were. */
export const removeOldSubmissions = async (tx: Tx, before: Date): Promise<number> => {
  const { rowCount } = await tx
    .delete(submission)
    .where(and(eq(submission.tenantId, tx.tenantId), lt(submission.begunAt, before)))
  return rowCount ?? 0
}
