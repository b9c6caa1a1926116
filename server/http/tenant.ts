import { LRUCache } from 'lru-cache'
import { isReserved, STAFF_LABEL } from '#contract/tenant-file/reserved.ts'
import type { Config } from '../config/config.ts'
import type { Env, Tenant } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import type { ChangeEvents } from '../database/change-events.ts'
import { loadClosedDays } from '../holiday/closed-days.ts'
import { getStockVersion } from '../product/queries.ts'
import { DEFAULT_TENANT, findTenantById, listTenantNames } from '../tenant/queries.ts'
import { canonicalHost, firstLabel } from '../tenant/host.ts'
import { inlineSmallIcon } from '../tenant/icon.ts'
import { loadMark } from '../tenant/mark.ts'
import { artFinder } from './static-files.ts'
import { tenantFrom } from '../tenant/tenant.ts'
import { createRequestLimit } from '../rate-limit/request-limit.ts'

/** How long names and rows of tenants are kept without an announcement. */
const TTL_MS = 60_000
/** The most rows, and the most hosts without a tenant, that are kept. */
const MAX_ENTRIES = 5_000
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

/**
 * Finds the tenant by host: the first label on a product domain, else the whole host as vanityUrl, else the
 * neutral default tenant, which then has the unknown label. The names of all tenants and the requested rows
 * are cached for a minute, and dropped when an import announces a change. A name that is not among them is
 * looked up once, as long as its client and all clients together do not exceed their limit: beyond that it
 * has no tenant, without a query.
 */
export function createTenantResolver(db: Db, changeEvents: ChangeEvents, config: Config): ResolveTenant {
  const createCache = cacheFactory(db, config)
  // A change replaces the cache: an answer that is still on its way goes into the old one, which nobody asks.
  let cache = createCache()
  changeEvents.subscribe((notice) => {
    if (notice === 'reconnected' || notice.topic === 'tenant' || notice.topic === 'stock')
      cache = createCache()
  })
  const mayLookUp = createLookUpLimit(config.rateLimit)

  const find: (...asked: Parameters<ResolveTenant>) => Promise<Tenant> = async (
    header,
    { staged, address },
  ) => {
    const names = await cache.names.forceFetch(ALL)
    const host = canonicalHost(header)
    const hosts = [staged === null ? null : `${staged}.${config.domainSuffixes[0]}`, host]
    for (const wanted of hosts) {
      const id = wanted && (findId(wanted, names) ?? (await lookUp(wanted, address, names)))
      if (id) return cache.rows.forceFetch(id)
    }
    const neutral = await cache.rows.forceFetch(DEFAULT_TENANT)
    const unknownFirstpath = salonLabel(host)
    return unknownFirstpath ? { ...neutral, unknownFirstpath } : neutral
  }

  const known = (header: string): Tenant | null => {
    const names = cache.names.get(ALL)
    if (!names) return null
    const host = canonicalHost(header)
    const id = host && findId(host, names)
    const isNeutral = host === null || (names.withoutTenant.has(host) && salonLabel(host) === null)
    return id || isNeutral ? (cache.rows.get(id ?? DEFAULT_TENANT) ?? null) : null
  }

  /** The tenant's name in a host of its own site; null for any other host. */
  const staffName = (host: string): string | null => {
    const label = config.staffHost === 'own' ? firstLabel(host, config.domainSuffixes) : null
    return label?.startsWith(STAFF_LABEL) ? label.slice(STAFF_LABEL.length) : null
  }

  const findId = (host: string, { firstpaths, vanityHosts, staffNames }: TenantNames): string | null => {
    const ofStaff = staffName(host)
    if (ofStaff !== null) return staffNames.get(ofStaff) ?? null
    const label = firstLabel(host, config.domainSuffixes)
    return (label && firstpaths.get(label)) || vanityHosts.get(host) || null
  }

  /** The label that should name a salon; null on the product's own hosts and on any other domain. */
  const salonLabel = (host: string | null): string | null => {
    const label = host && firstLabel(host, config.domainSuffixes)
    return label && !isReserved(label) && staffName(host ?? '') === null ? label : null
  }

  /** For a tenant that was made without an announcement a moment ago, which then joins `names`. */
  async function lookUp(host: string, address: string, names: TenantNames): Promise<string | null> {
    if (names.withoutTenant.has(host) || !mayLookUp(address)) return null
    const ofStaff = staffName(host)
    const label = ofStaff ?? firstLabel(host, config.domainSuffixes)
    const added = await loadNames(db, { firstpath: label, vanityHost: host, id: ofStaff })
    for (const [firstpath, id] of added.firstpaths) names.firstpaths.set(firstpath, id)
    for (const [vanityHost, id] of added.vanityHosts) names.vanityHosts.set(vanityHost, id)
    for (const [name, id] of added.staffNames) names.staffNames.set(name, id)
    const id = findId(host, added)
    if (!id) names.withoutTenant.set(host, true)
    return id
  }

  return Object.assign(find, { known })
}

