import { isReserved } from '#contract/tenant-file/reserved.ts'
import type { Config } from '../config/config.ts'
import type { Env, Tenant } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import type { ChangeEvents } from '../database/change-events.ts'
import { getStockVersion } from '../product/queries.ts'
import { DEFAULT_TENANT, findTenantById, listTenantNames } from '../tenant/queries.ts'
import { canonicalHost, firstLabel } from '../tenant/host.ts'
import { inlineSmallIcon } from '../tenant/icon.ts'
import { markOf } from '../tenant/mark.ts'
import { artFinder } from './static-files.ts'
import { tenantFrom } from '../tenant/tenant.ts'
import { createRequestLimit } from '../rate-limit/request-limit.ts'

const MAX_ENTRIES = 5_000
const TTL_MS = 60_000
/**
 * Rate-limit cost of a host without a known tenant, in requests; and the limit of all clients together, as a
 * multiple.
 */
const UNKNOWN_HOST_COST = 20
const ALL_CLIENTS = 10

type Incoming = Partial<NonNullable<Env['Bindings']['incoming']>>

/** Whether a request names two hosts: a proxy in front might trust the other one. */
export function hasConflictingHosts({ rawHeaders = [], url = '', headers = {} }: Incoming = {}): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  const absolute = url.startsWith('/') ? null : URL.parse(url)
  return hosts > 1 || (absolute !== null && canonicalHost(absolute.host) !== canonicalHost(headers.host))
}

/** `header` is the Host as it came, `address` the client's. */
export type ResolveTenant = ((
  header: string,
  asked: { staged: string | null; address: string },
) => Promise<Tenant>) & {
  /** Without asking the database: null for one that is not known just now. */
  known(header: string): Tenant | null
}

/** Ids of tenants by what leads to them. */
type TenantNames = { firstpaths: Map<string, string>; vanityHosts: Map<string, string>; loadedAt: number }

/**
 * Finds the tenant by host: the first label on a product domain, else the whole host as vanityUrl, else the
 * neutral default tenant, which then has the unknown label. The names of all tenants and the requested rows
 * are cached for a minute, and dropped when an import announces a change. A name that is not among them is
 * looked up once, as long as its client and all clients together do not exceed their limit: beyond that it
 * has no tenant, without a query.
 */
