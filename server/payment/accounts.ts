import * as v from 'valibot'
import { seal, unseal } from '../secret/seal.ts'
import type { Dependencies, Tenant } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import type { PaymentAccount, PaymentClient } from '../providers/payments/port.ts'
import { findSealedAccount, saveSealedAccount } from './account-queries.ts'

/** What an account is read with. */
type AccountContext = {
  tenant: Pick<Tenant, 'id'>
  /** Of a request only. */
  requestId?: string
  deps: Pick<Dependencies, 'db' | 'payments' | 'secret'> & { log: Pick<Dependencies['log'], 'warn'> }
}

const Account = v.object({
  clientId: v.string(),
  clientSecret: v.string(),
  subscriptionKey: v.string(),
  msn: v.string(),
  webhookId: v.string(),
  webhookSecret: v.string(),
})

/** A sealed account of one tenant cannot be opened as that of another. */
const purposeOf = (tenant: string): string => `payment account ${tenant}`

/** Stores the tenant's account, encrypted with a key derived from `secret`, in place of an earlier one. */
export const savePaymentAccount = (
  tx: Tx,
  secret: string,
  account: PaymentAccount,
  now: Date,
): Promise<void> =>
  saveSealedAccount(tx, {
    provider: 'vipps',
    sealed: seal(secret, purposeOf(tx.tenantId), JSON.stringify(account)),
    updatedAt: now,
  })

/** Reads the tenant's stored account; `unreadable`: another APP_SECRET has sealed it. */
export async function readPaymentAccount(
  tx: Tx,
  secret: string,
): Promise<PaymentAccount | 'unreadable' | null> {
  const sealed = await findSealedAccount(tx)
  if (sealed === null) return null
  const text = unseal(secret, purposeOf(tx.tenantId), sealed)
  const account = v.safeParse(v.pipe(v.string(), v.parseJson(), Account), text)
  return account.success ? account.output : 'unreadable'
}

/**
 * The tenant's account, in the demo that of the simulator. Reads in a transaction of its own, so call it
 * outside of one. Null, with a warning in the log, for one that cannot be opened.
 */
export async function findPaymentAccount({
  tenant,
  deps,
  requestId,
}: AccountContext): Promise<PaymentAccount | null> {
  const account = await deps.db.read(tenant.id, (tx) => readPaymentAccount(tx, deps.secret))
  if (account !== 'unreadable') return account ?? deps.payments.deriveDemoAccount(tenant.id)
  deps.log.warn(
    { tenant: tenant.id, requestId },
    'the payment account cannot be opened with this APP_SECRET: run bin/stamgast payment connect',
  )
  return null
}

/** A client for the tenant's account; null without an account, and where payment is off. */
export async function findPaymentClient(ctx: AccountContext): Promise<PaymentClient | null> {
  const account = await findPaymentAccount(ctx)
  return account && ctx.deps.payments.clientOf(account)
}
