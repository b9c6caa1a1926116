import { signInKinds } from '#domain/action-code.ts'
import { passwordError } from '#domain/password.ts'
import { commonPasswords } from '#server/tenant/password-rules.ts'
import type { AuthLimit } from '#server/rate-limit/sign-in-limit.ts'
import { endActionCodes } from '../action-code/queries.ts'
import type { Db, TenantId } from '#server/database/db.ts'
import { findGuestForUpdate, findPassword, markPasswordUsed, setPassword } from '#server/guest/queries.ts'
import type { PasswordHash } from './password-hash.ts'
import type { PasswordChange, PasswordRefusal } from '#server/context/auth.ts'

type PasswordContext = { db: Db; now: () => number; passwords: PasswordHash; limit: AuthLimit; dummy: string }

/** Verifies one hash, the dummy hash if the guest has no password. `stored` is the hash that matched. */
export async function checkPassword(
  { db, passwords, limit, dummy }: PasswordContext,
  tenant: TenantId,
  { uid, password }: { uid: string; password: string },
  { address }: { address: string },
): Promise<{ ok: true; stored: string } | PasswordRefusal> {
  const known = await db.read(tenant, (tx) => findPassword(tx, uid))
  // Attempts of a signed-in guest have a limit of their own, apart from sign-in attempts.
  const attempt = await limit.signIn({ tenant, email: known?.email ?? uid, address, by: 'signed-in' })
  if (!attempt.ok) return { ok: false, reason: 'too-many-requests', retryAfter: attempt.retryAfter }
  const correct = await passwords.verify(known?.password ?? dummy, password)
  if (!known?.password || !correct) return { ok: false, reason: 'invalid-credential' }
  await attempt.succeeded()
  return { ok: true, stored: known.password }
}

/**
 * Of two concurrent changes with the same current password one succeeds: the second finds another stored
 * hash.
 */
export async function changePassword(
  context: PasswordContext,
  tenant: TenantId,
  { uid, currentPassword, newPassword, names, floor }: PasswordChange,
  client: { address: string },
): Promise<{ ok: true } | PasswordRefusal> {
  const { db, now, passwords } = context
  const checked =
    currentPassword === null
      ? { ok: true as const, stored: null }
      : await checkPassword(context, tenant, { uid, password: currentPassword }, client)
  if (!checked.ok) return checked
  const email = (await db.read(tenant, (tx) => findPassword(tx, uid)))?.email ?? ''
  if (passwordError(newPassword, { common: commonPasswords, names, floor, email }))
    return { ok: false, reason: 'weak-password' }
  const hash = await passwords.hash(newPassword)
  return db.write(tenant, async (tx) => {
    const guest = await findGuestForUpdate(tx, uid)
    const known = guest && (await findPassword(tx, uid))
    if (!known || known.password !== checked.stored) return { ok: false, reason: 'invalid-credential' }
    await setPassword(tx, uid, hash, new Date(now()))
    // Only a guest who has entered the current password has verified that they know the account's password.
    if (checked.stored !== null) await markPasswordUsed(tx, uid, new Date(now()))
    await endActionCodes(tx, uid, ['resetPassword', ...signInKinds])
    return { ok: true }
  })
}
