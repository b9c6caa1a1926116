import { randomUUID } from 'node:crypto'
import { and, asc, eq, ne } from 'drizzle-orm'
import { account, passkey } from '#db/schema/guest.ts'
import type { Tx } from '#server/database/db.ts'

type AccountRow = Pick<typeof account.$inferSelect, 'providerId' | 'accountId' | 'userId' | 'createdAt'>

const columns = {
  providerId: account.providerId,
  accountId: account.accountId,
  userId: account.userId,
  createdAt: account.createdAt,
}
const inTenant = (tx: Tx) => eq(account.tenantId, tx.tenantId)
const CREDENTIAL = 'credential'

/** Finds the account of an identity by the provider's subject, never by an e-mail. */
export async function findAccount(tx: Tx, provider: string, subject: string): Promise<AccountRow | null> {
  const [row] = await tx
    .select(columns)
    .from(account)
    .where(and(inTenant(tx), eq(account.providerId, provider), eq(account.accountId, subject)))
  return row ?? null
}

/** The providers that a guest has linked, oldest first, without the password. */
export const listAccounts = (tx: Tx, uid: string): Promise<AccountRow[]> =>
  tx
    .select(columns)
    .from(account)
    .where(and(inTenant(tx), eq(account.userId, uid), ne(account.providerId, CREDENTIAL)))
    .orderBy(asc(account.createdAt), asc(account.providerId))

/** Links an identity to a guest. @returns false when it is linked to any guest already. */
export async function createAccount(
  tx: Tx,
  { uid, provider, subject }: { uid: string; provider: string; subject: string },
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(account)
    .values({
      tenantId: tx.tenantId,
      id: randomUUID(),
      accountId: subject,
      providerId: provider,
      userId: uid,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing({ target: [account.tenantId, account.providerId, account.accountId] })
  return rowCount === 1
}

/** Unlinks a provider from a guest. @returns the number of deleted identities. */
export async function removeAccount(tx: Tx, uid: string, provider: string): Promise<number> {
  const { rowCount } = await tx
    .delete(account)
    .where(
      and(
        inTenant(tx),
        eq(account.userId, uid),
        eq(account.providerId, provider),
        ne(account.providerId, CREDENTIAL),
      ),
    )
  return rowCount ?? 0
}

/**
 * Counts a guest's password, providers and passkeys.
 * @param without the sign-in method to leave out: a provider by its name or a passkey by its id.
 */
export async function countOtherSignInMethods(
  tx: Tx,
  uid: string,
  without: { provider: string } | { passkey: string },
): Promise<number> {
  const others = await tx
    .select({ id: account.id })
    .from(account)
    .where(
      and(
        inTenant(tx),
        eq(account.userId, uid),
        'provider' in without ? ne(account.providerId, without.provider) : undefined,
      ),
    )
  const keys = await tx
    .select({ id: passkey.id })
    .from(passkey)
    .where(
      and(
        eq(passkey.tenantId, tx.tenantId),
        eq(passkey.userId, uid),
        'passkey' in without ? ne(passkey.id, without.passkey) : undefined,
      ),
    )
  return others.length + keys.length
}
