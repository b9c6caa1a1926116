import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import type { Locale } from '#domain/language.ts'
import type { BoundedCache } from './bounded-cache.ts'
import { codingsFor, gzipped, takesBrotli } from './coding.ts'
import type { Deps, Tenant } from './context.ts'
import { clientAddress } from './middleware/client-address.ts'
import { languageFor, type Door } from './middleware/scope.ts'
import { isAmbiguous } from './middleware/tenant.ts'

/**
 * The addresses that may be kept, spelt as every link of ours spells them: the router takes `/Book/done` and `/%62ook/done` for
 * `/book/done` as well, and that one shows a guest's visit.
 */
const KEPT = /^\/(?!book\/|(?:appointments|cookies|visit|cancelbooking|userinvite|confirm|confirmmobile|custom-login|unsubscribe|unsubscribewaitlist|gong|message|cl)(?:\/|$))([a-z0-9_-]+(\/[a-z0-9_-]+)*)?$/

/** What pages ask of an address: any other query is rendered, but does not push out what many ask for. */
const NAMES = new Set(['lang', 'type', 'info', 'salon', 'services', 'teamMember', 'to', 'loginType', 'original'])
const isPlain = (search: string) => search === '' || (search.length < 200 && [...new URLSearchParams(search).keys()].every((name) => NAMES.has(name)))

/** A finished page: its bytes and its headers as they are sent, a name and its value in turns: Node writes such a list fastest. */
export type KeptPage = { status: number; headers: readonly string[]; bytes: Uint8Array<ArrayBuffer>; etag: string }
export type PageCache = BoundedCache<KeptPage>

/** Under what a page is kept; null for an address, its query included, that is not. `now` in epoch ms. */
export function pageKey({ id, contentVersion }: Tenant, language: Locale, address: string, now: number): string | null {
  const at = address.indexOf('?')
  const plain = at < 0 ? KEPT.test(address) : KEPT.test(address.slice(0, at)) && isPlain(address.slice(at))
  return plain ? `${id} ${contentVersion} ${language} ${address} ${minuteOf(now)}` : null
}

// A page may tell what is next free or what today is: it is never older than five minutes.
const minuteOf = (now: number) => Math.floor(now / 300_000)

type Asked = { etags: string | null; encodings: string | null; requestId: string; /** A cookie to set. */ cookie: string | null }

/** Its headers are a plain object and complete: the web server writes those as they are, at half the cost. */
export function sendKept(page: KeptPage, { etags, encodings, requestId, cookie }: Asked): Response {
  const headers: Record<string, string> = { 'x-request-id': requestId }
  for (let index = 0; index < page.headers.length; index += 2) headers[page.headers[index] ?? ''] = page.headers[index + 1] ?? ''
  if (cookie) headers['set-cookie'] = cookie
  // A proxy that compresses may have weakened it.
  if (etags?.split(',').some((one) => one.trim().replace(/^W\//, '') === page.etag)) return new Response(null, { status: 304, headers })
  const [coding] = codingsFor(encodings)
  if (coding) headers['content-encoding'] = coding
  if (coding === 'br') return new Response(page.bytes, { status: page.status, headers })
  const plain = brotliDecompressSync(page.bytes)
  return new Response(new Uint8Array(coding ? gzipped(plain) : plain), { status: page.status, headers })
}

/**
 * Answers a browser that brings no cookie with the page that is kept, before the framework makes anything of its request: that
 * would cost more than the page does. False: nothing was done, and the request goes the long way.
 */
export function answerKept({ deps, door, cache, routeOf }: { deps: Deps; door: Door; cache: PageCache; routeOf: (path: string) => string }) {
  return (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const { method, url = '', headers, socket } = incoming
    if (method !== 'GET' || headers.cookie || headers.authorization || headers['if-none-match'] || deps.config.staging || isAmbiguous(incoming)) return false
    const tenant = takesBrotli(String(headers['accept-encoding'])) ? door.find.known(headers.host ?? '') : null
    if (!tenant) return false
    const started = performance.now()
    const now = deps.now()
    const { locale, chosen } = languageFor(deps, { url, cookie: null, acceptLanguage: headers['accept-language'] ?? null, tenant })
    const key = chosen ? null : pageKey(tenant, locale, url, now)
    const page = key ? cache.get(key) : undefined
    if (!page || door.limit(tenant.id, clientAddress(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''), deps.config.trustedProxies), now) !== null) return false
    const requestId = randomUUID()
    outgoing.writeHead(page.status, [...page.headers, 'x-request-id', requestId, 'content-encoding', 'br', 'content-length', String(page.bytes.length)])
    outgoing.end(page.bytes)
    deps.log.info({ tenant: tenant.id, route: routeOf(url), method, status: page.status, ms: Math.round((performance.now() - started) * 10) / 10, requestId }, 'request')
    return true
  }
}
