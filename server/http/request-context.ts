import * as v from 'valibot'
import {
  matchLanguage,
  resolveDateLanguage,
  resolveLanguage,
  type DateLanguage,
  type Locale,
} from '#domain/language.ts'
import { STAFF_PATH } from '#contract/call.ts'
import { siteOf } from '#contract/match-page.ts'
import { BACKGROUND_HEADER } from '#contract/page.ts'
import { parseGuestLink, languageOfPath, mayBeGuestLink, mayNameLanguage } from '#contract/link-path.ts'
import type { SignedInGuest } from '#contract/guest/guest.ts'
import { uuid } from '#contract/field/field-schemas.ts'
import type { Config } from '../config/config.ts'
import type { Consent, Dependencies, RequestContext, Site, Tenant } from '../context/context.ts'
import { cookieNames, readCookie, setCookie } from '../context/cookies.ts'
import { findStaff } from '../identity/staff/find-staff.ts'
import { deskCookie } from '../identity/staff/sign-in.ts'
import { canonicalHost, isStaffHost } from '../tenant/host.ts'
import { languageOfGuestLink } from './link-language.ts'
import type { RateLimit } from '../rate-limit/request-limit.ts'
import type { ResolveTenant } from './tenant.ts'

/** What every request passes first: whether its client may ask again, and whose host it is. */
export type RequestGuards = { find: ResolveTenant; limit: RateLimit }

type ContextInput = {
  find: ResolveTenant
  address: string
  requestId: string
  /** Called with the tenant before any other query. */
  onTenant: (tenant: Tenant) => void
}

const TOKEN = /^[A-Za-z0-9_.-]{16,256}$/
const STAGED_SECONDS = 3600
const YEAR = 31_536_000

/**
 * Resolves the tenant and the site of a request by its host, the guest by cookie or bearer token or who works
 * there by cookie, and the language.
 */
export async function createRequestContext(
  deps: Dependencies,
  request: Request,
  { find, address, requestId, onTenant }: ContextInput,
): Promise<RequestContext> {
  const secure = deps.config.scheme === 'https'
  const names = cookieNames(secure)
  const cookie = request.headers.get('cookie')
  const cookies: string[] = []
  const tenant = await find(request.headers.get('host') ?? '', { staged: staged(), address })

  function staged(): string | null {
    if (!deps.config.staging) return null
    const asked = new URL(request.url).searchParams.get('tenant')
    const value = asked ?? readCookie(cookie, names.staged)
    if (!value || !/^[a-z0-9-]{1,63}$/.test(value)) return null
    if (asked) cookies.push(setCookie(names.staged, value, STAGED_SECONDS, { secure }))
    return value
  }

  onTenant(tenant)
  const site = siteOfRequest(request, deps.config)
  const presented = bearer(request.headers.get('authorization'))
  const isGuestSite = site === 'guest'
  /** A cookie that only the guests' site reads. */
  const ofGuest = (name: string) => (isGuestSite ? readCookie(cookie, name) : null)
  const token = presented ?? ofGuest(names.session)
  let sessionBegan: number | null = null
  const asSession = token && TOKEN.test(token) ? token : null
  const guest = asSession === null ? null : await findSignedInGuest(asSession)
  // Only a browser works here: its cookies are the only way in.
  const ofStaff = (name: string) => (isGuestSite || presented !== null ? null : readCookie(cookie, name))
  const [staffToken, desk] = [ofStaff(names.staff), readSecret(ofStaff(names.desk))]
  const works = await findStaff(deps, tenant.id, {
    token: staffToken && TOKEN.test(staffToken) ? staffToken : null,
    desk,
    isUse: isUse(request),
  })
  if (works.staff) sessionBegan = works.confirmedAt
  if (works.deskRenewed && desk !== null) cookies.push(deskCookie(desk, { secure }))

  async function findSignedInGuest(known: string): Promise<SignedInGuest | null> {
    const found = await deps.auth.findSession(tenant.id, known)
    if (!found) return null
    const { renewedFor, began, ...self } = found
    sessionBegan = began
    if (renewedFor !== null && presented === null)
      cookies.push(setCookie(names.session, known, renewedFor, { secure }))
    return self
  }

  const asked = {
    url: request.url,
    cookie: readCookie(cookie, names.language),
    acceptLanguage: request.headers.get('accept-language'),
    tenant,
    guest: guest ?? (works.staff && { preferredLanguage: works.staff.language }),
  }
  const { locale, dateLanguage, chosen } = resolveRequestLanguage(deps, {
    ...asked,
    linkGuest: isGuestSite ? await linkGuest(deps, asked) : null,
  })
  return {
    deps,
    tenant,
    site,
    guest,
    staff: works.staff,
    desk: works.desk,
    deskSecret: desk,
    sessionToken: guest ? token : works.staff && staffToken,
    sessionBegan,
    invalidToken: presented !== null && guest === null,
    sessionEnded: presented === null && asSession !== null && guest === null,
    language: locale,
    dateLanguage,
    address,
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, 300),
    requestId,
    owner: readSecret(ofGuest(names.owner)),
    proof: ofGuest(names.proof),
    host: canonicalHost(request.headers.get('host') ?? undefined),
    ask: readSecret(readCookie(cookie, names.ask)),
    trustedDevice: /^[A-Za-z0-9_-]{44}$/.exec(ofGuest(names.trustedDevice) ?? '')?.[0] ?? null,
    cartSecret: readSecret(ofGuest(names.cart)),
    cartCount: parseCount(ofGuest(names.cartCount)),
    typed: readCookie(cookie, names.typed),
    consent: parseConsent(ofGuest(names.consent), ofGuest(names.client)),
    cookies,
    languageCookie: chosen,
    complete: false,
  }
}