export function createTenantResolver(db: Db, changeEvents: ChangeEvents, config: Config): ResolveTenant {
  const rows = new Map<string, { tenant: Tenant; loadedAt: number }>()
  const missing = new Set<string>()
  const unknownHosts = createRequestLimit(Math.max(1, Math.floor(config.rateLimit / UNKNOWN_HOST_COST)))
  const allUnknownHosts = createRequestLimit(
    Math.max(1, Math.floor(config.rateLimit / UNKNOWN_HOST_COST)) * ALL_CLIENTS,
  )
  let names: TenantNames | null = null
  let loading: Promise<TenantNames> | null = null
  let changes = 0
  changeEvents.subscribe((notice) => {
    if (notice !== 'reconnected' && notice.topic !== 'tenant' && notice.topic !== 'stock') return
    changes += 1
    rows.clear()
    missing.clear()
    names = null
    loading = null
  })

  const isFresh = (one: { loadedAt: number } | null | undefined): boolean =>
    !!one && Date.now() - one.loadedAt < TTL_MS
  const idOf = (host: string, { firstpaths, vanityHosts }: TenantNames): string | null => {
    const label = firstLabel(host, config.domainSuffixes)
    return (
      (label && firstpaths.get(label)) || vanityHosts.get(host) || (missing.has(host) ? DEFAULT_TENANT : null)
    )
  }

  /** The label that should name a salon; null on the product's own hosts and on any other domain. */
  const unknownFirstpathOf = (host: string | null): string | null => {
    const label = host && firstLabel(host, config.domainSuffixes)
    return label && !isReserved(label) ? label : null
  }

  /** For a tenant that was made without an announcement a moment ago. */
  async function lookUp(host: string, address: string, loaded: TenantNames): Promise<string | null> {
    const now = Date.now()
    if (unknownHosts(address, now) !== null || allUnknownHosts('', now) !== null) return null
    const before = changes
    const label = firstLabel(host, config.domainSuffixes)
    const found = namesOf(await listTenantNames(db, { firstpath: label, vanityHost: host }))
    if (changes === before && missing.size >= MAX_ENTRIES) missing.clear()
    if (changes === before) missing.add(host)
    for (const [firstpath, id] of found.firstpaths) loaded.firstpaths.set(firstpath, id)
    for (const [vanityHost, id] of found.vanityHosts) loaded.vanityHosts.set(vanityHost, id)
    return idOf(host, found)
  }

  /** One query for all who ask meanwhile. */
  async function freshNames(): Promise<TenantNames> {
    if (names && isFresh(names)) return names
    const before = changes
    const mine = (loading ??= listTenantNames(db).then(namesOf))
    try {
      const loaded = await mine
      if (changes === before && names !== loaded) {
        names = loaded
        missing.clear()
      }
      return loaded
    } finally {
      if (loading === mine) loading = null
    }
  }

  const art = artFinder(config)
  async function findById(id: string): Promise<Tenant> {
    const found = rows.get(id)
    if (found && isFresh(found)) return found.tenant
    const before = changes
    const row = (await findTenantById(db, id)) ?? (await findTenantById(db, DEFAULT_TENANT))
    if (!row) throw new Error('the default tenant is missing: import db/demo/default.yaml')
    const shown = tenantFrom(row, config)
    const tenant = {
      ...shown,
      icon: await inlineSmallIcon(shown, art),
      mark: await markOf(shown, art),
      stockVersion: shown.profile.shop ? await db.read(shown.id, getStockVersion) : 0,
    }
    // Read while it was being changed, it may be the one before.
    if (changes !== before) return tenant
    rows.delete(id)
    if (rows.size >= MAX_ENTRIES) rows.delete(rows.keys().next().value ?? '')
    rows.set(id, { tenant, loadedAt: Date.now() })
    return tenant
  }

  const find: (...asked: Parameters<ResolveTenant>) => Promise<Tenant> = async (
    header,
    { staged, address },
  ) => {
    const loaded = await freshNames()
    for (const host of [
      staged === null ? null : `${staged}.${config.domainSuffixes[0]}`,
      canonicalHost(header),
    ]) {
      const id = host && (idOf(host, loaded) ?? (await lookUp(host, address, loaded)))
      if (id && id !== DEFAULT_TENANT) return findById(id)
    }
    const unknownFirstpath = unknownFirstpathOf(canonicalHost(header))
    const neutral = await findById(DEFAULT_TENANT)
    return unknownFirstpath ? { ...neutral, unknownFirstpath } : neutral
  }
  const known = (header: string): Tenant | null => {
    const host = canonicalHost(header)
    if (
      unknownFirstpathOf(host) !== null &&
      (!host || !names || !isFresh(names) || (idOf(host, names) ?? DEFAULT_TENANT) === DEFAULT_TENANT)
    )
      return null
    const id = names && isFresh(names) ? (host ? idOf(host, names) : DEFAULT_TENANT) : null
    const found = id ? rows.get(id) : null
    return found && isFresh(found) ? found.tenant : null
  }
  return Object.assign(find, { known })
}

function namesOf(tenants: Awaited<ReturnType<typeof listTenantNames>>): TenantNames {
  const firstpaths = new Map(tenants.flatMap(({ id, firstpath }) => (firstpath ? [[firstpath, id]] : [])))
  const vanityHosts = new Map(tenants.flatMap(({ id, vanityHost }) => (vanityHost ? [[vanityHost, id]] : [])))
  return { firstpaths, vanityHosts, loadedAt: Date.now() }
}
