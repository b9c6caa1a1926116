import { createHash, randomBytes } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import {
  createRequestHandler,
  RouterContextProvider,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import { CallError } from '#contract/errors.ts'
import type { PageScope, PublicPage } from '#contract/page.ts'
import type { Sent } from '#contract/text.ts'
import { BoundedCache } from './bounded-cache.ts'
import { brotlied, codingsFor, gzipped } from './coding.ts'
import type { Pages, Scope } from './context.ts'
import { mayHaveOwnDomain, pagePolicy, securityHeaders } from './middleware/security-headers.ts'
import { headOf } from './seo/head.ts'
import { pageScopeOf } from './page-scope.ts'
import { pageKey, sendKept, weightOf, type KeptPage, type PageCache } from './kept-pages.ts'
import { squeezer } from './squeeze.ts'
import { asksForState, PART, STATE_TYPE } from './page-state.ts'
import { submittedBy, submittedOnce } from './submitted-once.ts'

export type Build = ServerBuild & { entry: { module: { pageScope: RouterContext<PageScope> } } }
type Drawn = Parameters<PageScope['handOver']>[0]
type Options = { build: Build; messages: Record<string, Sent>; cacheBytes: number }

/**
 * Renders pages. An anonymous GET that sets no cookie is kept, compressed, under tenant, content version, language and
 * address, without its state, and carries hashes of its own inline scripts; every other page carries a nonce and is nobody else's.
 */
export function createPages({
  build,
  messages,
  cacheBytes,
}: Options): Pages & { names: ReadonlySet<string>; cache: PageCache; again: ReturnType<typeof squeezer> } {
  const draw = drawer(build, messages)
  const cache = new BoundedCache<KeptPage>(cacheBytes, weightOf)
  const again = squeezer(cache)
  const names = new Set(Object.values(build.routes).flatMap((one) => /^[^:*/]+/.exec(one?.path ?? '') ?? []))
  return Object.assign(
    async (asked: Request, scope: Scope) => {
      const request = unstaged(asked, scope)
      // Of an address that names no salon only the front page says so.
      if (scope.tenant.unknownFirstpath && isDocument(request))
        return new Response(null, { status: 302, headers: { location: '/', 'cache-control': 'no-store' } })
      const key =
        cacheBytes > 0 && isAnybodys(request, scope)
          ? pageKey(scope.tenant, scope.language, addressOf(request), scope.deps.now())
          : null
      const kept = key ? cache.get(key) : undefined
      const stated = asksForState(request.headers.get(PART))
      if (key && kept) {
        if (!stated) again(key, kept)
        return keep(kept, request, scope)
      }
      // What is being translated will be there for the next one who asks: that page is not kept, and has in it what it was drawn from.
      const placeOfState = () =>
        stated
          ? 'alone'
          : key && scope.cookies.length === 0 && scope.words !== 'awaited'
            ? 'beside'
            : 'within'
      const { html, state, answer, nonce, away } = await draw(request, scope, placeOfState, key === null)
      if (!isHtml(answer)) return personal(answer)
      if (away) return dressed(html, unavailable(answer), nonce, request)
      // Who asks for the state of a page that is kept no more, or not here, or not for them, gets that of the page they would get now.
      if (stated && state) return encoded(state, new Headers(stateOnly), 200, request)
      if (key && state && answer.status === 200) {
        const page = finish(html, state, nonce, answer, scope, new URL(request.url).pathname)
        cache.set(key, page)
        return keep(page, request, scope)
      }
      return dressed(html, answer, nonce, request)
    },
    { names, cache, again },
  )
}

/** Draws pages; `html` is empty where the answer is another one, a redirect for instance. */
function drawer(build: Build, messages: Options['messages']) {
  const render = createRequestHandler(submittedOnce(build), 'production')
  // A page that is kept (`PageScope.kept`) is announced again as the same one.
  const heads = new WeakMap<PublicPage, Uint8Array>()
  return async (request: Request, scope: Scope, state: PageScope['state'], own: boolean) => {
    const nonce = randomBytes(16).toString('base64url')
    const context = new RouterContextProvider()
    const drawn: Drawn = { html: new Uint8Array(), state: null }
    let head: Uint8Array = new Uint8Array()
    let away = false
    const shown = pageScopeOf(scope, messages, /[?&]original=/.test(request.url))
    const report = (error: unknown) => {
      away ||= error instanceof CallError && error.status === 'UNAVAILABLE'
      shown.report(error)
    }
    const announce = (page: PublicPage) => {
      head =
        heads.get(page) ??
        Buffer.from(
          headOf({
            page,
            tenant: scope.tenant,
            language: scope.language,
            locales: scope.deps.locales,
            secret: scope.deps.secret,
          }),
        )
      heads.set(page, head)
    }
    context.set(build.entry.module.pageScope, {
      ...shown,
      nonce,
      formKey: own ? randomBytes(16).toString('base64url') : null,
      report,
      announce,
      head: () => head,
      state,
      handOver: (page) => {
        Object.assign(drawn, page)
      },
    })
    context.set(submittedBy, new URL(request.url).pathname.endsWith('.data') ? null : scope)
    const answer = await render(fromHere(matrix(request)), context)
    return { ...drawn, answer, nonce, away }
  }
}

/** Where nothing is staged, the parameter that chooses a tenant changes no byte of an answer. */
function unstaged(request: Request, { deps }: Scope): Request {
  if (deps.config.staging || !/[?&]tenant=/.test(request.url)) return request
  const url = new URL(request.url)
  url.searchParams.delete('tenant')
  return new Request(url, request)
}

const isDocument = ({ method, url }: Request) =>
  method === 'GET' && new URL(url).pathname !== '/' && !url.includes('.data')
const addressOf = ({ url }: Request) => url.slice(url.indexOf('/', url.indexOf('//') + 2))
const isAnybodys = ({ method }: Request, { guest, owner, cookies }: Scope) =>
  method === 'GET' && !guest && !owner && cookies.length === 0

function keep(page: KeptPage, { headers }: Request, scope: Scope): Response {
  scope.complete = true
  return sendKept(page, {
    etags: headers.get('if-none-match'),
    encodings: headers.get('accept-encoding'),
    part: headers.get(PART),
    requestId: scope.requestId,
    cookie: scope.chosenLanguage,
  })
}

const isHtml = (answer: Response) => answer.headers.get('content-type')?.startsWith('text/html') ?? false

/**
 * Matrix parameters become a segment of their own, which is what the router can match: /appointments;a=b → /appointments/;a=b.
 * A browser that asks for the data of such an address has matched it itself already, as it stands.
 */
function matrix(request: Request): Request {
  const url = new URL(request.url)
  const shifted = url.pathname.endsWith('.data')
    ? url.pathname
    : url.pathname.replace(/^\/([a-z]+);/, '/$1/;')
  if (shifted === url.pathname) return request
  url.pathname = shifted
  return new Request(url, request)
}

/**
 * The router would refuse what comes from a page that tells nobody its address (its forms have the origin `null`), and every form behind
 * a proxy that ends TLS, where the origin is https and the request itself is not. Where a form comes from has been judged before.
 */
function fromHere(request: Request): Request {
  if (request.method !== 'POST' || !request.headers.has('origin')) return request
  const headers = new Headers(request.headers)
  headers.delete('origin')
  return new Request(request, { headers })
}

/** Of those alone that carry the nonce: one that somebody smuggled into the page must not be allowed by its own hash. */
const hashesIn = (html: string, tag: 'script' | 'style', nonce: string) => [
  ...new Set(
    [
      ...html.matchAll(
        new RegExp(`<${tag}(?=[^>]*\\snonce="${nonce}")(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'),
      ),
    ].map(
      (match) =>
        `'sha256-${createHash('sha256')
          .update(match[1] ?? '')
          .digest('base64')}'`,
    ),
  ),
]

function finish(
  page: Uint8Array,
  state: Uint8Array,
  nonce: string,
  answer: Response,
  { deps, tenant }: Scope,
  path: string,
): KeptPage {
  const rendered = Buffer.from(page).toString()
  const html = rendered.replaceAll(` nonce="${nonce}"`, '')
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`
  const headers = new Headers({
    ...Object.fromEntries(answer.headers),
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(
      hashesIn(rendered, 'script', nonce),
      hashesIn(rendered, 'style', nonce),
    ),
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding, accept-language, cookie',
    etag,
  })
  const stateHeaders = new Headers(stateOnly)
  for (const one of [headers, stateHeaders])
    securityHeaders(one, path, deps.config.scheme === 'https', mayHaveOwnDomain(tenant))
  return {
    status: answer.status,
    headers: [...headers].flat(),
    bytes: compressed(Buffer.from(html)),
    etag,
    squeezed: false,
    state: { headers: [...stateHeaders].flat(), bytes: compressed(state) },
  }
}

const compressed = (bytes: Uint8Array) =>
  new Uint8Array(
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  )
const stateOnly = {
  'content-type': STATE_TYPE,
  'cache-control': 'no-store',
  vary: 'accept-encoding, accept-language, cookie',
}

/** What the page could not show is there again soon. */
function unavailable({ headers }: Response): Response {
  const told = new Headers(headers)
  told.set('retry-after', '2')
  return new Response(null, { status: 503, headers: told })
}

function dressed(html: Uint8Array, answer: Response, nonce: string, request: Request): Response {
  const headers = new Headers(answer.headers)
  headers.set('content-security-policy', pagePolicy([`'nonce-${nonce}'`], [`'nonce-${nonce}'`]))
  headers.set('cache-control', 'no-store')
  headers.set('vary', 'accept-encoding, accept-language, cookie')
  return encoded(html, headers, answer.status, request)
}

function encoded(bytes: Uint8Array, headers: Headers, status: number, request: Request): Response {
  const [coding] = codingsFor(request.headers.get('accept-encoding'))
  if (!coding) return new Response(new Uint8Array(bytes), { status, headers })
  headers.set('content-encoding', coding)
  return new Response(new Uint8Array(coding === 'br' ? brotlied(bytes) : gzipped(bytes)), { status, headers })
}

function personal(answer: Response): Response {
  const headers = new Headers(answer.headers)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  return new Response(answer.body, { status: answer.status, headers })
}
