import type { Config } from '../config.ts'
import type { Tenant } from '../context.ts'
import { firstLabel } from '../middleware/tenant.ts'

/**
 * The origin of one of the tenant's own hosts: that of `host` where it is one, else the canonical one. A guest who left from
 * a second address comes back there, where their cookies are.
 */
export function ownOrigin(tenant: Tenant, host: string | null | undefined, { domainSuffixes }: Pick<Config, 'domainSuffixes'>): string {
  if (!host || (host !== tenant.vanityHost && (tenant.firstpath === null || firstLabel(host, domainSuffixes) !== tenant.firstpath))) return tenant.origin
  return Object.assign(new URL(tenant.origin), { hostname: host }).origin
}
