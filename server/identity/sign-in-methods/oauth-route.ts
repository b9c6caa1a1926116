import { Hono } from 'hono'
import { lifetimes, parseActionCode } from '#domain/action-code.ts'
import { callbackLink, loginLink, newGuestLink, securityLink } from '#contract/links.ts'
import { redirectUri } from './provider-calls.ts'
import type { Dependencies, Env, Tenant } from '#server/context/context.ts'
import { createActionCode, consumeActionCode, type ActionCodeRow } from '../action-code/queries.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { ownUrl } from '#server/tenant/own-origin.ts'
import { canonicalHost } from '#server/tenant/host.ts'
import {
  identityProviders,
  type IdentityProviderName,
  type IdentityResult,
} from '#server/providers/identity/port.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'

/**
 * The OAuth callback of Google and Facebook, on the one host registered with them. It needs no cookie:
 * `state` names the tenant and is consumed here. The identity waits a minute, as a handover code, for the
 * browser that started the sign-in on the tenant's own host.
 */
export function oauthRoutes(deps: Dependencies): Hono<Env> {
  const routes = new Hono<Env>()
  const host = new URL(deps.config.authOrigin).hostname
  routes.get('/:provider/callback', async (c) => {
    const provider = identityProviders.find((name) => name === c.req.param('provider'))
    if (!provider || canonicalHost(c.req.header('host')) !== host) return c.notFound()
    if (c.req.method === 'HEAD') return c.body(null, 405, { allow: 'GET' })
    c.header('cache-control', 'no-store')
    return c.redirect(await handleCallback(deps, provider, new URL(c.req.url).searchParams), 303)
  })
  return routes
}

/** @returns the redirect target; its host comes from the database, never from the request. */
async function handleCallback(
  deps: Dependencies,
  provider: IdentityProviderName,
  query: URLSearchParams,
): Promise<string> {
  const states = query.getAll('state')
  const state = states.length === 1 ? (states[0] ?? '') : ''
  const row = await findTenantById(deps.db, parseActionCode(state)?.tenant ?? '')
  if (!row) return `${deps.config.authOrigin}/?message=provider-failed`
  const tenant = tenantFrom(row, deps.config)
  const consumed = await deps.db.write(tenant.id, (tx) =>
    consumeActionCode(tx, state, ['provider'], deps.now()),
  )
  if (!consumed) return errorUrl(deps, tenant, null, 'provider-over')
  const outcome = await verifyCallback(deps, tenant, provider, { consumed, query, state })
  if (!outcome.ok) {
    deps.log.info({ tenant: tenant.id, provider, detail: outcome.detail }, 'provider sign-in rejected')
    return errorUrl(
      deps,
      tenant,
      consumed,
      outcome.reason === 'denied' ? 'provider-denied' : 'provider-failed',
    )
  }
  const { identity } = outcome
  const { nonce: _nonce, codeVerifier: _verifier, ...data } = consumed.data
  const at = deps.now()
  const code = await deps.db.write(tenant.id, (tx) =>
    createActionCode(
      tx,
      {
        kind: 'handOver',
        guestId: consumed.guestId,
        browserHash: consumed.browserHash,
        data: { ...data, identity },
        expiresAt: new Date(at + lifetimes.handOver),
      },
      at,
    ),
  )
  return ownUrl(tenant, consumed.data.host, deps.config, callbackLink({ code })).href
}

async function verifyCallback(
  deps: Dependencies,
  tenant: Tenant,
  provider: IdentityProviderName,
  { consumed: { data }, query, state }: { consumed: ActionCodeRow; query: URLSearchParams; state: string },
): Promise<IdentityResult> {
  const identityProvider = deps.identities.find(tenant.id, provider)
  const { nonce, codeVerifier } = data
  // Reject a mix-up attack: the callback of one provider with the state of another (RFC 9700, 4.4).
  if (!identityProvider || data.provider !== provider || !nonce || !codeVerifier)
    return { ok: false, reason: 'failed', detail: 'the state belongs to another provider' }
  return identityProvider.handleCallback(query, {
    state,
    nonce,
    codeVerifier,
    redirectUri: redirectUri(deps.config.authOrigin, provider),
  })
}

function errorUrl(
  deps: Dependencies,
  tenant: Tenant,
  consumed: ActionCodeRow | null,
  message: string,
): string {
  const { host, link, signUp, to } = consumed?.data ?? {}
  const back = link ? (to ?? securityLink()) : signUp ? newGuestLink() : loginLink()
  const url = ownUrl(tenant, host, deps.config, back)
  url.searchParams.set('message', message)
  return url.href
}
