import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import type { DateLanguage, Locale } from '#domain/language.ts'
import { pageAt } from '#contract/match-page.ts'
import { isReserved } from '#contract/tenant-file/reserved.ts'
import type { LruCache } from '../cache/lru-cache.ts'
import { acceptedEncodings, acceptsBrotli, compress } from '../http/content-encoding.ts'
import type { Dependencies, Tenant } from '../context/context.ts'
import { clientIp } from '../http/client-ip.ts'
import { resolveRequestLanguage, type RequestGuards } from '../http/request-context.ts'
import { hasConflictingHosts } from '../http/tenant.ts'
import { isStaffHost } from '../tenant/host.ts'

/**
 * A path as the site's own links write it. The router also matches `/Book/done` and `/%62ook/done` to
 * `/book/done`; these are rendered for each request, so that one page has one entry.
 */
const CANONICAL_PATH = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?$/
const MAX_QUERY_CHARACTERS = 200

/**
 * Whether the site map lets the page at `url` (without its host) be cached. A page with an unknown query
 * parameter is rendered, but not cached.
 */
function isCacheable(url: string): boolean {
  const [path = '', ...query] = url.split('?')
  const page = CANONICAL_PATH.test(path) ? pageAt(path) : null
  const parameters = page?.cacheable
  // No tenant's page is called like one of ours: `/message` is a link that lost its handle.
  if (!parameters || (page.path.startsWith('/:') && isReserved(path.split('/')[1] ?? ''))) return false
  return (
    url.length - path.length < MAX_QUERY_CHARACTERS &&
    [...new URLSearchParams(query.join('?')).keys()].every(
      (name) => name === 'lang' || name === 'original' || parameters.includes(name),
    )
  )
}

/** A finished page in Brotli. `headers` alternates names and values, which Node writes fastest. */
export type CachedPage = {
  status: number
  headers: readonly string[]
  bytes: Uint8Array<ArrayBuffer>
  etag: string
}
export type PageCache = LruCache<CachedPage>

/** The cache key of a URL (path and query); null for one that is not cacheable. `now` in epoch ms. */
export function pageKey(
  { id, contentVersion, stockVersion, unknownFirstpath }: Tenant,
  { language, dateLanguage }: { language: Locale; dateLanguage: DateLanguage },
  address: string,
  now: number,
): string | null {
  return isCacheable(address) && !unknownFirstpath
    ? `${id} ${contentVersion} ${stockVersion} ${language} ${dateLanguage} ${address} ${minuteOf(now)}`
    : null
}

// A page may contain the next free time or today's date: it is never older than five minutes.
const minuteOf = (now: number) => Math.floor(now / 300_000)

/** Bytes that a cached page takes. */
export const cachedPageBytes = ({ headers, bytes }: CachedPage): number =>
  bytes.length + headers.join('').length

type CacheRequest = {
  ifNoneMatch: string | null
  acceptEncoding: string | null
  requestId: string
  /** A cookie to set. */ cookie: string | null
}

/** The answer to a request for a cached page. */
export async function cachedPageResponse(
  { status, headers: cached, bytes, etag }: CachedPage,
  { ifNoneMatch, acceptEncoding, requestId, cookie }: CacheRequest,
): Promise<Response> {
  const headers: Record<string, string> = { 'x-request-id': requestId }
  for (let index = 0; index < cached.length; index += 2)
    headers[cached[index] ?? ''] = cached[index + 1] ?? ''
  if (cookie) headers['set-cookie'] = cookie
  // A proxy that compresses may have weakened the tag.
  if (ifNoneMatch?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers })
  const [encoding] = acceptedEncodings(acceptEncoding)
  if (encoding) headers['content-encoding'] = encoding
  if (encoding === 'br') return new Response(bytes, { status, headers })
  const plain = brotliDecompressSync(bytes)
  return new Response(encoding ? await compress(plain, encoding) : plain, { status, headers })
}

/** The cache key and the route of a request. */
type Read = { key: string | null; route: string; minute: number }
const MAX_READ = 5_000
const MAX_KEY_CHARACTERS = 500

/**
 * Memoizes the cache key by URL and headers: computing it costs as much as sending the page. Without this and
 * `serveFromPageCache` a cached page would miss its budget (bench/pages.ts, decision 024).
 */
function memoizeCacheKey(deps: Dependencies, routeOf: (path: string) => string) {
  const reads = new Map<string, Read>()
  return (tenant: Tenant, { url = '', headers }: IncomingMessage, now: number): Read => {
    const minute = minuteOf(now)
    // A header cannot contain a line break, so different requests have different parameters.
    const parameters = [
      `${tenant.id} ${tenant.contentVersion} ${tenant.stockVersion} ${url}`,
      headers['accept-encoding'],
      headers['accept-language'],
    ].join('\n')
    const known = reads.get(parameters)
    if (known?.minute === minute) return known
    const {
      locale: language,
      dateLanguage,
      chosen,
    } = resolveRequestLanguage(deps, {
      url,
      cookie: null,
      acceptLanguage: headers['accept-language'] ?? null,
      tenant,
    })
    const key =
      chosen || !acceptsBrotli(String(headers['accept-encoding']))
        ? null
        : pageKey(tenant, { language, dateLanguage }, url, now)
    const read = { key, route: routeOf(url), minute }
    if (reads.size >= MAX_READ) reads.clear()
    if (parameters.length <= MAX_KEY_CHARACTERS) reads.set(parameters, read)
    return read
  }
}

/**
 * Answers requests without a cookie from the page cache before the framework sees them: 62 % more requests a
 * second. @returns false if the request was not answered.
 */
export function serveFromPageCache({
  deps,
  guards,
  cache,
  routeOf,
}: {
  deps: Dependencies
  guards: RequestGuards
  cache: PageCache
  routeOf: (path: string) => string
}) {
  const read = memoizeCacheKey(deps, routeOf)
  return (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const { method, headers, socket } = incoming
    if (
      method !== 'GET' ||
      headers.cookie ||
      headers.authorization ||
      headers['if-none-match'] ||
      deps.config.staging ||
      hasConflictingHosts(incoming)
    )
      return false
    const tenant = guards.find.known(headers.host ?? '')
    if (!tenant || isStaffHost(headers.host, deps.config)) return false
    const started = performance.now()
    const now = deps.now()
    const { key, route } = read(tenant, incoming, now)
    const page = key ? cache.get(key) : undefined
    if (
      !key ||
      !page ||
      guards.limit(
        clientIp(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''), deps.config.trustedProxies),
        now,
      ) !== null
    )
      return false
    const requestId = randomUUID()
    outgoing.writeHead(
      page.status,
      page.headers.concat(
        'content-encoding',
        'br',
        'content-length',
        String(page.bytes.length),
        'x-request-id',
        requestId,
      ),
    )
    outgoing.end(page.bytes)
    deps.log.info(
      {
        tenant: tenant.id,
        route,
        method,
        status: page.status,
        ms: Math.round((performance.now() - started) * 10) / 10,
        requestId,
      },
      'request',
    )
    return true
  }
}
