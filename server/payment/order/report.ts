import { DAY_MS } from '#domain/day.ts'
import { ledgerDifferences, type LedgerDifference } from '#domain/checkout/ledger.ts'
import { findPaymentClient } from '../accounts.ts'
import type { PaymentContext } from '../context.ts'
import {
  listEndingOrders,
  listReportedAttempts,
  listUnfinishedOperations,
  type ListedOperation,
  type ReportedAttempt,
} from './order-queries.ts'

/** Attempts of this time are compared with the provider. */
const COMPARED_MS = 90 * DAY_MS
/** As the warning of the salon: `jobs.ts`. */
const WARNING_MS = 4 * DAY_MS

/** What the provider says of an attempt: `missing`: it does not know it; `unanswered`: nothing. */
export type Compared = {
  attempt: ReportedAttempt
  differs: LedgerDifference[] | 'missing' | 'unanswered'
}

export type PaymentReport = {
  open: ReportedAttempt[]
  flagged: ReportedAttempt[]
  operations: ListedOperation[]
  ending: { orderNumber: number | null; reservedUntil: Date | null }[]
  compared: number
  differing: Compared[]
}

/** Gathers what of a tenant's payments needs a look, and compares them with the provider one by one. */
export async function reportPayments(ctx: PaymentContext): Promise<PaymentReport> {
  const { deps, tenant } = ctx
  const now = deps.now()
  const [attempts, operations, ending] = await deps.db.read(tenant.id, async (tx) => [
    await listReportedAttempts(tx, new Date(now - COMPARED_MS)),
    await listUnfinishedOperations(tx),
    await listEndingOrders(tx, new Date(now + WARNING_MS)),
  ])
  const compared = await compareAll(ctx, attempts)
  return {
    open: attempts.filter(({ state }) => state === 'open'),
    flagged: attempts.filter(({ flag }) => flag !== null),
    operations,
    ending,
    compared: compared.length,
    differing: compared.filter(({ differs }) => typeof differs === 'string' || differs.length > 0),
  }
}

async function compareAll(ctx: PaymentContext, attempts: ReportedAttempt[]): Promise<Compared[]> {
  const client = await findPaymentClient(ctx)
  const compared: Compared[] = []
  for (const attempt of attempts) {
    const found = await client?.find(attempt.reference)
    if (found?.ok) compared.push({ attempt, differs: ledgerDifferences(attempt, found.facts) })
    else if (found?.reason !== 'missing') compared.push({ attempt, differs: 'unanswered' })
    // An attempt that was never begun there is unknown to the provider; an order is not.
    else compared.push({ attempt, differs: attempt.state === 'settled' ? 'missing' : [] })
  }
  return compared
}