/** Ids of tenants by what leads to them, and the hosts that were looked up and have no tenant. */
type TenantNames = {
  firstpaths: Map<string, string>
  vanityHosts: Map<string, string>
  /** By their names in the hosts of their own sites: the firstpath, without one the id. */
  staffNames: Map<string, string>
  withoutTenant: LRUCache<string, true>
}
/** The names of all tenants under one key, and their rows by id. All who ask meanwhile wait for one query. */
type TenantCache = { names: LRUCache<typeof ALL, TenantNames>; rows: LRUCache<string, Tenant> }
const ALL = 'all'

function cacheFactory(db: Db, config: Config): () => TenantCache {
  const art = artFinder(config)
  async function loadTenant(id: string): Promise<Tenant> {
    const row = (await findTenantById(db, id)) ?? (await findTenantById(db, DEFAULT_TENANT))
    if (!row) throw new Error('the default tenant is missing: import db/demo/default.yaml')
    const tenant = tenantFrom(row, config)
    return {
      ...tenant,
      icon: await inlineSmallIcon(tenant, art),
      mark: await loadMark(tenant, art),
      profile: await withHolidays(tenant),
      stockVersion: tenant.profile.shop ? await db.read(tenant.id, getStockVersion) : 0,
    }
  }
  async function withHolidays({ id, profile }: Tenant): Promise<Tenant['profile']> {
    const found = profile.holidays ? await db.read(id, (tx) => loadClosedDays(tx, profile)) : null
    return found ? { ...profile, exceptions: found } : profile
  }
  return () => ({
    names: new LRUCache({ max: 1, ttl: TTL_MS, fetchMethod: () => loadNames(db) }),
    // A row that is pushed out while it is being read is still the answer.
    rows: new LRUCache({ max: MAX_ENTRIES, ttl: TTL_MS, fetchMethod: loadTenant, ignoreFetchAbort: true }),
  })
}

/** The names of all tenants, or of those that have one of `names`. */
async function loadNames(db: Db, names?: Parameters<typeof listTenantNames>[1]): Promise<TenantNames> {
  const tenants = (await listTenantNames(db, names)).filter(({ id }) => id !== DEFAULT_TENANT)
  return {
    firstpaths: new Map(tenants.flatMap(({ id, firstpath }) => (firstpath ? [[firstpath, id]] : []))),
    vanityHosts: new Map(tenants.flatMap(({ id, vanityHost }) => (vanityHost ? [[vanityHost, id]] : []))),
    staffNames: new Map(tenants.map(({ id, firstpath }) => [firstpath ?? id, id])),
    withoutTenant: new LRUCache({ max: MAX_ENTRIES }),
  }
}

/** Whether the client may look up one more host without a known tenant, by its limit and that of all. */
function createLookUpLimit(rateLimit: number): (address: string) => boolean {
  const amount = Math.max(1, Math.floor(rateLimit / UNKNOWN_HOST_COST))
  const ofClient = createRequestLimit(amount)
  const ofAll = createRequestLimit(amount * ALL_CLIENTS)
  return (address) => {
    const now = Date.now()
    return ofClient(address, now) === null && ofAll('', now) === null
  }
}
