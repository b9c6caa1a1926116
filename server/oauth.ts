import { Hono } from 'hono'
import { lifetimes, parseActionCode } from '#domain/action-code.ts'
import { redirectUri } from './calls/provider.ts'
import type { Deps, Env, Tenant } from './context.ts'
import { createActionCode, useActionCode, type ActionCodeRow } from './data/action-code.ts'
import { findTenantById } from './data/tenant.ts'
import { ownUrl } from './identity/own-origin.ts'
import { canonicalHost } from './host.ts'
import { identityProviders, type IdentityProviderName, type Told } from './providers/identity/port.ts'
import { tenantFrom } from './tenant-row.ts'

/**
 * Where Google and Facebook send guests back to, on the one host that they know. It needs no cookie: the tenant stands in the
 * state, which is used up here. What the provider has told waits a minute for the browser that began, on the tenant's own host.
 */
export function oauthRoutes(deps: Deps): Hono<Env> {
  const routes = new Hono<Env>()
  const host = new URL(deps.config.authOrigin).hostname
  routes.get('/:provider/callback', async (c) => {
    const provider = identityProviders.find((name) => name === c.req.param('provider'))
    if (!provider || canonicalHost(c.req.header('host')) !== host) return c.notFound()
    if (c.req.method === 'HEAD') return c.body(null, 405, { allow: 'GET' })
    c.header('cache-control', 'no-store')
    return c.redirect(await comeBack(deps, provider, new URL(c.req.url).searchParams), 303)
  })
  return routes
}

/** The address to go on at: never one that the request has named. */
async function comeBack(deps: Deps, provider: IdentityProviderName, query: URLSearchParams): Promise<string> {
  const states = query.getAll('state')
  const state = states.length === 1 ? (states[0] ?? '') : ''
  const row = await findTenantById(deps.db, parseActionCode(state)?.tenant ?? '')
  if (!row) return `${deps.config.authOrigin}/?message=provider-failed`
  const tenant = tenantFrom(row, deps.config)
  const used = await deps.db.write(tenant.id, (tx) => useActionCode(tx, state, ['provider'], deps.now()))
  if (!used) return failedAt(deps, tenant, null, 'provider-over')
  const told = await ask(deps, tenant, provider, used, query, state)
  if (!told.ok) {
    deps.log.info({ tenant: tenant.id, provider, fault: told.fault }, 'a provider sign-in was refused')
    return failedAt(deps, tenant, used, told.reason === 'denied' ? 'provider-denied' : 'provider-failed')
  }
  const { identity } = told
  const { nonce: _nonce, codeVerifier: _verifier, ...data } = used.data
  const at = deps.now()
  const code = await deps.db.write(tenant.id, (tx) =>
    createActionCode(
      tx,
      {
        kind: 'handOver',
        guestId: used.guestId,
        browserHash: used.browserHash,
        data: { ...data, identity },
        expiresAt: new Date(at + lifetimes.handOver),
      },
      at,
    ),
  )
  return ownUrl(tenant, used.data.host, deps.config, `/sign-in/callback?code=${code}`).href
}

async function ask(
  deps: Deps,
  tenant: Tenant,
  provider: IdentityProviderName,
  { data }: ActionCodeRow,
  query: URLSearchParams,
  state: string,
): Promise<Told> {
  const asked = deps.identities.find(tenant.id, provider)
  const { nonce, codeVerifier } = data
  // An answer that comes in by another provider's door is a mix-up.
  if (!asked || data.provider !== provider || !nonce || !codeVerifier)
    return { ok: false, reason: 'failed', fault: 'the answer came by another door' }
  return asked.comeBack(query, {
    state,
    nonce,
    codeVerifier,
    redirectUri: redirectUri(deps.config.authOrigin, provider),
  })
}

function failedAt(deps: Deps, tenant: Tenant, used: ActionCodeRow | null, message: string): string {
  const url = ownUrl(
    tenant,
    used?.data.host,
    deps.config,
    used?.data.link ? (used.data.to ?? '/profile/security') : '/login',
  )
  url.searchParams.set('message', message)
  return url.href
}
