import type { Logger } from 'pino'
import type { Input, Output, CallName } from '#contract/calls.ts'
import type { SignedInGuest } from '#contract/guest.ts'
import type { Untranslated } from '#contract/page.ts'
import type { TenantProfile } from '#contract/tenant.ts'
import type { Locale } from '#domain/language.ts'
import type { Translate } from '#contract/text.ts'
import type { Draft } from './authoring/draft.ts'
import type { Auth } from './data/auth.ts'
import type { Config } from './config.ts'
import type { ContentAnswers } from './content-answers.ts'
import type { Db, TenantId } from './data/db.ts'
import type { News } from './data/news.ts'
import type { Limits } from './limits.ts'
import type { Outside } from './outside.ts'
import type { Jobs } from './jobs/jobs.ts'

/** What the process has opened once. */
export type Deps = Outside &
  Limits & {
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
    news: News
    jobs: Jobs
    answers: ContentAnswers
    /** Pages that are shown instead of the stored ones: while a folder is previewed. */
    draft?: Draft
  }

export type Tenant = {
  id: TenantId
  firstpath: string | null
  vanityHost: string | null
  profile: TenantProfile
  contentVersion: number
  /** The address of its icon, or a small one itself. */
  icon: string
  /** The canonical origin of links in mail: from the stored host, never from a request. */
  origin: string
  /** Of the neutral tenant: the first label of the request's host on a product domain, where it is the name of no salon. */
  unknownFirstpath?: string
}

/** A guest's answer to the question whether their visits to the site may be counted. */
export type Consent = {
  /** Null until they have answered. */ choice: 'yes' | 'no' | null
  /** What their browser is counted as: drawn by lot when they agreed, gone once they do not. */ clientId:
    string | null
}

/** What is known of one request once the middleware has run; handlers get it as their first argument. */
export type Scope = {
  deps: Deps
  tenant: Tenant
  guest: SignedInGuest | null
  sessionToken: string | null
  /** When this session began, in epoch ms; null for nobody. */
  sessionBegan: number | null
  /** A bearer token came that is nobody's: calls over HTTP refuse it, as the callable protocol asks. */
  badToken: boolean
  language: Locale
  /** The cookie that keeps a language which the address has just chosen; sent with the page, kept or not. */
  chosenLanguage: string | null
  /** The client's address, an IPv6 one as its /64. */
  address: string
  userAgent: string
  requestId: string
  /** The secret of an anonymous browser that books; null until it needs one. */
  owner: string | null
  /** The request brought no such secret: this one was made for it. */
  ownerIsNew?: true
  /** The secret by which the browser that asks for a link, a code or a provider is known again; null until it asks. */
  ask: string | null
  /** What a browser that has signed in before is known by, unchecked. */
  known: string | null
  /** What was typed before signing in again, sealed. */
  typed: string | null
  /** What the guest has said about being counted. */
  consent: Consent
  /** The host that was asked, canonical; null for what is none. */
  host: string | null
  /** Set-Cookie values of the answer; a call made while rendering a page adds to the page's. */
  cookies: string[]
  /** Of the tenant's words some are not translated: `awaited` ones will be in a moment. */
  words?: Untranslated
  /** The answer carries every header already: a page from the cache. */
  complete: boolean
}

export type Handler<K extends CallName> = (scope: Scope, input: Input<K>) => Promise<Output<K>>
export type Handlers = { [K in CallName]: Handler<K> }
/** A quoted ETag that changes whenever the answer may. */
export type Tags = { [K in CallName]?: (scope: Scope, input: Input<K>) => Promise<string> }

/** What the web framework carries for one request. */
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
    /** Known before the scope is: of a request that is refused, too. */ tenant: Tenant
    scope: Scope
    requestId: string
  }
}

/** Renders a page; made from the built front end. `names`: the first segments of its routes, which is what a log may tell of an address. */
export type Pages = ((request: Request, scope: Scope) => Promise<Response>) & { names?: ReadonlySet<string> }
