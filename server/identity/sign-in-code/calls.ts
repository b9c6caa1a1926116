import type { Channel } from '#contract/identity/account-message.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { browserBindingHash } from '../session/browser-binding.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import { sha256 } from '#server/secret/hash.ts'
import { findGuestByEmail } from '#server/guest/email-queries.ts'
import { findGuestByMobile } from '#server/guest/mobile-queries.ts'
import { findGuestForUpdate } from '#server/guest/queries.ts'
import { SESSION_LIFETIME_SECONDS } from '../session/queries.ts'
import { NO_GUEST_ID, verifyOneTimeCode } from './queries.ts'
import { CODE_SESSION_SECONDS, acceptCode, consumeMessageLimit } from './code-sign-in.ts'
import { oneTimeCodeHash } from './one-time-code.ts'
import { parseMobile } from './parse-mobile.ts'
import { canSendSmsTo } from '#server/sms/write-sms.ts'
import { logFailedSignIn, completeSignIn, requireAccounts } from '../session/sign-in.ts'

type SignInCodeInput = Pick<Input<'sendSignInCode'>, 'email' | 'mobile' | 'dialcode'>

/**
 * Sends a six-digit one-time code and a link by mail or text message. The response is the same for an unknown
 * guest.
 * @throws CallError `request/invalid` unless exactly one of `email` and `mobile` is given,
 * `guest/invalid-mobile`, `auth/operation-not-allowed` for a number that text messages cannot reach or a
 * tenant without accounts, `auth/too-many-requests`.
 */
export const sendSignInCode: Handler<'sendSignInCode'> = async (ctx, recipient) => {
  requireAccounts(ctx)
  const [channel, ...others] = parseChannels(ctx, recipient)
  if (!channel || others.length > 0) throw new CallError('request/invalid', { fields: ['email', 'mobile'] })
  // Checked before the guest is looked up: the error does not depend on whether the guest exists.
  if ('mobile' in channel && !canSendSmsTo(ctx, channel.mobile))
    throw new CallError('auth/operation-not-allowed')
  await consumeMessageLimit(ctx)
  const browserHash = browserBindingHash(ctx)
  await ctx.deps.db.write(ctx.tenant.id, (tx) =>
    ctx.deps.jobs.sendAccountMessage(tx, {
      kind: 'signInLink',
      channel,
      browserHash,
      language: ctx.language,
      to: '',
    }),
  )
  return { success: true }
}

/**
 * Signs in by a one-time code in the browser that requested it. With `email` and `mobile` the code may be of
 * either message. With `keep` the session is that of a link; else it lasts as long as a code
 * (`CODE_SESSION_SECONDS`) and is not renewed, because the browser may be on a tablet of the salon.
 * @throws CallError `auth/invalid-verification-code` for every mismatch, `auth/too-many-requests` with
 * `retryAfter` in seconds, `request/invalid` without `email` and `mobile`, `guest/invalid-mobile`,
 * `auth/operation-not-allowed` for a tenant without accounts.
 */
export const signInWithCode: Handler<'signInWithCode'> = async (ctx, { code, keep, ...recipient }) => {
  requireAccounts(ctx)
  const { deps, tenant } = ctx
  const channels = parseChannels(ctx, recipient)
  const attempt = await deps.auth.consumeCodeLimit(ctx)
  const logFailed = (reason: Parameters<typeof logFailedSignIn>[2]) => {
    for (const one of channels) logFailedSignIn(ctx, 'email' in one ? one.email : one.mobile, reason)
  }
  if (!attempt.ok) logFailed('too-many-requests')
  if (!attempt.ok) throw new CallError('auth/too-many-requests', { retryAfter: attempt.retryAfter })
  let uid: string | null = null
  for (const channel of channels) uid ??= await useCode(ctx, channel, code)
  if (uid === null) logFailed('invalid-verification-code')
  if (uid === null) throw new CallError('auth/invalid-verification-code')
  await attempt.succeeded()
  const seconds = keep ? SESSION_LIFETIME_SECONDS : CODE_SESSION_SECONDS
  return completeSignIn(ctx, await deps.auth.openSession(tenant.id, uid, ctx, seconds), {
    seconds,
    as: { name: 'login', method: 'code' },
  })
}

/** Consumes the code of one message. @returns the uid to sign in; null for a mismatch. */
const useCode = (ctx: RequestContext, channel: Channel, code: string): Promise<string | null> =>
  ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const found =
      'email' in channel
        ? await findGuestByEmail(tx, channel.email)
        : await findGuestByMobile(tx, channel.mobile)
    // Lock the guest first: of a link and a code that are used at the same time one succeeds.
    const guest = await findGuestForUpdate(tx, found?.id ?? NO_GUEST_ID)
    const browserHash = sha256(ctx.ask ?? '')
    const isMatch = await verifyOneTimeCode(
      tx,
      {
        guestId: guest?.id ?? null,
        channel,
        browserHash,
        hash: oneTimeCodeHash(ctx, channel, browserHash, code),
      },
      ctx.deps.now(),
    )
    return isMatch && guest ? acceptCode(ctx, tx, guest.id, channel) : null
  })

/**
 * The e-mail and the number of a request.
 * @throws CallError `request/invalid` without any, `guest/invalid-mobile`.
 */
function parseChannels(ctx: RequestContext, { email, mobile, dialcode }: SignInCodeInput): Channel[] {
  const channels: Channel[] = [
    ...(email === undefined ? [] : [{ email }]),
    ...(mobile === '' ? [] : [{ mobile: parseMobile(ctx, mobile, dialcode) }]),
  ]
  if (channels.length === 0) throw new CallError('request/invalid', { fields: ['email', 'mobile'] })
  return channels
}
