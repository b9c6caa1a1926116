import type { MiddlewareHandler } from 'hono'
import type { Env, Scope } from './context.ts'
import { tenantOfCode } from './identity/action-read.ts'

/** Where a tenant's people sign in to its own side of the product. */
const WELCOME = '/welcome'

/**
 * Where a link of a mail belongs, when it is not here: on a host that is no tenant's (a `go.` host) on the site of the tenant
 * that its code names; and for somebody who runs the salon on its admin site, which alone gets every parameter. Both origins
 * are the stored ones. Null for all that this host's own page answers.
 */
async function elsewhere(scope: Scope, { search, searchParams }: URL): Promise<string | null> {
  const tenant = await tenantOfCode(
    scope,
    searchParams.get('oobCode') ?? searchParams.get('actionCode') ?? '',
  )
  if (tenant && tenant.id !== scope.tenant.id) return `${tenant.origin}/confirm${search}`
  const admin = scope.tenant.profile.adminOrigin
  return admin && searchParams.get('mode') === 'signIn' && isOn(admin, searchParams.get('continueUrl') ?? '')
    ? `${admin}${WELCOME}${search}`
    : null
}

/** Whether every browser takes this address for one of that origin: parsers disagree about names before the host, backslashes and blanks. */
function isOn(origin: string, address: string): boolean {
  const url = /^[!-[\]-~]+$/.test(address) ? URL.parse(address) : null
  return url !== null && url.origin === origin && url.username === '' && url.password === ''
}

/** Sends the landing page of e-mail links on where it belongs; changes nothing, so it may be followed any number of times. */
export const confirmDoor: MiddlewareHandler<Env> = async (c, next) => {
  const to = await elsewhere(c.get('scope'), new URL(c.req.url))
  if (!to) return next()
  return c.body(null, 302, { location: to, 'cache-control': 'no-store' })
}
