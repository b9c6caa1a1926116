import { eq } from 'drizzle-orm'
import { paymentAccount } from '#db/schema/payment.ts'
import type { Tx } from '../database/db.ts'

/** The sealed credentials of the tenant's account; null where it has none. */
export async function findSealedAccount(tx: Tx): Promise<string | null> {
  const [row] = await tx
    .select({ sealed: paymentAccount.sealed })
    .from(paymentAccount)
    .where(eq(paymentAccount.tenantId, tx.tenantId))
  return row?.sealed ?? null
}

/** Stores the sealed credentials of the tenant's account, in place of earlier ones. */
export const saveSealedAccount = async (
  tx: Tx,
  row: { provider: 'vipps'; sealed: string; updatedAt: Date },
): Promise<void> => {
  await tx
    .insert(paymentAccount)
    .values({ ...row, tenantId: tx.tenantId })
    .onConflictDoUpdate({ target: paymentAccount.tenantId, set: row })
}
