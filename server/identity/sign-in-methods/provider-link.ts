import type { Identity, IdentityProviderName } from '#server/providers/identity/port.ts'
import { createAccount, findAccount } from './provider-queries.ts'
import type { Tx } from '#server/database/db.ts'
import { createGuest, findGuest, findGuestForUpdate } from '#server/guest/queries.ts'
import { findGuestByEmail } from '#server/guest/email-queries.ts'
import { markEmailVerified } from '../action-code/mark-email-verified.ts'

/** An identity and the provider that has returned it. */
export type ProviderIdentity = { provider: IdentityProviderName; identity: Identity }
type LinkedGuest = {
  uid: string
  isNew: boolean
  /** The identity was linked to an existing guest now. */ isLinked?: true
}

/**
 * Finds the guest linked to an identity by tenant, provider and subject; the identity's e-mail is not
 * compared.
 */
export async function findLinkedGuest(
  tx: Tx,
  { provider, identity }: ProviderIdentity,
): Promise<LinkedGuest | null> {
  const account = await findAccount(tx, provider, identity.subject)
  return account && { uid: account.userId, isNew: false }
}

/**
 * Links an identity by a verified e-mail: to the guest who has it, or to a new guest. An account whose e-mail
 * was unverified loses its sign-in methods and details first, because an attacker may have created it.
 * @throws with SQLSTATE 23505 when a concurrent request creates the same guest: roll back and retry.
 */
export async function linkByEmail(
  tx: Tx,
  { provider, identity }: ProviderIdentity,
  email: string,
  { language, at }: { language: string | null; at: Date },
): Promise<LinkedGuest> {
  const known = await findGuestByEmail(tx, email)
  const uid =
    known?.id ??
    (await createGuest(tx, {
      email,
      firstname: identity.firstname,
      lastname: identity.lastname,
      preferredLanguage: language,
      createdAt: at,
    }))
  const guest = known ? await findGuestForUpdate(tx, uid) : await findGuest(tx, uid)
  if (!guest) throw new Error('the guest was deleted meanwhile')
  await markEmailVerified(tx, guest, { isOwner: known === null, at })
  if (await createAccount(tx, { uid, provider, subject: identity.subject }, at))
    return known ? { uid, isNew: false, isLinked: true } : { uid, isNew: true }
  // A concurrent request has linked the identity already.
  const linked = await findLinkedGuest(tx, { provider, identity })
  if (!linked) throw new Error('the identity was unlinked meanwhile')
  return linked
}

/**
 * Links an identity to a signed-in guest.
 * @returns `known` when it was linked before, `taken` when it is another guest's.
 */
export async function linkToGuest(
  tx: Tx,
  { provider, identity }: ProviderIdentity,
  uid: string,
  at: Date,
): Promise<'linked' | 'known' | 'taken'> {
  if (await createAccount(tx, { uid, provider, subject: identity.subject }, at)) return 'linked'
  return (await findAccount(tx, provider, identity.subject))?.userId === uid ? 'known' : 'taken'
}
