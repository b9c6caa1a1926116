import { randomUUID } from 'node:crypto'
import { CallError } from '#contract/errors.ts'
import { browserBindingHash } from '../session/browser-binding.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import { createActionCode, endActionCodes } from './queries.ts'
import { findGuestForUpdate } from '#server/guest/queries.ts'
import { findGuestByEmail } from '#server/guest/email-queries.ts'
import { mailAction, mailAddressTaken, mailVerification } from './mail.ts'
import { requireAccounts } from '../session/sign-in.ts'

/**
 * Mails the link that sets a new password. Rate limit and response are the same for a known and an unknown
 * e-mail.
 * @throws CallError `auth/too-many-requests` with `retryAfter` in seconds, `auth/operation-not-allowed` for a
 * tenant without accounts.
 */
export const sendPasswordResetEmail: Handler<'sendPasswordResetEmail'> = async (ctx, { email }) => {
  requireAccounts(ctx)
  await consumeEmailLimit(ctx, `reset ${email}`)
  await ctx.deps.db.write(ctx.tenant.id, (tx) =>
    ctx.deps.jobs.sendAccountMessage(tx, { kind: 'resetPassword', email, language: ctx.language }),
  )
  return { success: true }
}

/**
 * Mails the signed-in guest the link that verifies their e-mail; sends nothing when it is verified already.
 * @throws CallError `auth/unauthenticated`, `auth/too-many-requests` with `retryAfter` in seconds.
 */
export const sendEmailVerification: Handler<'sendEmailVerification'> = async (ctx) => {
  const self = requireSignedInGuest(ctx)
  await consumeEmailLimit(ctx, `verify ${self.email ?? self.uid}`)
  const browserHash = browserBindingHash(ctx)
  await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const guest = await findGuestForUpdate(tx, self.uid)
    if (guest?.email && !guest.emailVerified)
      await mailVerification(
        ctx,
        tx,
        { ...guest, email: guest.email },
        { language: ctx.language, browserHash },
      )
  })
  return { success: true }
}

/**
 * Mails the link that changes the account's e-mail to the new e-mail. The account changes once the link is
 * opened. When another guest has the new e-mail, only that guest is notified.
 * @throws CallError `auth/invalid-email` for the present e-mail, `auth/unauthenticated`,
 * `auth/requires-recent-login` or `auth/invalid-credential`, `auth/too-many-requests`.
 */
export const verifyBeforeUpdateEmail: Handler<'verifyBeforeUpdateEmail'> = async (
  ctx,
  { newEmail, currentPassword },
) => {
  const self = requireSignedInGuest(ctx)
  if (newEmail === self.email) throw new CallError('auth/invalid-email')
  await requireReauthentication(ctx, self.uid, currentPassword)
  await consumeEmailLimit(ctx, `change ${newEmail}`)
  const browserHash = browserBindingHash(ctx)
  await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const guest = await findGuestForUpdate(tx, self.uid)
    if (!guest) throw new CallError('auth/unauthenticated')
    // A mistyped e-mail from an earlier request must not take over the account.
    await endActionCodes(tx, guest.id, ['verifyAndChangeEmail'])
    const owner = await findGuestByEmail(tx, newEmail)
    const data = { ...(guest.email ? { email: guest.email } : {}), newEmail, language: ctx.language }
    if (!owner)
      return mailAction(ctx, tx, {
        mode: 'verifyAndChangeEmail',
        guest,
        to: newEmail,
        data,
        browserHash,
        language: ctx.language,
      })
    // Store a code without uses, so that both branches take the same time.
    await createActionCode(
      tx,
      {
        kind: 'verifyAndChangeEmail',
        guestId: guest.id,
        data,
        browserHash,
        uses: 0,
        expiresAt: new Date(ctx.deps.now()),
      },
      ctx.deps.now(),
    )
    return mailAddressTaken(ctx, tx, owner, { to: newEmail, id: randomUUID() })
  })
  return { success: true }
}

/**
 * Checks the current password. Without one, the access rule of the call has required a recent sign-in
 * already.
 */
async function requireReauthentication(
  ctx: RequestContext,
  uid: string,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) return
  const checked = await ctx.deps.auth.checkPassword(ctx.tenant.id, { uid, password }, ctx)
  if (!checked.ok)
    throw new CallError(
      `auth/${checked.reason}`,
      'retryAfter' in checked ? { retryAfter: checked.retryAfter } : undefined,
    )
}

function requireSignedInGuest({ guest }: RequestContext) {
  if (!guest) throw new CallError('auth/unauthenticated')
  return guest
}

async function consumeEmailLimit({ deps, tenant, address }: RequestContext, to: string): Promise<void> {
  const retryAfter = await deps.messageLimit({ tenant: tenant.id, to, address })
  if (retryAfter !== null) throw new CallError('auth/too-many-requests', { retryAfter })
}
