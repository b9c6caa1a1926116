import { randomBytes } from 'node:crypto'
import { lifetimes } from '#domain/action-code.ts'
import { safeReturnPath } from '#domain/safe-path.ts'
import { CallError } from '#contract/errors.ts'
import { askHash } from '../ask-cookie.ts'
import type { Handler, Scope } from '../context.ts'
import { createActionCode } from '../data/action-code.ts'
import { keepAvatar } from '../identity/avatar.ts'
import { checkCode, takeCode, type Told } from '../identity/hand-over.ts'
import { ProviderUnavailable, type IdentityProviderName } from '../providers/identity/port.ts'
import { signedIn, withAccounts } from './auth.ts'
import { ownTenant } from './tenant.ts'

const newValue = (): string => randomBytes(32).toString('base64url')

/** Where a provider sends guests back to: the same for every tenant, since providers allow no wild cards. */
export const redirectUri = (authOrigin: string, provider: IdentityProviderName): string =>
  `${authOrigin}/oauth/${provider}/callback`

/**
 * Begins a sign-in at Google or Facebook, or connects one with the signed-in guest (`link`); answers the address to go to. `to` is
 * kept where it is a path of this site. @throws CallError `auth/operation-not-allowed` where the tenant has no client there,
 * `auth/unauthenticated` and `auth/requires-recent-login` for `link`, `auth/network-request-failed` when the provider cannot be
 * reached, `not-found` for another tenant.
 */
export const signInWithProvider: Handler<'signInWithProvider'> = async (
  scope,
  { tenantId, provider, purpose, to },
) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  const { deps, tenant, guest, host, language } = scope
  const asked = deps.identities.find(tenant.id, provider)
  if (!asked) throw new CallError('auth/operation-not-allowed')
  const link = purpose === 'link'
  if (link && !guest) throw new CallError('auth/unauthenticated')
  const [nonce, codeVerifier] = [newValue(), newValue()]
  const data = {
    provider,
    nonce,
    codeVerifier,
    to: safeReturnPath(to, link ? '/profile/security' : '/home'),
    language,
    ...(host ? { host } : {}),
    ...(link ? { link } : {}),
  }
  const at = deps.now()
  const state = await deps.db.write(tenant.id, (tx) =>
    createActionCode(
      tx,
      {
        kind: 'provider',
        guestId: link && guest ? guest.uid : null,
        data,
        browserHash: askHash(scope),
        expiresAt: new Date(at + lifetimes.provider),
      },
      at,
    ),
  )
  try {
    return {
      url: (
        await asked.leave({
          state,
          nonce,
          codeVerifier,
          redirectUri: redirectUri(deps.config.authOrigin, provider),
        })
      ).href,
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ provider, tenant: tenant.id }, 'a provider cannot be reached')
    throw new CallError('auth/network-request-failed')
  }
}

/**
 * What the code that a provider's callback has handed over may do in this browser; changes nothing. @throws CallError
 * `auth/operation-not-allowed` for a tenant without accounts, `not-found` for another tenant.
 */
export const checkHandOver: Handler<'checkHandOver'> = async (scope, { tenantId, code }) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  return scope.deps.db.read(scope.tenant.id, (tx) => checkCode(scope, tx, code))
}

/**
 * Uses that code up: signs in, connects, asks for an address, or mails a link to the one that was given (`email`). What cannot go on
 * is an outcome, not an error. @throws CallError `auth/too-many-requests` with `retryAfter` in seconds for mails,
 * `auth/operation-not-allowed` for a tenant without accounts, `not-found` for another tenant.
 */
export const takeHandOver: Handler<'takeHandOver'> = async (scope, { tenantId, code, email }) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  const taken = await takeCode(scope, code, email)
  if ('outcome' in taken) return taken
  const { uid, isNew, to, told } = taken
  if (isNew) await takePicture(scope, uid, told)
  return {
    outcome: 'signedIn',
    isNew,
    to,
    ...(await signedIn(scope, await scope.deps.auth.openSession(scope.tenant.id, uid, scope), {
      as: { name: isNew ? 'sign_up' : 'login', method: told.provider },
    })),
  }
}

/** A new guest's picture comes along; without one they are as welcome. */
async function takePicture(scope: Scope, uid: string, { provider, identity }: Told): Promise<void> {
  const image =
    identity.picture === null
      ? null
      : await scope.deps.identities.find(scope.tenant.id, provider)?.picture(identity.picture)
  if (image)
    await keepAvatar(scope, uid, Buffer.from(image).toString('base64')).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })
}
