import type { Identity, IdentityProviderName } from '../providers/identity/port.ts'
import { createAccount, findAccount } from '../data/account.ts'
import type { Tx } from '../data/db.ts'
import { createGuest, findGuest, findGuestForUpdate } from '../data/guest.ts'
import { findGuestByEmail } from '../data/guest-access.ts'
import { proveEmail } from './prove-email.ts'

type Known = { provider: IdentityProviderName; identity: Identity }
type Entered = {
  uid: string
  isNew: boolean
  /** The identity has just been connected with a guest who was there before. */ isLinked?: true
}

/** The guest whom an identity signs in already: by tenant, provider and subject, whatever its address is by now. */
export async function findLinked(tx: Tx, { provider, identity }: Known): Promise<Entered | null> {
  const account = await findAccount(tx, provider, identity.subject)
  return account && { uid: account.userId, isNew: false }
}

/**
 * Connects an identity by an address that has been proved: with the guest who has it, or with a new one. An account whose own
 * address nobody had proved yet loses every way in that it had first, since a stranger may have made it.
 * @throws with SQLSTATE 23505 when another request makes the guest at the same moment: nothing stands then, and it may be tried again.
 */
export async function linkByEmail(
  tx: Tx,
  { provider, identity }: Known,
  email: string,
  { language, at }: { language: string | null; at: Date },
): Promise<Entered> {
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
  if (!guest) throw new Error('the guest is gone')
  await proveEmail(tx, guest, { own: false, at })
  if (await createAccount(tx, { uid, provider, subject: identity.subject }, at))
    return known ? { uid, isNew: false, isLinked: true } : { uid, isNew: true }
  // Another request was first; what it has made stands.
  const linked = await findLinked(tx, { provider, identity })
  if (!linked) throw new Error('the identity is gone')
  return linked
}

/** Connects an identity with a signed-in guest: `known` where it was theirs before, `taken` where it is another guest's. */
export async function linkToGuest(
  tx: Tx,
  { provider, identity }: Known,
  uid: string,
  at: Date,
): Promise<'linked' | 'known' | 'taken'> {
  if (await createAccount(tx, { uid, provider, subject: identity.subject }, at)) return 'linked'
  return (await findAccount(tx, provider, identity.subject))?.userId === uid ? 'known' : 'taken'
}
