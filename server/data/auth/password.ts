import { passwordFault } from '#domain/password.ts'
import type { AuthLimit } from '#server/auth-limit.ts'
import { endActionCodes } from '../action-code.ts'
import type { Db, TenantId } from '../db.ts'
import { findGuestForUpdate, findPassword, markPasswordUsed, setPassword } from '../guest.ts'
import type { PasswordHash } from './password-hash.ts'

type Kept = { db: Db; now: () => number; passwords: PasswordHash; limit: AuthLimit; decoy: string }
/** `retryAfter` in seconds. */
export type PasswordRefusal =
  | { ok: false; reason: 'too-many-requests'; retryAfter: number }
  | { ok: false; reason: 'invalid-credential' | 'weak-password' }
/** `names` are the salon's, which make weak passwords; `floor` is how many characters it asks for. */
export type PasswordChange = {
  uid: string
  currentPassword: string | null
  newPassword: string
  names: readonly string[]
  floor: number
}

/** Verifies one hash whatever there is; `stored` is the one that fitted. */
export async function checkPassword(
  { db, passwords, limit, decoy }: Kept,
  tenant: TenantId,
  { uid, password }: { uid: string; password: string },
  { address }: { address: string },
): Promise<{ ok: true; stored: string } | PasswordRefusal> {
  const known = await db.read(tenant, (tx) => findPassword(tx, uid))
  // Whoever is signed in is counted apart from those who guess at the login.
  const attempt = await limit.signIn({ tenant, email: known?.email ?? uid, address, by: 'signed-in' })
  if (!attempt.ok) return { ok: false, reason: 'too-many-requests', retryAfter: attempt.retryAfter }
  const right = await passwords.verify(known?.password ?? decoy, password)
  if (!known?.password || !right) return { ok: false, reason: 'invalid-credential' }
  await attempt.succeeded()
  return { ok: true, stored: known.password }
}

/** Of two changes at once that name the same current password one succeeds: by the second it is another one. */
export async function changePassword(
  kept: Kept,
  tenant: TenantId,
  { uid, currentPassword, newPassword, names, floor }: PasswordChange,
  client: { address: string },
): Promise<{ ok: true } | PasswordRefusal> {
  const { db, now, passwords } = kept
  const checked =
    currentPassword === null
      ? { ok: true as const, stored: null }
      : await checkPassword(kept, tenant, { uid, password: currentPassword }, client)
  if (!checked.ok) return checked
  const email = (await db.read(tenant, (tx) => findPassword(tx, uid)))?.email ?? ''
  if (passwordFault(newPassword, { names, floor, email })) return { ok: false, reason: 'weak-password' }
  const hash = await passwords.hash(newPassword)
  return db.write(tenant, async (tx) => {
    const guest = await findGuestForUpdate(tx, uid)
    const known = guest && (await findPassword(tx, uid))
    if (!known || known.password !== checked.stored) return { ok: false, reason: 'invalid-credential' }
    await setPassword(tx, uid, hash, new Date(now()))
    // A first one shows nothing yet; one that follows the right old one was typed by whoever knows it.
    if (checked.stored !== null) await markPasswordUsed(tx, uid, new Date(now()))
    await endActionCodes(tx, uid, ['resetPassword', 'signIn', 'magicLogin', 'signInCode'])
    return { ok: true }
  })
}
