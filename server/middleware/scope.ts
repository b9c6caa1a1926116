import { resolveLanguage, type Locale } from '#domain/language.ts'
import type { SignedInGuest } from '#contract/guest.ts'
import type { Deps, Scope } from '../context.ts'
import { SESSION_SECONDS } from '../data/auth/session.ts'
import { cookieNames, readCookie, setCookie } from './cookies.ts'
import { canonicalHost, type FindTenant } from './tenant.ts'

type Request1 = { find: FindTenant; address: string; requestId: string }

const TOKEN = /^[A-Za-z0-9_.-]{16,256}$/
const STAGED_SECONDS = 3600

/** Finds out for whom and as whom a request speaks: the tenant by its host, the guest by cookie or bearer token, the language. */
export async function openScope(deps: Deps, request: Request, { find, address, requestId }: Request1): Promise<Scope> {
  const url = new URL(request.url)
  const secure = deps.config.scheme === 'https'
  const names = cookieNames(secure)
  const cookie = request.headers.get('cookie')
  const cookies: string[] = []
  const tenant = await find(canonicalHost(request.headers.get('host') ?? undefined), staged())

  function staged(): string | null {
    if (!deps.config.staging) return null
    const asked = url.searchParams.get('tenant')
    const value = asked ?? readCookie(cookie, names.staged)
    if (!value || !/^[a-z0-9-]{1,63}$/.test(value)) return null
    if (asked) cookies.push(setCookie(names.staged, value, STAGED_SECONDS, secure))
    return value
  }

  const presented = bearer(request.headers.get('authorization'))
  const token = presented ?? readCookie(cookie, names.session)
  const guest = token && TOKEN.test(token) ? await signedIn(token) : null

  async function signedIn(known: string): Promise<SignedInGuest | null> {
    const found = await deps.auth.findSession(tenant.id, known)
    if (!found) return null
    const { renewed, ...self } = found
    if (renewed && presented === null) cookies.push(setCookie(names.session, known, SESSION_SECONDS, secure))
    return self
  }

  return {
    deps,
    tenant,
    guest,
    sessionToken: guest ? token : null,
    badToken: presented !== null && guest === null,
    language: languageOf(deps, url, readCookie(cookie, names.language), guest, request.headers.get('accept-language'), tenant.profile.default.language),
    address,
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, 300),
    requestId,
    owner: readOwner(readCookie(cookie, names.owner)),
    cookies,
  }
}

const readOwner = (value: string | null) => (value && /^[A-Za-z0-9_-]{22}$/.test(value) ? value : null)

/** The token that a request presents: null without one and for `Bearer anonymous`, which means no identity; '' for what is no bearer token at all. */
function bearer(header: string | null): string | null {
  if (!header || /^Bearer anonymous$/i.test(header)) return null
  return /^Bearer +(\S+)$/i.exec(header)?.[1] ?? ''
}

function languageOf(deps: Deps, url: URL, cookie: string | null, guest: SignedInGuest | null, acceptLanguage: string | null, tenantDefault: string): Locale {
  const inPath = /^\/cancelBooking\/[^/]+\/([A-Za-z-]{2,5})(?:\.data)?$/.exec(url.pathname)?.[1]
  return resolveLanguage({ explicit: url.searchParams.get('lang') ?? inPath, cookie, guest: guest?.preferredLanguage, acceptLanguage, tenantDefault, declared: deps.locales })
}

