import type { Config } from '../config.ts'
import type { Env, Tenant } from '../context.ts'
import type { Db } from '../data/db.ts'
import type { News } from '../data/news.ts'
import { DEFAULT_TENANT, findTenantByFirstpath, findTenantByVanityHost, findTenantById, type TenantRow } from '../data/tenant.ts'
import { canonicalHost, firstLabel } from '../host.ts'
import { iconOf } from '../icon.ts'
import { artFinder } from '../static.ts'
import { tenantFrom } from '../tenant-row.ts'

const KEPT = 5_000
/** Of a host name with a port. */
const LONGEST = 262
const FRESH_MS = 60_000

type Incoming = Partial<NonNullable<Env['Bindings']['incoming']>>

/** Whether a request names two hosts: a proxy in front of us might believe the other one. */
export function isAmbiguous({ rawHeaders = [], url = '', headers = {} }: Incoming = {}): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  const absolute = url.startsWith('/') ? null : URL.parse(url)
  return hosts > 1 || (absolute !== null && canonicalHost(absolute.host) !== canonicalHost(headers.host))
}

/** `header` is the Host as it came. */
export type FindTenant = ((header: string, staged: string | null) => Promise<Tenant>) & {
  /** Without asking the database: null for one that is not known just now. */
  known(header: string): Tenant | null
}

/**
 * Finds the tenant of a host: the first label on a product domain, else the whole host as vanityUrl, else the neutral
 * default tenant. Rows are kept for a minute, and forgotten at once when an import announces a change.
 */
export function tenantFinder(db: Db, news: News, config: Config): FindTenant {
  const kept = new Map<string, { tenant: Tenant; at: number }>()
  let changes = 0
  news.subscribe((notice) => {
    if (notice !== 'reconnected' && notice.topic !== 'tenant') return
    changes += 1
    kept.clear()
  })

  const art = artFinder(config)
  async function shown(row: NonNullable<TenantRow>): Promise<Tenant> {
    const tenant = tenantFrom(row, config)
    return { ...tenant, icon: await iconOf(tenant, art) }
  }

  async function look(host: string | null): Promise<Tenant> {
    const label = host ? firstLabel(host, config.domainSuffixes) : null
    const row = (label ? await findTenantByFirstpath(db, label) : null) ?? (host ? await findTenantByVanityHost(db, host) : null) ?? (await findTenantById(db, DEFAULT_TENANT))
    if (!row) throw new Error('the default tenant is missing: import db/demo/default.yaml')
    return shown(row)
  }

  // One that is longer names no host: it is kept with the others of that kind.
  const keyOf = (header: string) => (header.length <= LONGEST ? header : '')
  const known = (header: string): Tenant | null => {
    const found = kept.get(keyOf(header))
    return found && Date.now() - found.at < FRESH_MS ? found.tenant : null
  }

  const find = async (header: string, staged: string | null): Promise<Tenant> => {
    if (staged) {
      const row = await findTenantByFirstpath(db, staged)
      if (row) return shown(row)
    }
    const found = known(header)
    if (found) return found
    const key = keyOf(header)
    const before = changes
    const tenant = await look(canonicalHost(key))
    // Read while it was being changed, it may be the one before.
    if (changes !== before) return tenant
    kept.delete(key)
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value ?? '')
    kept.set(key, { tenant, at: Date.now() })
    return tenant
  }
  return Object.assign(find, { known })
}
