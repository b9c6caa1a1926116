import type { Config } from '../config.ts'
import type { Tenant } from '../context.ts'
import { firstLabel } from '../host.ts'

type Hosts = Pick<Config, 'domainSuffixes' | 'staging'>

/**
 * A page (`path`) on one of the tenant's own hosts: on `host` where it is one, else on the canonical one. A guest who left from a
 * second address comes back there, where their cookies are. Where `?tenant=` may choose the tenant, every host on a product domain
 * is every tenant's, and the address names the tenant.
 */
export function ownUrl(tenant: Tenant, host: string | null | undefined, config: Hosts, path: string): URL {
  const own =
    host &&
    (host === tenant.vanityHost ||
      (tenant.firstpath !== null && firstLabel(host, config.domainSuffixes) === tenant.firstpath))
  const staged = host && !own && isStaged(tenant, host, config)
  const origin =
    own || staged ? Object.assign(new URL(tenant.origin), { hostname: host }).origin : tenant.origin
  const url = new URL(path, origin)
  if (staged) url.searchParams.set('tenant', tenant.firstpath ?? '')
  return url
}

const isStaged = ({ firstpath }: Tenant, host: string, { staging, domainSuffixes }: Hosts): boolean =>
  staging &&
  firstpath !== null &&
  domainSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))
