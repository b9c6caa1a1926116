import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { askHash } from '../ask-cookie.ts'
import type { Handler, Scope } from '../context.ts'
import { secretHash } from '../data/action-code.ts'
import type { Tx } from '../data/db.ts'
import { findGuestByEmail } from '../data/guest-access.ts'
import { findGuestByMobile } from '../data/guest-mobile.ts'
import { guessShortCode } from '../data/sign-in-code.ts'
import { CODE_SESSION_SECONDS, admit, admitClient } from '../identity/code-sign-in.ts'
import { shortCodeHash } from '../identity/short-code.ts'
import { typedMobile } from '../identity/typed-mobile.ts'
import { smsReaches } from '../sms.ts'
import { noteFailure, signedIn, withAccounts } from './auth.ts'
import { ownTenant } from './tenant.ts'

type Asked = Pick<Input<'sendSignInCode'>, 'email' | 'mobile' | 'dialcode'>

/**
 * Six digits by mail or text message. Known or not, the answer is the same.
 * @throws CallError `request/invalid` unless exactly one of the two is given, `guest/invalid-mobile`, `auth/operation-not-allowed` for
 * a number that no message can reach and a tenant without accounts, `auth/too-many-requests`, `not-found` for another tenant.
 */
export const sendSignInCode: Handler<'sendSignInCode'> = async (scope, { tenantId, ...asked }) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  const channel = channelOf(scope, asked)
  // Whose number it is matters not: nobody's would be written to.
  if ('mobile' in channel && !smsReaches(scope, channel.mobile))
    throw new CallError('auth/operation-not-allowed')
  await admitClient(scope)
  const browserHash = askHash(scope)
  await scope.deps.db.write(scope.tenant.id, (tx) =>
    scope.deps.jobs.sendAccountMessage(tx, {
      kind: 'signInCode',
      channel,
      browserHash,
      language: scope.language,
    }),
  )
  return { success: true }
}

/**
 * Typed into the browser that asked for them; the session is short, since it may be a tablet of the salon's.
 * @throws CallError `auth/invalid-verification-code` whatever does not fit, `auth/too-many-requests` with `retryAfter` in seconds, and
 * as above.
 */
export const signInWithCode: Handler<'signInWithCode'> = async (scope, { tenantId, code, ...asked }) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  const { deps, tenant, ask } = scope
  const channel = channelOf(scope, asked)
  const attempt = await deps.auth.admitCode(scope)
  const typed = 'email' in channel ? channel.email : channel.mobile
  if (!attempt.ok) noteFailure(scope, typed, 'too-many-requests')
  if (!attempt.ok) throw new CallError('auth/too-many-requests', { retryAfter: attempt.retryAfter })
  const browserHash = secretHash(ask ?? '')
  const uid = await deps.db.write(tenant.id, async (tx) => {
    const guest = await guestOf(tx, channel)
    const right = await guessShortCode(
      tx,
      { guestId: guest?.id ?? null, browserHash, hash: shortCodeHash(scope, channel, browserHash, code) },
      deps.now(),
    )
    return right && guest ? admit(scope, tx, guest.id, channel) : null
  })
  if (uid === null) noteFailure(scope, typed, 'invalid-verification-code')
  if (uid === null) throw new CallError('auth/invalid-verification-code')
  await attempt.succeeded()
  return signedIn(scope, await deps.auth.openSession(tenant.id, uid, scope, CODE_SESSION_SECONDS), {
    seconds: CODE_SESSION_SECONDS,
    as: { name: 'login', method: 'code' },
  })
}

const guestOf = (tx: Tx, channel: { email: string } | { mobile: string }) =>
  'email' in channel ? findGuestByEmail(tx, channel.email) : findGuestByMobile(tx, channel.mobile)

/** @throws CallError `request/invalid` unless exactly one of the two is given, `guest/invalid-mobile`. */
function channelOf(scope: Scope, { email, mobile, dialcode }: Asked): { email: string } | { mobile: string } {
  if ((email === undefined) === (mobile === ''))
    throw new CallError('request/invalid', { fields: ['email', 'mobile'] })
  return email === undefined ? { mobile: typedMobile(scope, mobile, dialcode) } : { email }
}
