import { maskEmail } from '#domain/action-code.ts'
import { maskMobile } from '#domain/phone.ts'
import { safeReturnPath } from '#domain/safe-path.ts'
import { CallError } from '#contract/errors.ts'
import { isBoundBrowser, browserBindingHash } from '../session/browser-binding.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import { codeState, findActionCode } from '../action-code/queries.ts'
import { findGuest, type GuestRow } from '#server/guest/queries.ts'
import { consumeMessageLimit, linkKinds, consumeLink } from './code-sign-in.ts'
import { parseMobile } from './parse-mobile.ts'
import { completeSignIn, requireAccounts } from '../session/sign-in.ts'

/**
 * Sends a sign-in link with a one-time code by mail, and by text message as well when `mobile` is given (as
 * typed). The response is the same for an unknown guest.
 * @throws CallError `guest/invalid-mobile`, `auth/too-many-requests` with `retryAfter` in seconds,
 * `auth/operation-not-allowed` for a tenant without accounts.
 */
export const sendMagicLink: Handler<'sendMagicLink'> = async (ctx, { email, mobile, dialcode, to }) => {
  requireAccounts(ctx)
  const number = mobile ? parseMobile(ctx, mobile, dialcode) : null
  await consumeMessageLimit(ctx)
  const message = {
    kind: 'signInLink',
    to: safeReturnPath(to, ''),
    browserHash: browserBindingHash(ctx),
    language: ctx.language,
  } as const
  await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    await ctx.deps.jobs.sendAccountMessage(tx, { ...message, channel: { email } })
    if (number) await ctx.deps.jobs.sendAccountMessage(tx, { ...message, channel: { mobile: number } })
  })
  return { success: true }
}

/**
 * Describes a sign-in link for its landing page, without consuming it.
 * @throws CallError `auth/invalid-custom-token` for an unknown link; `auth/link-used`, `auth/link-expired`
 * with `ml`, whether its guest can request another.
 */
export const signInWithAnonymousLink: Handler<'signInWithAnonymousLink'> = async (
  ctx,
  { linkIdentifier },
) => {
  const { deps, tenant } = ctx
  const { row, guest } = await deps.db.read(tenant.id, async (tx) => {
    const found = await findActionCode(tx, linkIdentifier, linkKinds)
    return { row: found, guest: found?.guestId ? await findGuest(tx, found.guestId) : null }
  })
  if (!row || !guest) throw new CallError('auth/invalid-custom-token')
  const state = codeState(row, deps.now())
  const ml = row.kind === 'magicLogin'
  if (state !== 'fresh') throw new CallError(`auth/link-${state}`, { ml })
  return {
    continueAs: maskedContact(guest),
    ml,
    here: isSameBrowser(ctx, row),
    to: row.data.to ?? null,
    customToken: linkIdentifier,
  }
}

const isSameBrowser = (ctx: RequestContext, row: { browserHash: string | null; guestId: string | null }) =>
  isBoundBrowser(ctx, row.browserHash) || (ctx.guest !== null && ctx.guest.uid === row.guestId)

const maskedContact = ({ email, mobile }: GuestRow) =>
  email ? maskEmail(email) : mobile ? maskMobile(mobile) : '•••'

/**
 * Signs in by the link of a text message, or by one that the tenant created, and consumes it.
 * @throws CallError `auth/invalid-custom-token` for every invalid link, `auth/operation-not-allowed` for a
 * tenant without accounts.
 */
export const signInWithCustomToken: Handler<'signInWithCustomToken'> = async (ctx, { linkIdentifier }) => {
  requireAccounts(ctx)
  const uid = await consumeLink(ctx, linkIdentifier)
  if (uid === null) throw new CallError('auth/invalid-custom-token')
  return completeSignIn(ctx, await ctx.deps.auth.openSession(ctx.tenant.id, uid, ctx), {
    as: { name: 'login', method: 'link' },
  })
}
