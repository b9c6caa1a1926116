import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import {
  createRequestHandler,
  RouterContextProvider,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import type { PageClient } from '#contract/client.ts'
import { CallError } from '#contract/errors.ts'
import { OTHER_GUEST_HEADER, type PageContext, type PageMetadata } from '#contract/page.ts'
import { typedTexts } from '#contract/typed-field.ts'
import { landingLink, startLink } from '#contract/links.ts'
import { pagePaths } from '#contract/site-map.ts'
import type { CompiledMessages } from '#contract/text.ts'
import { LruCache } from '../cache/lru-cache.ts'
import { randomToken } from '../secret/hash.ts'
import { acceptedEncodings, compress } from '../http/content-encoding.ts'
import { subjectOf } from '../http/drawn-for.ts'
import type { Pages, RequestContext } from '../context/context.ts'
import { mayHaveOwnDomain, pagePolicy, securityHeaders } from '../http/security-headers.ts'
import { buildMetadata } from './seo/head.ts'
import { createPageContext } from './page-context.ts'
import {
  pageKey,
  cachedPageResponse,
  cachedPageBytes,
  type CachedPage,
  type PageCache,
} from './page-cache.ts'
import { submissionContext, withFormIdempotency } from '../http/form-idempotency.ts'

export type Build = ServerBuild & { entry: { module: { pageContext: RouterContext<PageContext> } } }
type Options = { build: Build; messages: Record<string, CompiledMessages>; cacheBytes: number }

/**
 * Renders pages. An anonymous GET that sets no cookie is cached, compressed, under tenant, versions of
 * content and stock, language and URL; its policy has hashes of its inline scripts and styles. Every other
 * page has a nonce and is sent once.
 */
export function createPages({
  build,
  messages,
  cacheBytes,
}: Options): Pages & { names: ReadonlySet<string>; cache: PageCache } {
  const render = renderer(build, messages)
  const cache = new LruCache<CachedPage>(cacheBytes, cachedPageBytes)
  const names = new Set(Object.values(build.routes).flatMap((one) => /^[^:*/]+/.exec(one?.path ?? '') ?? []))
  return Object.assign(
    async (asked: Request, ctx: RequestContext, call: PageClient) => {
      const request = withoutTenantParameter(asked, ctx)
      // Only the front page says that a URL names no salon.
      if (ctx.tenant.unknownFirstpath && isDocument(request))
        return new Response(null, { status: 302, headers: { location: '/', 'cache-control': 'no-store' } })
      const key =
        cacheBytes > 0 && isCacheableRequest(request, ctx)
          ? pageKey(ctx.tenant, ctx, toPath(request), ctx.deps.now())
          : null
      const cached = key ? cache.get(key) : undefined
      if (cached) return fromCache(cached, request, ctx)
      const { answer, html, nonce, unavailable, refused } = await render(request, ctx, call, {
        personalForms: key === null,
      })
      if (refused) return isData(request) ? refusal(answer) : returnForm(request, ctx, call, refused)
      if (!html) return isData(request) ? uncachedData(answer, request) : personal(answer)
      if (unavailable) return uncachedPageResponse(html, unavailableAnswer(answer), nonce, request)
      // A page with pending translations is not cached: the next request will have them.
      if (key && answer.status === 200 && ctx.cookies.length === 0 && ctx.untranslated !== 'awaited') {
        const page = toCachedPage(answer, ctx, {
          html: html.toString(),
          nonce,
          path: new URL(request.url).pathname,
        })
        cache.set(key, page)
        return fromCache(page, request, ctx)
      }
      return uncachedPageResponse(html, answer, nonce, request)
    },
    { names, cache },
  )

  /**
   * The answer to a form that was drawn for another guest: its page for who is signed in now, with the
   * texts that were typed. What takes forms without being a page leads to the front page.
   */
  async function returnForm(asked: Request, ctx: RequestContext, call: PageClient, form: FormData) {
    const headers = [...asked.headers].filter(([name]) => !name.startsWith('content-'))
    const request = new Request(asked.url, { headers })
    const { answer, html, nonce } = await render(request, ctx, call, {
      personalForms: true,
      returned: typedTexts(form),
    })
    if (html) return uncachedPageResponse(html, conflict(answer), nonce, request)
    const front = ctx.site === 'staff' ? startLink() : landingLink({ message: 'other-guest' })
    const location = subjectOf(ctx) === null ? answer.headers.get('location') : front
    return personal(new Response(null, { status: 303, headers: { location: location ?? front } }))
  }
}

type Rendering = {
  /** Whether the page is of one response: its forms have a key. */ personalForms: boolean
  /** The texts of a form that is returned. */ returned?: Record<string, string>
}

/**
 * Lets the framework answer requests. `unavailable`: the database was, while the page was rendered;
 * `refused`: the form of which nothing was done, since it was drawn for another guest.
 */
function renderer(build: Build, messages: Options['messages']) {
  const handle = createRequestHandler(withFormIdempotency(build), 'production')
  return async (
    request: Request,
    ctx: RequestContext,
    call: PageClient,
    { personalForms, returned }: Rendering,
  ) => {
    const nonce = randomToken()
    const context = new RouterContextProvider()
    const { tenant, language, deps } = ctx
    let metadata: PageMetadata | null = null
    let html = null as Buffer<ArrayBuffer> | null
    let unavailable = false
    let refused = null as FormData | null
    const pageContext = createPageContext(ctx, call, messages, /[?&]original=/.test(request.url))
    context.set(build.entry.module.pageContext, {
      ...pageContext,
      nonce,
      formKey: personalForms ? randomToken() : null,
      returned: returned ?? null,
      logError: (error) => {
        unavailable ||= error instanceof CallError && error.status === 'UNAVAILABLE'
        pageContext.logError(error)
      },
      setMetadata: (page) => {
        metadata = buildMetadata({ page, tenant, language, locales: deps.locales, secret: deps.secret })
      },
      metadata: () => metadata,
      setDocument: (document) => {
        html = document
      },
    })
    context.set(submissionContext, {
      ctx,
      scripts: isData(request),
      returned: returned ?? null,
      refuse: (form) => {
        refused = form
      },
    })
    const answer = await handle(withoutOriginHeader(matrix(request)), context)
    return { answer, html, nonce, unavailable, refused }
  }
}

/** Without staging, the parameter `tenant` has no effect. */
function withoutTenantParameter(request: Request, { deps }: RequestContext): Request {
  if (deps.config.staging || !/[?&]tenant=/.test(request.url)) return request
  const url = new URL(request.url)
  url.searchParams.delete('tenant')
  return new Request(url, request)
}

/** Whether the scripts of a page ask for its data. */
const isData = ({ url }: Request) => new URL(url).pathname.endsWith('.data')
const isDocument = ({ method, url }: Request) =>
  method === 'GET' && new URL(url).pathname !== '/' && !url.includes('.data')
const toPath = ({ url }: Request) => url.slice(url.indexOf('/', url.indexOf('//') + 2))
const isCacheableRequest = ({ method }: Request, { site, guest, owner, cookies }: RequestContext) =>
  method === 'GET' && site === 'guest' && !guest && !owner && cookies.length === 0

function fromCache(page: CachedPage, { headers }: Request, ctx: RequestContext): Promise<Response> {
  ctx.complete = true
  return cachedPageResponse(page, {
    ifNoneMatch: headers.get('if-none-match'),
    acceptEncoding: headers.get('accept-encoding'),
    requestId: ctx.requestId,
    cookie: ctx.languageCookie,
  })
}

/** The paths with a page for their matrix parameters below them: `/appointments/:matrix`. */
const beforeMatrix = new RegExp(
  `^(${pagePaths.flatMap(({ path }) => (path.endsWith('/:matrix') ? [path.slice(0, -'/:matrix'.length)] : [])).join('|')});`,
)

/**
 * Moves matrix parameters to a segment of their own, which the router can match: /appointments;a=b →
 * /appointments/;a=b. The router in the browser has matched the URL of a data request already.
 */
function matrix(request: Request): Request {
  const url = new URL(request.url)
  const shifted = url.pathname.endsWith('.data') ? url.pathname : url.pathname.replace(beforeMatrix, '$1/;')
  if (shifted === url.pathname) return request
  url.pathname = shifted
  return new Request(url, request)
}

/**
 * The router would reject forms of pages with `Referrer-Policy: no-referrer`, whose origin is `null`, and
 * every form behind a proxy that terminates TLS, where the origin is https and the request is not. The CSRF
 * protection has checked the origin already.
 */
function withoutOriginHeader(request: Request): Request {
  if (request.method !== 'POST' || !request.headers.has('origin')) return request
  const headers = new Headers(request.headers)
  headers.delete('origin')
  return new Request(request, { headers })
}

/** Hashes of the inline elements with the nonce. An injected script has no nonce and must not be allowed. */
const hashesIn = (html: string, tag: 'script' | 'style', nonce: string) => [
  ...new Set(
    [
      ...html.matchAll(
        new RegExp(`<${tag}(?=[^>]*\\snonce="${nonce}")(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'),
      ),
    ].map(([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`),
  ),
]

/** The page without its nonce, which must not be sent twice. */
function toCachedPage(
  answer: Response,
  { deps, tenant }: RequestContext,
  { html, nonce, path }: { html: string; nonce: string; path: string },
): CachedPage {
  const bytes = Buffer.from(html.replaceAll(` nonce="${nonce}"`, ''))
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  const headers = new Headers({
    ...Object.fromEntries(answer.headers),
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(hashesIn(html, 'script', nonce), hashesIn(html, 'style', nonce)),
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding, accept-language, cookie',
    etag,
  })
  securityHeaders(headers, path, deps.config.scheme === 'https', mayHaveOwnDomain(tenant))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: CACHED_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return {
    status: answer.status,
    headers: [...headers].flat(),
    bytes: new Uint8Array(brotliCompressSync(bytes, { params })),
    etag,
  }
}

/** Brotli's for a page that is sent many times. */
const CACHED_QUALITY = 5

/** 409: the form was drawn for another guest. */
const conflict = ({ headers }: Response) => new Response(null, { status: 409, headers })

/** The same, by which the scripts of the page know it. */
function refusal(answer: Response): Response {
  const response = personal(answer)
  response.headers.set(OTHER_GUEST_HEADER, '1')
  return response
}

/** 503: the database was unavailable. */
function unavailableAnswer({ headers }: Response): Response {
  const responseHeaders = new Headers(headers)
  responseHeaders.set('retry-after', '2')
  return new Response(null, { status: 503, headers: responseHeaders })
}

async function uncachedPageResponse(
  html: Buffer<ArrayBuffer>,
  answer: Response,
  nonce: string,
  request: Request,
): Promise<Response> {
  const headers = new Headers(answer.headers)
  headers.set('content-security-policy', pagePolicy([`'nonce-${nonce}'`], [`'nonce-${nonce}'`]))
  headers.set('cache-control', 'no-store')
  headers.set('vary', 'accept-encoding, accept-language, cookie')
  return compressed(html, { status: answer.status, headers }, request)
}

/** The data of a page, which its loaders have awaited whole. */
async function uncachedData(answer: Response, request: Request): Promise<Response> {
  if (!answer.body) return personal(answer)
  const { status, headers } = personal(answer)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (bytes.length < MIN_COMPRESSED_BYTES) return new Response(bytes, { status, headers })
  headers.append('vary', 'accept-encoding')
  return compressed(bytes, { status, headers }, request)
}

/** Less fits into a packet with its headers. */
const MIN_COMPRESSED_BYTES = 1_000

async function compressed(
  bytes: Buffer<ArrayBuffer>,
  { status, headers }: { status: number; headers: Headers },
  request: Request,
): Promise<Response> {
  const [encoding] = acceptedEncodings(request.headers.get('accept-encoding'))
  if (!encoding) return new Response(bytes, { status, headers })
  headers.set('content-encoding', encoding)
  return new Response(await compress(bytes, encoding), { status, headers })
}

function personal(answer: Response): Response {
  const headers = new Headers(answer.headers)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  return new Response(answer.body, { status: answer.status, headers })
}
