import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Input, Output, CallName } from '#contract/calls.ts'
import type { PageClient } from '#contract/client.ts'
import type { SignedInGuest } from '#contract/guest/guest.ts'
import type { DeskDevice, SignedInStaff } from '#contract/staff/staff.ts'
import type { OwnWords } from '#contract/content/own-words.ts'
import type { Mark, Untranslated } from '#contract/page.ts'
import type { TenantProfile } from '#contract/content/tenant.ts'
import type { DateLanguage, Locale } from '#domain/language.ts'
import type { Translate } from '#contract/text.ts'
import type { Auth } from './auth.ts'
import type { Config } from '../config/config.ts'
import type { ContentCache } from '../cache/call-cache.ts'
import type { Db, TenantId } from '../database/db.ts'
import type { ChangeEvents } from '../database/change-events.ts'
import type { RateLimiters } from '../rate-limit/limits.ts'
import type { Providers } from '../providers/create-providers.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Translations } from './translations.ts'
import type { PageColumns, PictureRow, Variant } from '#db/schema/page.ts'

/** What a process opens once and all requests share. */
export type Dependencies = Providers &
  RateLimiters & {
    config: Config
    db: Db
    /** Epoch milliseconds. */
    now: () => number
    log: Logger
    secret: string
    text: (locale: string) => Translate
    /** The UI languages, in menu order. */
    locales: Locale[]
    auth: Auth
    changeEvents: ChangeEvents
    jobs: Jobs
    answers: ContentCache
    translations: Translations
    /** Pages rendered in place of the stored ones: a folder in preview. */
    draft?: Draft
    /** The pages of what the simulators have sent. */
    outbox?: Hono<Env>
  }

export type Tenant = {
  id: TenantId
  firstpath: string | null
  vanityHost: string | null
  profile: TenantProfile
  /** Its own words in further languages. */
  words: OwnWords
  contentVersion: number
  /** Of the words that guests read of the stock; 0 where nothing was sold, or there is no shop. */
  stockVersion: number
  /** URL of its icon; a small icon is a data URL. */
  icon: string
  /** Its logo as the toolbar shows it; absent outside of requests. */
  mark?: Mark | null
  /** The canonical origin of links in mail: from the stored host, never from a request. */
  origin: string
  /** The origin of the salon's own site, from the same. */
  staffOrigin: string
  /**
   * Of the neutral tenant: the first label of the request's host on a product domain, where it is the name of
   * no salon.
   */
  unknownFirstpath?: string
}

/** The two sites of a tenant: that of its guests, and that of who works there. */
export type Site = 'guest' | 'staff'

/** A guest's analytics consent. */
export type Consent = {
  /** Null until they have answered. */ choice: 'yes' | 'no' | null
  /** The browser's random analytics id: created with the consent, removed with its withdrawal. */ clientId:
    string | null
}

/** The context of a request, made by the middleware; handlers get it as their first argument. */
export type RequestContext = {
  deps: Dependencies
  tenant: Tenant
  site: Site
  /** Always null on the salon's own site. */
  guest: SignedInGuest | null
  /** Always null on the guests' site, and while a desk device is locked. */
  staff: SignedInStaff | null
  /** The desk device that this browser is, locked or not; null on the guests' site. */
  desk: DeskDevice | null
  /** What proves it: the secret of its cookie. */
  deskSecret: string | null
  sessionToken: string | null
  /**
   * When this session began, in epoch ms; null without one. On the salon's own site: when the person last
   * signed in or confirmed by a passkey, which a PIN is not.
   */
  sessionBegan: number | null
  /** The bearer token is invalid: calls over HTTP reject it, as the callable protocol requires. */
  invalidToken: boolean
  /** The browser's cookie is of a session that has ended. */
  sessionEnded: boolean
  language: Locale
  /** The language of dates and numbers. */
  dateLanguage: DateLanguage
  /** The cookie that keeps a language which the address has just chosen; sent with the page, kept or not. */
  languageCookie: string | null
  /** The client's address, an IPv6 one as its /64. */
  address: string
  userAgent: string
  requestId: string
  /** The secret of an anonymous browser that books; null until it needs one. */
  owner: string | null
  /** The request brought no such secret: this one was made for it. */
  ownerIsNew?: true
  /** The sealed address that a mailed link has proved to be the guest's, not yet checked. */
  proof: string | null
  /** The secret that identifies the browser that requested a link, a code or a provider; null before that. */
  ask: string | null
  /** The unverified cookie of a trusted device, of a browser that has signed in before. */
  trustedDevice: string | null
  /** The secret of a browser that has a cart without an account; null until something is in it. */
  cartSecret: string | null
  /** The number of pieces that the browser believes to be in its cart; null: none was ever sent. */
  cartCount: number | null
  /** Form values from before a new sign-in, encrypted. */
  typed: string | null
  /** The guest's analytics consent. */
  consent: Consent
  /** The canonical host of the request; null if it is invalid. */
  host: string | null
  /** Set-Cookie values of the answer; a call made while rendering a page adds to the page's. */
  cookies: string[]
  /** Set where texts of the tenant have no translation; one that is `awaited` will arrive soon. */
  untranslated?: Untranslated
  /** The answer carries every header already: a page from the cache. */
  complete: boolean
}

export type Handler<K extends CallName> = (ctx: RequestContext, input: Input<K>) => Promise<Output<K>>
export type Handlers = { [K in CallName]: Handler<K> }
/** A quoted ETag that changes whenever the answer may. */
export type ETags = { [K in CallName]?: (ctx: RequestContext, input: Input<K>) => Promise<string> }

/** Hono's types: what the server binds to a request and what the middleware sets on it. */
export type Env = {
  Bindings: {
    incoming?: {
      socket: { remoteAddress?: string }
      rawHeaders?: string[]
      url?: string
      headers?: { host?: string }
    }
  }
  Variables: {
    /** Set before `ctx`, so that a rejected request has it too. */ tenant: Tenant
    ctx: RequestContext
    requestId: string
  }
}

/**
 * Renders a page; made from the built front end. `call`: the in-process client of this request. `names`: the
 * first segments of its routes, the only part of a URL that is logged.
 */
export type Pages = ((request: Request, ctx: RequestContext, call: PageClient) => Promise<Response>) & {
  names?: ReadonlySet<string>
}

/**
 * Unpublished pages of a preview. `rows()` is null while there are none; `variant()` is null for a picture
 * that is already stored.
 */
export type Draft = {
  rows(): readonly PageColumns[] | null
  variant(
    named: Pick<PictureRow, 'id' | 'width' | 'height'>,
    variant: Pick<Variant, 'width' | 'format'>,
  ): Promise<Uint8Array | null> | null
}
