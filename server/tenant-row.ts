import type { Config } from './config.ts'
import type { Tenant } from './context.ts'
import type { TenantRow } from './data/tenant.ts'
import { iconAddress } from './web-app/manifest.ts'

/** The tenant with the canonical origin that its links carry. */
export function tenantFrom(
  row: NonNullable<TenantRow>,
  config: Pick<Config, 'scheme' | 'publicPort' | 'domainSuffixes' | 'demo'>,
): Tenant {
  const suffix = config.demo ? 'localhost' : config.domainSuffixes[0]
  const host =
    row.profile.canonicalHost ?? row.vanityHost ?? (row.firstpath ? `${row.firstpath}.${suffix}` : suffix)
  const usual = config.scheme === 'https' ? 443 : 80
  const port = config.publicPort && config.publicPort !== usual ? `:${config.publicPort}` : ''
  return {
    id: row.id,
    firstpath: row.firstpath,
    vanityHost: row.vanityHost,
    profile: row.profile,
    contentVersion: row.contentVersion,
    icon: row.profile.icon ?? iconAddress(row, '96.png'),
    origin: `${config.scheme}://${host}${port}`,
  }
}
