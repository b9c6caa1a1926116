import { lifetimes } from '#domain/action-code.ts'
import { safeReturnPath } from '#domain/safe-path.ts'
import { CallError } from '#contract/errors.ts'
import { homeLink, securityLink } from '#contract/links.ts'
import { browserBindingHash } from '../session/browser-binding.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import { createActionCode } from '../action-code/queries.ts'
import { saveAvatar } from '#server/guest/avatar.ts'
import { checkHandOverCode, consumeHandOver } from './hand-over.ts'
import { randomToken } from '#server/secret/hash.ts'
import { ProviderUnavailable, type IdentityProviderName } from '#server/providers/identity/port.ts'
import type { ProviderIdentity } from './provider-link.ts'
import { completeSignIn, requireAccounts } from '../session/sign-in.ts'

/** The OAuth redirect URI: one for all tenants, because providers allow no wildcards. */
export const redirectUri = (authOrigin: string, provider: IdentityProviderName): string =>
  `${authOrigin}/oauth/${provider}/callback`

/**
 * Starts a sign-in with Google or Facebook, or links one to the signed-in guest (`purpose: 'link'`). `to` is
 * the return path; a value that is no path of this site is replaced by the default.
 * @returns the provider's authorisation URL.
 * @throws CallError `auth/operation-not-allowed` when the tenant has no client at the provider,
 * `auth/unauthenticated` and `auth/requires-recent-login` to link, `auth/network-request-failed` when the
 * provider is unreachable.
 */
export const signInWithProvider: Handler<'signInWithProvider'> = async (ctx, { provider, purpose, to }) => {
  requireAccounts(ctx)
  const { deps, tenant, guest, host, language } = ctx
  const identityProvider = deps.identities.find(tenant.id, provider)
  if (!identityProvider) throw new CallError('auth/operation-not-allowed')
  const link = purpose === 'link'
  if (link && !guest) throw new CallError('auth/unauthenticated')
  const [nonce, codeVerifier] = [randomToken(32), randomToken(32)]
  const data = {
    provider,
    nonce,
    codeVerifier,
    to: safeReturnPath(to, link ? securityLink() : homeLink()),
    language,
    ...(host ? { host } : {}),
    ...(link ? { link } : {}),
    ...(purpose === 'signUp' ? { signUp: true } : {}),
  }
  const at = deps.now()
  const state = await deps.db.write(tenant.id, (tx) =>
    createActionCode(
      tx,
      {
        kind: 'provider',
        guestId: link && guest ? guest.uid : null,
        data,
        browserHash: browserBindingHash(ctx),
        expiresAt: new Date(at + lifetimes.provider),
      },
      at,
    ),
  )
  try {
    return {
      url: (
        await identityProvider.authorizationUrl({
          state,
          nonce,
          codeVerifier,
          redirectUri: redirectUri(deps.config.authOrigin, provider),
        })
      ).href,
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ provider, tenant: tenant.id }, 'provider request failed')
    throw new CallError('auth/network-request-failed')
  }
}

/**
 * The next step for a handover code in this browser, without consuming the code.
 * @throws CallError `auth/operation-not-allowed` for a tenant without accounts.
 */
export const checkHandOver: Handler<'checkHandOver'> = async (ctx, { code }) => {
  requireAccounts(ctx)
  return ctx.deps.db.read(ctx.tenant.id, (tx) => checkHandOverCode(ctx, tx, code))
}

/**
 * Consumes a handover code: signs in, links the identity, requests an e-mail, or mails a verification link to
 * `email`. A rejected code is an `outcome`, not an error.
 * @throws CallError `auth/too-many-requests` with `retryAfter` in seconds for mails,
 * `auth/operation-not-allowed` for a tenant without accounts.
 */
export const takeHandOver: Handler<'takeHandOver'> = async (ctx, { code, email }) => {
  requireAccounts(ctx)
  const result = await consumeHandOver(ctx, code, email)
  if ('outcome' in result) return result
  const { uid, isNew, to, identity: providerIdentity } = result
  if (isNew) await importPicture(ctx, uid, providerIdentity)
  return {
    outcome: 'signedIn',
    isNew,
    to,
    ...(await completeSignIn(ctx, await ctx.deps.auth.openSession(ctx.tenant.id, uid, ctx), {
      as: { name: isNew ? 'sign_up' : 'login', method: providerIdentity.provider },
    })),
  }
}

/** Imports a new guest's picture from the provider; an invalid picture does not fail the sign-in. */
async function importPicture(
  ctx: RequestContext,
  uid: string,
  { provider, identity }: ProviderIdentity,
): Promise<void> {
  const image =
    identity.picture === null
      ? null
      : await ctx.deps.identities.find(ctx.tenant.id, provider)?.picture(identity.picture)
  if (image)
    await saveAvatar(ctx, uid, Buffer.from(image).toString('base64')).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })
}
