import { createHash, randomBytes } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import { createRequestHandler, RouterContextProvider, type RouterContext, type ServerBuild } from 'react-router'
import { brandCss, brandScale } from '#domain/brand.ts'
import { createClient } from '#contract/client.ts'
import type { PageScope } from '#contract/page.ts'
import { messagesOf, type Sent } from '#contract/text.ts'
import type { Pages, Scope } from './context.ts'
import { cookieNames, setCookie } from './middleware/cookies.ts'
import { pagePolicy } from './middleware/security-headers.ts'
import { PageCache, type KeptPage } from './page-cache.ts'

export type Build = ServerBuild & { entry: { module: { pageScope: RouterContext<PageScope> } } }
type Inner = (request: Request, env: { scope: Scope }) => Response | Promise<Response>
type Options = { build: Build; app: Inner; messages: Record<string, Sent>; cacheBytes: number }

/**
 * Renders pages. An anonymous GET that sets no cookie is kept, compressed, under tenant, content version, language and
 * address, and carries hashes of its own inline scripts; every other page carries a nonce and is nobody else's.
 */
export function createPages({ build, app, messages, cacheBytes }: Options): Pages {
  const render = createRequestHandler(build, 'production')
  const cache = new PageCache(cacheBytes)
  return async (request, scope) => {
    const key = cacheable(request, scope) ? keyOf(request, scope) : null
    const kept = key ? cache.get(key) : undefined
    if (kept) return send(kept, request)
    const nonce = key ? undefined : randomBytes(16).toString('base64')
    const context = new RouterContextProvider()
    context.set(build.entry.module.pageScope, pageScopeOf(scope, nonce, app, messages))
    const answer = await render(matrix(request), context)
    if (!isHtml(answer)) return personal(answer)
    const html = await answer.text()
    if (key && answer.status === 200 && scope.cookies.length === 0) {
      const page = finish(html, answer)
      cache.set(key, page)
      return send(page, request)
    }
    return dressed(html, answer, nonce, request)
  }
}

const isHtml = (answer: Response) => answer.headers.get('content-type')?.startsWith('text/html') ?? false

/** Matrix parameters become a segment of their own, which is what the router can match: /appointments;a=b → /appointments/;a=b. */
function matrix(request: Request): Request {
  const url = new URL(request.url)
  const shifted = url.pathname.replace(/^\/([a-z]+);/, '/$1/;')
  if (shifted === url.pathname) return request
  url.pathname = shifted
  return new Request(url, request)
}

const cacheable = (request: Request, scope: Scope) =>
  request.method === 'GET' && !scope.guest && !scope.owner && scope.cookies.length === 0 && !/^\/(cancelBooking|book\/|appointments)/.test(new URL(request.url).pathname)

const keyOf = (request: Request, scope: Scope) => {
  const url = new URL(request.url)
  return [scope.tenant.id, scope.tenant.contentVersion, scope.language, url.pathname, url.search, minuteOf(scope)].join(' ')
}

// A page may tell what is next free or what today is: it is never older than five minutes.
const minuteOf = (scope: Scope) => Math.floor(scope.deps.now() / 300_000)

function pageScopeOf(scope: Scope, nonce: string | undefined, app: Inner, messages: Record<string, Sent>): PageScope {
  const { tenant, guest, deps } = scope
  const { profile } = tenant
  const secure = deps.config.scheme === 'https'
  return {
    call: createClient(tenant.origin, (request) => app(request, { scope })),
    brand: {
      tenantId: tenant.id,
      companyname: profile.companyname,
      title: profile.title,
      icon: profile.icon,
      favicon: profile.favicon,
      logo: profile.logo ?? null,
      hero: profile.hero ?? null,
      tagline: profile.tagline ?? null,
      description: profile.description ?? null,
      mood: profile.brand.mood,
      css: brandOf(profile.brand.color),
      timeZone: profile.timeZone,
      defaultLanguage: profile.default.language,
      countryCode: profile.default.countryCode,
      supportedCountries: profile.supportedCountries.map((one) => one.code),
      signIn: profile.signIn,
      shop: profile.shop,
      email: profile.contact_email ?? profile.email,
      phone: profile.phone ?? null,
      address: profile.address ?? null,
      openingHours: profile.openingHours,
      social: profile.social ?? {},
    },
    origin: tenant.origin,
    guest,
    language: scope.language,
    locales: deps.locales,
    t: deps.text(scope.language),
    messages: (areas) => messagesOf(messages[scope.language] ?? {}, areas),
    nonce,
    now: deps.now(),
    demo: deps.config.demo,
    platformName: deps.config.platformName,
    cancelRule: { limitHours: profile.tenantMessages.cancelLimit ?? 24, text: profile.tenantMessages.cancelLimitText ?? null },
    keepLanguage: (locale, seconds) => { scope.cookies.push(setCookie(cookieNames(secure).language, locale, seconds, secure)) },
  }
}

const brandCssByColor = new Map<string, string>()
function brandOf(color: string): string {
  const known = brandCssByColor.get(color)
  if (known) return known
  const css = brandCss(brandScale(color))
  if (brandCssByColor.size < 10_000) brandCssByColor.set(color, css)
  return css
}

const hashesIn = (html: string, tag: 'script' | 'style') =>
  [...html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map((match) => `'sha256-${createHash('sha256').update(match[1] ?? '').digest('base64')}'`)

function finish(html: string, answer: Response): KeptPage {
  const bytes = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: html.length } })
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`
  const headers = {
    ...Object.fromEntries(answer.headers),
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy([...new Set(hashesIn(html, 'script'))], [...new Set(hashesIn(html, 'style'))]),
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding, accept-language, cookie',
    etag,
  }
  return { status: answer.status, headers, bytes, etag }
}

function send(page: KeptPage, request: Request): Response {
  if (request.headers.get('if-none-match') === page.etag) return new Response(null, { status: 304, headers: page.headers })
  const accepted = request.headers.get('accept-encoding') ?? ''
  if (/\bbr\b/.test(accepted)) return new Response(new Uint8Array(page.bytes), { status: page.status, headers: { ...page.headers, 'content-encoding': 'br' } })
  return new Response(new Uint8Array(brotliDecompressSync(page.bytes)), { status: page.status, headers: page.headers })
}

function dressed(html: string, answer: Response, nonce: string | undefined, request: Request): Response {
  const headers = new Headers(answer.headers)
  const scripts = nonce ? [`'nonce-${nonce}'`] : [...new Set(hashesIn(html, 'script'))]
  const styles = nonce ? [`'nonce-${nonce}'`] : [...new Set(hashesIn(html, 'style'))]
  headers.set('content-security-policy', pagePolicy(scripts, styles))
  headers.set('cache-control', 'no-store')
  headers.set('vary', 'accept-encoding, accept-language, cookie')
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return new Response(html, { status: answer.status, headers })
  headers.set('content-encoding', 'gzip')
  return new Response(new Uint8Array(gzipSync(html, { level: 4 })), { status: answer.status, headers })
}

function personal(answer: Response): Response {
  const headers = new Headers(answer.headers)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  return new Response(answer.body, { status: answer.status, headers })
}
