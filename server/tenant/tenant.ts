import type { Config } from '../config/config.ts'
import type { Tenant } from '../context/context.ts'
import { DEFAULT_TENANT, type TenantRow } from './queries.ts'
import { iconUrl } from './icon.ts'
import { contactPhone } from '#domain/phone.ts'
import { STAFF_LABEL } from '#contract/tenant-file/reserved.ts'

/** Builds a tenant from its row, with the canonical origin of its links. */
export function tenantFrom(
  row: NonNullable<TenantRow>,
  config: Pick<Config, 'scheme' | 'publicPort' | 'domainSuffixes' | 'demo' | 'staffHost'>,
): Tenant {
  const suffix = config.demo ? 'localhost' : config.domainSuffixes[0]
  const host =
    row.profile.canonicalHost ?? row.vanityHost ?? (row.firstpath ? `${row.firstpath}.${suffix}` : suffix)
  const origin = buildOrigin(host, config)
  return {
    id: row.id,
    firstpath: row.firstpath,
    vanityHost: row.vanityHost,
    profile: row.profile,
    words: row.words,
    contentVersion: row.contentVersion,
    stockVersion: 0,
    icon: row.profile.icon ?? iconUrl(row, '96.png'),
    origin,
    staffOrigin:
      config.staffHost === 'same'
        ? origin
        : buildOrigin(`${STAFF_LABEL}${row.firstpath ?? row.id}.${suffix}`, config),
  }
}

/** The origin of a host in links. */
export function buildOrigin(
  host: string | undefined,
  { scheme, publicPort }: Pick<Config, 'scheme' | 'publicPort'>,
): string {
  const usual = scheme === 'https' ? 443 : 80
  return `${scheme}://${host}${publicPort && publicPort !== usual ? `:${publicPort}` : ''}`
}

/** Whether a tenant's site can be installed: the neutral one is no salon's. */
export const isApp = ({ id }: Pick<Tenant, 'id'>): boolean => id !== DEFAULT_TENANT

/** The tenant's telephone number as guests read it, and for `tel:` links; null if it has none. */
export const formatPhone = ({ profile }: Pick<Tenant, 'profile'>): { text: string; tel: string } | null =>
  profile.phone ? contactPhone(profile.phone, profile.default.countryCode) : null
