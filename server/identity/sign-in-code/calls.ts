import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { browserBindingHash } from '../session/browser-binding.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import { secretHash } from '../session/secret.ts'
import type { Tx } from '#server/database/db.ts'
import { findGuestByEmail } from '#server/guest/email-queries.ts'
import { findGuestByMobile } from '#server/guest/mobile-queries.ts'
import { verifyOneTimeCode } from './queries.ts'
import { CODE_SESSION_SECONDS, acceptCode, consumeMessageLimit } from './code-sign-in.ts'
import { oneTimeCodeHash } from './one-time-code.ts'
import { parseMobile } from './parse-mobile.ts'
import { canSendSmsTo } from '#server/sms/write-sms.ts'
import { logFailedSignIn, completeSignIn, requireAccounts } from '../session/sign-in.ts'

type SignInCodeInput = Pick<Input<'sendSignInCode'>, 'email' | 'mobile' | 'dialcode'>

/**
 * Sends a six-digit one-time code by mail or text message. The response is the same for an unknown guest.
 * @throws CallError `request/invalid` unless exactly one of `email` and `mobile` is given,
 * `guest/invalid-mobile`, `auth/operation-not-allowed` for a number that text messages cannot reach or a
 * tenant without accounts, `auth/too-many-requests`.
 */
export const sendSignInCode: Handler<'sendSignInCode'> = async (ctx, recipient) => {
  requireAccounts(ctx)
  const channel = parseChannel(ctx, recipient)
  // Checked before the guest is looked up: the error does not depend on whether the guest exists.
  if ('mobile' in channel && !canSendSmsTo(ctx, channel.mobile))
    throw new CallError('auth/operation-not-allowed')
  await consumeMessageLimit(ctx)
  const browserHash = browserBindingHash(ctx)
  await ctx.deps.db.write(ctx.tenant.id, (tx) =>
    ctx.deps.jobs.sendAccountMessage(tx, {
      kind: 'signInCode',
      channel,
      browserHash,
      language: ctx.language,
    }),
  )
  return { success: true }
}

/**
 * Signs in by a one-time code in the browser that requested it. The session lasts as long as a code
 * (`CODE_SESSION_SECONDS`) and is not renewed, because the browser may be on a tablet of the salon.
 * @throws CallError `auth/invalid-verification-code` for every mismatch, `auth/too-many-requests` with
 * `retryAfter` in seconds, and those of `sendSignInCode`.
 */
export const signInWithCode: Handler<'signInWithCode'> = async (ctx, { code, ...recipient }) => {
  requireAccounts(ctx)
  const { deps, tenant, ask } = ctx
  const channel = parseChannel(ctx, recipient)
  const attempt = await deps.auth.consumeCodeLimit(ctx)
  const identifier = 'email' in channel ? channel.email : channel.mobile
  if (!attempt.ok) logFailedSignIn(ctx, identifier, 'too-many-requests')
  if (!attempt.ok) throw new CallError('auth/too-many-requests', { retryAfter: attempt.retryAfter })
  const browserHash = secretHash(ask ?? '')
  const uid = await deps.db.write(tenant.id, async (tx) => {
    const guest = await findGuestByChannel(tx, channel)
    const isMatch = await verifyOneTimeCode(
      tx,
      { guestId: guest?.id ?? null, browserHash, hash: oneTimeCodeHash(ctx, channel, browserHash, code) },
      deps.now(),
    )
    return isMatch && guest ? acceptCode(ctx, tx, guest.id, channel) : null
  })
  if (uid === null) logFailedSignIn(ctx, identifier, 'invalid-verification-code')
  if (uid === null) throw new CallError('auth/invalid-verification-code')
  await attempt.succeeded()
  return completeSignIn(ctx, await deps.auth.openSession(tenant.id, uid, ctx, CODE_SESSION_SECONDS), {
    seconds: CODE_SESSION_SECONDS,
    as: { name: 'login', method: 'code' },
  })
}

const findGuestByChannel = (tx: Tx, channel: { email: string } | { mobile: string }) =>
  'email' in channel ? findGuestByEmail(tx, channel.email) : findGuestByMobile(tx, channel.mobile)

/**
 * @throws CallError `request/invalid` unless exactly one of `email` and `mobile` is given,
 * `guest/invalid-mobile`.
 */
function parseChannel(
  ctx: RequestContext,
  { email, mobile, dialcode }: SignInCodeInput,
): { email: string } | { mobile: string } {
  if ((email === undefined) === (mobile === ''))
    throw new CallError('request/invalid', { fields: ['email', 'mobile'] })
  return email === undefined ? { mobile: parseMobile(ctx, mobile, dialcode) } : { email }
}
