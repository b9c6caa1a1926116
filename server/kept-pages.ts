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
import { asksForState, PART } from './page-state.ts'

/**
 * The addresses that may be kept, spelt as every link of ours spells them: the router takes `/Book/done` and `/%62ook/done` for
 * `/book/done` as well, and that one shows a guest's visit.
 */
const KEPT =
  /^\/(?!book\/|(?:appointments|cookies|visit|cancelbooking|userinvite|confirm|confirmmobile|custom-login|unsubscribe|unsubscribewaitlist|gong|message|cl|new-guest2?|sign-in)(?:\/|$))([a-z0-9_-]+(\/[a-z0-9_-]+)*)?$/

/** What pages ask of an address: any other query is rendered, but does not push out what many ask for. */
const NAMES = new Set([
  'lang',
  'type',
  'info',
  'salon',
  'services',
  'teamMember',
  'to',
  'loginType',
  'original',
])
const isPlain = (search: string) =>
  search === '' ||
  (search.length < 200 && [...new URLSearchParams(search).keys()].every((name) => NAMES.has(name)))

/** Compressed bytes, and the headers they are sent with, a name and its value in turns: Node writes such a list fastest. */
type Sendable = { headers: readonly string[]; bytes: Uint8Array<ArrayBuffer> }
/** A finished page, and what its scripts ask for once it is seen. */
export type KeptPage = Sendable & {
  status: number
  etag: string
  state: Sendable
  /** Made as small as it goes, or about to be. */ squeezed: boolean
}
export type PageCache = BoundedCache<KeptPage>
/** Is told of each page that is sent once more. */
type Again = (key: string, page: KeptPage) => void

/** Under what a page is kept; null for an address, its query included, that is not. `now` in epoch ms. */
export function pageKey(
  { id, contentVersion, unknownFirstpath }: Tenant,
  language: Locale,
  address: string,
  now: number,
): string | null {
  const at = address.indexOf('?')
  const plain = at < 0 ? KEPT.test(address) : KEPT.test(address.slice(0, at)) && isPlain(address.slice(at))
  return plain && !unknownFirstpath ? `${id} ${contentVersion} ${language} ${address} ${minuteOf(now)}` : null
}

// A page may tell what is next free or what today is: it is never older than five minutes.
const minuteOf = (now: number) => Math.floor(now / 300_000)

/** Bytes that one takes. */
export const weightOf = ({ headers, bytes, state }: KeptPage): number =>
  bytes.length + headers.join('').length + state.bytes.length + state.headers.join('').length

type Asked = {
  etags: string | null
  encodings: string | null
  part: string | null
  requestId: string
  /** A cookie to set. */ cookie: string | null
}

/** Its headers are a plain object and complete: the web server writes those as they are, at half the cost. */
export function sendKept(page: KeptPage, { etags, encodings, part, requestId, cookie }: Asked): Response {
  const sent = asksForState(part) ? page.state : page
  const headers: Record<string, string> = { 'x-request-id': requestId }
  for (let index = 0; index < sent.headers.length; index += 2)
    headers[sent.headers[index] ?? ''] = sent.headers[index + 1] ?? ''
  if (cookie) headers['set-cookie'] = cookie
  // A proxy that compresses may have weakened it.
  if (sent === page && etags?.split(',').some((one) => one.trim().replace(/^W\//, '') === page.etag))
    return new Response(null, { status: 304, headers })
  const [coding] = codingsFor(encodings)
  if (coding) headers['content-encoding'] = coding
  if (coding === 'br') return new Response(sent.bytes, { status: page.status, headers })
  const plain = brotliDecompressSync(sent.bytes)
  return new Response(new Uint8Array(coding ? gzipped(plain) : plain), { status: page.status, headers })
}

/** What was made of a request that is asked again and again in the same words. */
type Read = { key: string | null; route: string; minute: number }
const MOST_READ = 5_000
const LONGEST_READ = 500

/** Under what the page is kept that a request wants, remembered for the words it asks in: to find that out costs as much as to send the page. */
function readerOf(deps: Deps, routeOf: (path: string) => string) {
  const reads = new Map<string, Read>()
  return (tenant: Tenant, { url = '', headers }: IncomingMessage, now: number): Read => {
    const minute = minuteOf(now)
    // No header holds a line break, so that nobody can say in two of them what others say in theirs.
    const words = `${tenant.id} ${tenant.contentVersion} ${url}\n${headers['accept-encoding']}\n${headers['accept-language']}`
    const known = reads.get(words)
    if (known?.minute === minute) return known
    const { locale, chosen } = languageFor(deps, {
      url,
      cookie: null,
      acceptLanguage: headers['accept-language'] ?? null,
      tenant,
    })
    const key =
      chosen || !takesBrotli(String(headers['accept-encoding'])) ? null : pageKey(tenant, locale, url, now)
    const read = { key, route: routeOf(url), minute }
    if (reads.size >= MOST_READ) reads.clear()
    if (words.length <= LONGEST_READ) reads.set(words, read)
    return read
  }
}

/**
 * Answers a browser that brings no cookie with the page that is kept, before the framework makes anything of its request: that
 * would cost more than the page does. False: nothing was done, and the request goes the long way.
 */
export function answerKept({
  deps,
  door,
  cache,
  again,
  routeOf,
}: {
  deps: Deps
  door: Door
  cache: PageCache
  again: Again
  routeOf: (path: string) => string
}) {
  const read = readerOf(deps, routeOf)
  return (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const { method, headers, socket } = incoming
    if (
      method !== 'GET' ||
      headers.cookie ||
      headers.authorization ||
      headers['if-none-match'] ||
      deps.config.staging ||
      isAmbiguous(incoming)
    )
      return false
    const tenant = door.find.known(headers.host ?? '')
    if (!tenant) return false
    const started = performance.now()
    const now = deps.now()
    const { key, route } = read(tenant, incoming, now)
    const page = key ? cache.get(key) : undefined
    if (
      !key ||
      !page ||
      door.limit(
        clientAddress(
          socket.remoteAddress,
          String(headers['x-forwarded-for'] ?? ''),
          deps.config.trustedProxies,
        ),
        now,
      ) !== null
    )
      return false
    const requestId = randomUUID()
    const sent = asksForState(headers[PART]) ? page.state : page
    outgoing.writeHead(
      page.status,
      sent.headers.concat(
        'content-encoding',
        'br',
        'content-length',
        String(sent.bytes.length),
        'x-request-id',
        requestId,
      ),
    )
    outgoing.end(sent.bytes)
    if (sent === page) again(key, page)
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