/** Whether a person makes the request: what a page asks by itself keeps no session open. */
const isUse = ({ url, headers }: Request): boolean =>
  !headers.has(BACKGROUND_HEADER) && !new URL(url).pathname.endsWith('/live')

/** The site that a request is for: by its host, or with STAFF_HOST=same by its path. */
export function siteOfRequest(request: Request, config: Config): Site {
  if (config.staffHost === 'own')
    return isStaffHost(request.headers.get('host') ?? undefined, config) ? 'staff' : 'guest'
  const { pathname } = new URL(request.url)
  return pathname.startsWith(`/api${STAFF_PATH}/`) || siteOf(pathname) === 'staff' ? 'staff' : 'guest'
}

const parseConsent = (choice: string | null, client: string | null): Consent => ({
  choice: choice === 'yes' || choice === 'no' ? choice : null,
  clientId: client && v.is(uuid, client) ? client.toLowerCase() : null,
})

const readSecret = (value: string | null) => (value && /^[A-Za-z0-9_-]{22}$/.test(value) ? value : null)

const parseCount = (value: string | null) => (value && /^\d{1,5}$/.test(value) ? Number(value) : null)

/**
 * The token that a request presents: null without one, for `Bearer anonymous`, which means no identity, and
 * for every other scheme, as a proxy's password is; '' for what is no bearer token at all.
 */
function bearer(header: string | null): string | null {
  if (!header || !/^Bearer(?!\S)/i.test(header) || /^Bearer anonymous$/i.test(header)) return null
  return /^Bearer +(\S+)$/i.exec(header)?.[1] ?? ''
}

type LanguageAsked = {
  url: string
  /** The language cookie. */ cookie: string | null
  acceptLanguage: string | null
  tenant: Tenant | null
  guest?: Pick<SignedInGuest, 'preferredLanguage'> | null
  /** The language of whom the link was made for. */ linkGuest?: string | null
}

/**
 * The languages of a page's texts and of its dates and numbers, and the cookie to set when its address names
 * another than the one kept: that is a choice, which is kept from then on.
 */
export function resolveRequestLanguage(
  deps: Dependencies,
  { url, cookie, acceptLanguage, tenant, guest, linkGuest: link }: LanguageAsked,
): { locale: Locale; dateLanguage: DateLanguage; chosen: string | null } {
  const explicit = languageIn(url)
  const locale = resolveLanguage({
    explicit,
    cookie,
    guest: guest?.preferredLanguage,
    linkGuest: link,
    acceptLanguage,
    tenantDefault: tenant?.profile.default.language,
    declared: deps.locales,
  })
  const named = explicit === null ? null : matchLanguage(explicit, deps.locales)
  const secure = deps.config.scheme === 'https'
  return {
    locale,
    dateLanguage: resolveDateLanguage(locale, acceptLanguage, deps.locales),
    chosen:
      named && named !== cookie ? setCookie(cookieNames(secure).language, named, YEAR, { secure }) : null,
  }
}

const parsed = (address: string): URL => URL.parse(address, 'http://localhost') ?? new URL('http://localhost')

/** The language in a URL, absolute or relative. Few have one, so only those are parsed. */
function languageIn(address: string): string | null {
  if (!/[?&]lang=/.test(address) && !mayNameLanguage.test(address)) return null
  const { pathname, searchParams } = parsed(address)
  return searchParams.get('lang') ?? languageOfPath(pathname)
}

/** The language of the guest for whom a link was made, where nothing that counts for more names one. */
async function linkGuest(
  { db, locales, now }: Dependencies,
  { url, cookie, tenant, guest }: LanguageAsked & { tenant: Tenant },
): Promise<string | null> {
  const { pathname, search } = parsed(url)
  const link = mayBeGuestLink.test(url) ? parseGuestLink(pathname + search) : null
  const decided = [languageIn(url), cookie, guest?.preferredLanguage].some((tag) =>
    matchLanguage(tag, locales),
  )
  return link === null || decided ? null : db.read(tenant.id, (tx) => languageOfGuestLink(tx, link, now()))
}
