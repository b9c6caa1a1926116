import type { Config } from '../config/config.ts'
import type { Tenant } from '../context/context.ts'
import { firstLabel } from './host.ts'

type Hosts = Pick<Config, 'domainSuffixes' | 'staging'>

/**
 * The URL of `path` on `host` when that is one of the tenant's own hosts, else on the canonical host. So a
 * guest returns to the host that has their cookies. On staging every host on a product domain serves every
 * tenant: the URL then has `?tenant=`.
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
