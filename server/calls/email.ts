import { randomUUID } from 'node:crypto'
import { CallError } from '#contract/errors.ts'
import { askHash } from '../ask-cookie.ts'
import type { Handler, Scope } from '../context.ts'
import { createActionCode, endActionCodes } from '../data/action-code.ts'
import { findGuestForUpdate } from '../data/guest.ts'
import { findGuestByEmail } from '../data/guest-access.ts'
import { mailAction, mailAddressTaken, mailVerification } from '../identity/action-mail.ts'
import { withAccounts } from './auth.ts'
import { ownTenant } from './tenant.ts'

/**
 * Mails the link that sets a new password. Known or not, an address is counted, and answered, in the same way. @throws CallError
 * `auth/too-many-requests` with `retryAfter` in seconds, `auth/operation-not-allowed` for a tenant without accounts, `not-found`
 * for another tenant.
 */
export const sendPasswordResetEmail: Handler<'sendPasswordResetEmail'> = async (
  scope,
  { tenantId, email },
) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  await limited(scope, `reset ${email}`)
  await scope.deps.db.write(scope.tenant.id, (tx) =>
    scope.deps.jobs.sendAccountMessage(tx, { kind: 'resetPassword', email, language: scope.language }),
  )
  return { success: true }
}

/**
 * Mails the signed-in guest the link that proves their address; nothing where it is proved. @throws CallError
 * `auth/unauthenticated`, `auth/too-many-requests` with `retryAfter` in seconds, `not-found` for another tenant.
 */
export const sendEmailVerification: Handler<'sendEmailVerification'> = async (scope, { tenantId }) => {
  ownTenant(scope, tenantId)
  const self = signedInGuest(scope)
  await limited(scope, `verify ${self.email ?? self.uid}`)
  await scope.deps.db.write(scope.tenant.id, async (tx) => {
    const guest = await findGuestForUpdate(tx, self.uid)
    if (guest?.email && !guest.emailVerified)
      await mailVerification(scope, tx, { ...guest, email: guest.email }, scope.language)
  })
  return { success: true }
}

/**
 * Mails the link that changes the address. Nothing changes before the new one has answered; whether somebody has it already is told
 * to its owner alone. @throws CallError `auth/invalid-email` for the present address, `auth/unauthenticated`,
 * `auth/requires-recent-login` or `auth/invalid-credential`, `auth/too-many-requests`, `not-found` for another tenant.
 */
export const verifyBeforeUpdateEmail: Handler<'verifyBeforeUpdateEmail'> = async (
  scope,
  { tenantId, newEmail, currentPassword },
) => {
  ownTenant(scope, tenantId)
  const self = signedInGuest(scope)
  if (newEmail === self.email) throw new CallError('auth/invalid-email')
  await proveSelf(scope, self.uid, currentPassword)
  await limited(scope, `change ${newEmail}`)
  const browserHash = askHash(scope)
  await scope.deps.db.write(scope.tenant.id, async (tx) => {
    const guest = await findGuestForUpdate(tx, self.uid)
    if (!guest) throw new CallError('auth/unauthenticated')
    // An address that was mistyped first must not take the account over later.
    await endActionCodes(tx, guest.id, ['verifyAndChangeEmail'])
    const owner = await findGuestByEmail(tx, newEmail)
    const data = { ...(guest.email ? { email: guest.email } : {}), newEmail, language: scope.language }
    if (!owner)
      return mailAction(scope, tx, {
        mode: 'verifyAndChangeEmail',
        guest,
        to: newEmail,
        data,
        browserHash,
        language: scope.language,
      })
    // One that opens nothing, so that this way takes as long as the other.
    await createActionCode(
      tx,
      {
        kind: 'verifyAndChangeEmail',
        guestId: guest.id,
        data,
        browserHash,
        uses: 0,
        expiresAt: new Date(scope.deps.now()),
      },
      scope.deps.now(),
    )
    return mailAddressTaken(scope, tx, owner, newEmail, randomUUID())
  })
  return { success: true }
}

/** By the current password; without one the guest has signed in a moment ago. */
async function proveSelf(scope: Scope, uid: string, password: string | undefined): Promise<void> {
  if (password === undefined) return
  const checked = await scope.deps.auth.checkPassword(scope.tenant.id, { uid, password }, scope)
  if (!checked.ok)
    throw new CallError(
      `auth/${checked.reason}`,
      'retryAfter' in checked ? { retryAfter: checked.retryAfter } : undefined,
    )
}

function signedInGuest({ guest }: Scope) {
  if (!guest) throw new CallError('auth/unauthenticated')
  return guest
}

async function limited({ deps, tenant, address }: Scope, to: string): Promise<void> {
  const retryAfter = await deps.messageLimit({ tenant: tenant.id, to, address })
  if (retryAfter !== null) throw new CallError('auth/too-many-requests', { retryAfter })
}
