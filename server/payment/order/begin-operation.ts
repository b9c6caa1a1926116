import { randomUUID } from 'node:crypto'
import type { Tx } from '#server/database/db.ts'
import type { PaymentContext } from '../context.ts'
import { createOperation, listStandingOperations, type OperationRow } from './operation-queries.ts'
import type { AttemptRow } from '../queries.ts'

/**
 * Writes down a change that a job, or `runOperation`, requests from the provider after the commit. A payment
 * is captured once, and cancelled once: an operation that is pending or done is the answer again.
 * @param amount minor units of the attempt's currency, above 0. @param pieces that a refund is for.
 */
export async function beginOperation(
  { deps }: Pick<PaymentContext, 'deps'>,
  tx: Tx,
  {
    attempt,
    kind,
    amount,
    pieces = null,
  }: { attempt: Pick<AttemptRow, 'id'> } & Pick<OperationRow, 'kind' | 'amount'> &
    Partial<Pick<OperationRow, 'pieces'>>,
): Promise<OperationRow> {
  const row: OperationRow = {
    id: randomUUID(),
    attemptId: attempt.id,
    kind,
    amount,
    pieces,
    state: 'pending',
    code: null,
    createdAt: new Date(deps.now()),
    doneAt: null,
  }
  if (await createOperation(tx, row)) {
    await deps.jobs.runPaymentOperation(tx, row.id)
    return row
  }
  const standing = (await listStandingOperations(tx, attempt.id)).find((one) => one.kind === kind)
  if (!standing) throw new Error('an operation is neither new nor known')
  return standing
}
