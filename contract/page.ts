import type { SignedInGuest } from './guest/guest.ts'
import type { PageClient } from './client.ts'
import type { DeskDevice, SignedInStaff } from './staff/staff.ts'
import type { Business, Layout } from './content/tenant.ts'
import type { ClosedOrOther } from '#domain/opening-hours.ts'
import type { DateLanguage, Locale } from '#domain/language.ts'
import type { Translate } from './text.ts'

/** A logo in the toolbar. */
export type Mark = {
  src: string
  dark: string | null
  /** Its width in CSS pixels at a height of 40. */
  width: number
  /** Whether it contains the name. */
  wide: boolean
  /** Whether its colours need a white ground on a dark screen. */
  onWhite: boolean
}

/** The tenant's public data for every page. */
export type Brand = {
  tenantId: string
  companyname: string
  title: string
  icon: string
  favicon: string
  logo: string | null
  /** The logo as the toolbar shows it. */
  mark: Mark | null
  hero: { image: string; alt: string } | null
  tagline: string | null
  description: string | null
  mood: 'modern' | 'classic'
  layout: Layout
  /** URLs of the web fonts that the first paint needs. */
  fonts: string[]
  /** CSS custom properties of the tenant's colour, light and dark, and its web fonts. */
  css: string
  /** The browser's theme colour, '#rrggbb'. */
  theme: { light: string; dark: string }
  /** The icon of the installed web app; null where the site cannot be installed. */
  appIcon: string | null
  timeZone: string
  defaultLanguage: string
  countryCode: string
  supportedCountries: string[]
  signIn: boolean
  /** The other sign-in providers: `google`, `facebook`. */
  providers: string[]
  business: Business
  shop: boolean
  /** Whether guests choose add-ons with services. */
  addons: boolean
  /** Whether the tenant sends text messages. */
  sms: boolean
  /** Whether the site uses analytics, and so requests consent. */
  counted: boolean
  email: string
  /** As guests read it; `tel` for links. */ phone: string | null
  tel: string | null
  address: { street: string; postalcode: string; city: string; country: string } | null
  openingHours: { weekday: number; from: string; to: string }[]
  /** Days on which the salon has other hours; none: closed. */
  exceptions: ClosedOrOther[]
  social: Record<string, string>
}

/** A public page's metadata for search engines and link previews. */
export type PublicPage = {
  /** Its canonical path, without a query. */
  path: string
  title: string
  description: string
  kind: 'website' | 'article'
  /** Its own picture; null for one that is generated from the title. */
  picture: { src: string; width: number; height: number; alt?: string | undefined } | null
  /** Structured data (JSON-LD) with the types of https://schema.org. */
  data: Record<string, unknown>[]
}

/** What the head of a public page says to search engines and link previews. */
export type PageMetadata = {
  alternates: { lang: string; href: string }[]
  /** Open Graph. */ properties: [property: string, content: string][]
  /** JSON-LD that can stand in a script element; null without any. */ structuredData: string | null
}

/** Why requested texts lack a translation: `awaited`, the request is running; `missing`, it failed. */
export type Untranslated = 'awaited' | 'missing'
/**
 * Texts in the guest's language by the tenant's original text, and whether some are missing. `own`,
 * `machine`: whether some are the tenant's own words, and some translated.
 */
export type Translations = Readonly<{
  found: Readonly<Record<string, string>>
  own: boolean
  machine: boolean
  untranslated: Untranslated | null
}>

/** The header of requests that a page makes without its reader: they do not keep a session open. */
export const BACKGROUND_HEADER = 'x-background'
/** The form field with the idempotency key of a submission. */
export const FORM_KEY = 'formKey'
/** The form field with the mark of whom a page was drawn for, and the header of requests by its scripts. */
export const DRAWN_FOR = 'drawnFor'
export const DRAWN_FOR_HEADER = 'x-drawn-for'
/** The header of the answer to a form that was drawn for another guest; nothing was done. */
export const OTHER_GUEST_HEADER = 'x-other-guest'

/** The context of loaders and actions. */
export type PageContext = {
  call: PageClient
  brand: Brand
  /** The unknown tenant name in the URL, shown by the neutral tenant's page; else null. */
  unknownSalon: string | null
  /** The tenant's canonical origin. */
  origin: string
  /** The origin of the salon's own site. */
  staffOrigin: string
  /** The guests' site, or that of who works there. */
  site: 'guest' | 'staff'
  guest: SignedInGuest | null
  /** Who works here; null on the guests' site. */
  staff: SignedInStaff | null
  /** The desk device that this browser is, locked or not. */
  desk: DeskDevice | null
  /** The session of this browser has ended elsewhere, as when the password was changed on another device. */
  sessionEnded: boolean
  language: Locale
  /** The language of dates and numbers. */
  dateLanguage: DateLanguage
  locales: readonly Locale[]
  t: Translate
  /** Null in the tenant's own language. `original`: the guest chose to read the original texts. */
  translation: { original: boolean; simulated: boolean } | null
  /**
   * Finds the tenant's own words for published texts in the guest's language, else translates them. Never
   * pass a guest's text.
   */
  translate: (texts: readonly (string | null | undefined)[]) => Promise<Translations>
  /** Whether any text requested so far, also by calls, lacks a translation. */
  untranslated: () => Untranslated | null
  /** The UI texts of these areas as JSON: browsers parse JSON faster than an object literal of that size. */
  messages: (areas: readonly string[]) => string
  /** Marks the page's inline scripts and styles. A cached page has their hashes in its policy instead. */
  nonce: string
  /** The idempotency key of this response's forms; null on cacheable pages. */
  formKey: string | null
  /** The mark of whom this page is drawn for (`subjectOf`), or nobody, as after an action that signed out. */
  drawnFor: () => string
  /** The texts of a form that was drawn for another guest, by field; null for every other page. */
  returned: Readonly<Record<string, string>> | null
  now: number
  demo: boolean
  platformName: string
  platformAddress: string | null
  platformNumber: string | null
  /** The months after which the guests of visits without an account are erased. */
  visitMonths: number
  /** The guest's consent to analytics; null before their choice. */
  consent: 'yes' | 'no' | null
  /**
   * `limitHours`: free cancelling ends so many hours before the visit (0: never); `text`: the tenant's, in
   * `language`; `ofMoving`: it is the rule of moving, too.
   */
  cancelRule: { limitHours: number; text: string | null; language: Locale; ofMoving: boolean }
  /** Minimum length of a password in characters. */
  passwordFloor: number
  /** The metadata of `setMetadata`; null for a page without. Known once the loaders have run. */
  metadata: () => PageMetadata | null
  /** Marks the page as public and sets its metadata. */
  setMetadata: (page: PublicPage) => void
  /** Passes on the rendered document. The body of a Response would be copied three times. */
  setDocument: (html: Buffer<ArrayBuffer>) => void
  /** Logs the type and stack of a page's error, without its message. */
  logError: (error: unknown) => void
  /** Stores the guest's language in a cookie for `seconds`. */
  setLanguageCookie: (locale: string, seconds: number) => void
  /**
   * Stores the values of a form while the guest signs in again, or with `signedOut` for a page of a guest who
   * is signed out by then; `takeFormValues` returns them once, else null.
   */
  saveFormValues: (form: string, values: unknown, options?: { signedOut: boolean }) => void
  takeFormValues: (form: string) => unknown
}
