import { randomUUID } from 'node:crypto'
import { and, asc, eq, ne } from 'drizzle-orm'
import { account, passkey } from '#db/schema/guest.ts'
import type { Tx } from './db.ts'

type AccountRow = Pick<typeof account.$inferSelect, 'providerId' | 'accountId' | 'userId' | 'createdAt'>

const shown = {
  providerId: account.providerId,
  accountId: account.accountId,
  userId: account.userId,
  createdAt: account.createdAt,
}
const ofTenant = (tx: Tx) => eq(account.tenantId, tx.tenantId)
const CREDENTIAL = 'credential'

/** Whose identity this is at the tenant: keyed by the provider's own subject, never by an address. */
export async function findAccount(tx: Tx, provider: string, subject: string): Promise<AccountRow | null> {
  const [row] = await tx
    .select(shown)
    .from(account)
    .where(and(ofTenant(tx), eq(account.providerId, provider), eq(account.accountId, subject)))
  return row ?? null
}

/** The providers that a guest has connected, the oldest first; a password is none of them. */
export const listAccounts = (tx: Tx, uid: string): Promise<AccountRow[]> =>
  tx
    .select(shown)
    .from(account)
    .where(and(ofTenant(tx), eq(account.userId, uid), ne(account.providerId, CREDENTIAL)))
    .orderBy(asc(account.createdAt), asc(account.providerId))

/** Connects an identity with a guest. @returns false where it belongs to a guest already: of two at once one succeeds. */
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

/** Takes a provider from a guest. @returns how many identities that were. */
export async function removeAccount(tx: Tx, uid: string, provider: string): Promise<number> {
  const { rowCount } = await tx
    .delete(account)
    .where(
      and(
        ofTenant(tx),
        eq(account.userId, uid),
        eq(account.providerId, provider),
        ne(account.providerId, CREDENTIAL),
      ),
    )
  return rowCount ?? 0
}

/** How many ways in a guest has besides this one, a provider by its name or a passkey by its id: password, other providers, other passkeys. */
export async function countOtherWaysIn(
  tx: Tx,
  uid: string,
  without: { provider: string } | { passkey: string },
): Promise<number> {
  const others = await tx
    .select({ id: account.id })
    .from(account)
    .where(
      and(
        ofTenant(tx),
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
