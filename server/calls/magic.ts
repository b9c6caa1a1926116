import { maskEmail } from '#domain/action-code.ts'
import { maskMobile } from '#domain/phone.ts'
import { safeReturnPath } from '#domain/safe-path.ts'
import { CallError } from '#contract/errors.ts'
import { askedHere, askHash } from '../ask-cookie.ts'
import type { Handler, Scope } from '../context.ts'
import { codeState, findActionCode } from '../data/action-code.ts'
import { findGuest, type GuestRow } from '../data/guest.ts'
import { admitClient, linkKinds, useLink } from '../identity/code-sign-in.ts'
import { typedMobile } from '../identity/typed-mobile.ts'
import { signedIn, withAccounts } from './auth.ts'
import { ownTenant } from './tenant.ts'

/**
 * A sign-in link by mail, and by text message as well where a number is given, as it was typed. Known or not, the answer is the same.
 * @throws CallError `guest/invalid-mobile`, `auth/too-many-requests` with `retryAfter` in seconds, `auth/operation-not-allowed` for a
 * tenant without accounts, `not-found` for another tenant.
 */
export const sendMagicLink: Handler<'sendMagicLink'> = async (
  scope,
  { tenantId, email, mobile, dialcode, to },
) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  const number = mobile ? typedMobile(scope, mobile, dialcode) : null
  await admitClient(scope)
  const asked = {
    kind: 'signInLink',
    to: safeReturnPath(to, ''),
    browserHash: askHash(scope),
    language: scope.language,
  } as const
  await scope.deps.db.write(scope.tenant.id, async (tx) => {
    await scope.deps.jobs.sendAccountMessage(tx, { ...asked, channel: { email } })
    if (number) await scope.deps.jobs.sendAccountMessage(tx, { ...asked, channel: { mobile: number } })
  })
  return { success: true }
}

/** What a page may know of a link before it is used; looking changes nothing. @throws CallError `not-found` for another tenant. */
export const signInWithAnonymousLink: Handler<'signInWithAnonymousLink'> = async (
  scope,
  { tenantId, linkIdentifier, ml },
) => {
  ownTenant(scope, tenantId)
  const { deps, tenant } = scope
  const { row, guest } = await deps.db.read(tenant.id, async (tx) => {
    const found = await findActionCode(tx, linkIdentifier, linkKinds)
    return { row: found, guest: found?.guestId ? await findGuest(tx, found.guestId) : null }
  })
  if (!row || !guest)
    return { state: 'unknown', continueAs: null, ml, here: false, to: null, customToken: null }
  const state = codeState(row, deps.now())
  return {
    state,
    continueAs: state === 'fresh' ? knownBy(guest) : null,
    ml: row.kind === 'magicLogin',
    here: isHere(scope, row),
    to: row.data.to ?? null,
    customToken: state === 'fresh' ? linkIdentifier : null,
  }
}

const isHere = (scope: Scope, row: { browserHash: string | null; guestId: string | null }) =>
  askedHere(scope, row.browserHash) || (scope.guest !== null && scope.guest.uid === row.guestId)

const knownBy = ({ email, mobile }: GuestRow) =>
  email ? maskEmail(email) : mobile ? maskMobile(mobile) : '•••'

/**
 * Uses up the link of a text message, or one that the tenant made, and signs in. @throws CallError `auth/invalid-custom-token`
 * whatever is wrong with it, `auth/operation-not-allowed` for a tenant without accounts, `not-found` for another tenant.
 */
export const signInWithCustomToken: Handler<'signInWithCustomToken'> = async (
  scope,
  { tenantId, linkIdentifier },
) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  const uid = await useLink(scope, linkIdentifier)
  if (uid === null) throw new CallError('auth/invalid-custom-token')
  return signedIn(scope, await scope.deps.auth.openSession(scope.tenant.id, uid, scope), {
    as: { name: 'login', method: 'link' },
  })
}
