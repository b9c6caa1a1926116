import type { SignedInGuest } from './guest.ts'
import type { Client } from './client.ts'
import type { Business } from './tenant.ts'
import type { Locale } from '#domain/language.ts'
import type { Translate } from './text.ts'

/** The tenant's face: what every page shows of it. */
export type Brand = {
  tenantId: string
  companyname: string
  title: string
  icon: string
  favicon: string
  logo: string | null
  hero: { image: string; alt: string } | null
  tagline: string | null
  description: string | null
  mood: 'modern' | 'classic'
  /** Custom properties in the tenant's colour, light and dark. */
  css: string
  /** What the browser colours around the page, '#rrggbb'. */
  theme: { light: string; dark: string }
  /** The icon for home screens; null where the site is no application of its own. */
  appIcon: string | null
  timeZone: string
  defaultLanguage: string
  countryCode: string
  supportedCountries: string[]
  signIn: boolean
  /** Whom guests can sign in with besides: `google`, `facebook`. */
  providers: string[]
  business: Business
  shop: boolean
  /** Whether text messages are sent at all. */
  sms: boolean
  /** Whether visits to the site are counted, so that guests are asked. */
  counted: boolean
  email: string
  phone: string | null
  address: { street: string; postalcode: string; city: string; country: string } | null
  openingHours: { weekday: number; from: string; to: string }[]
  social: Record<string, string>
}

/** What search engines and previews of links are told of a page that anybody may read. */
export type PublicPage = {
  /** Its canonical address, without a query. */
  path: string
  title: string
  description: string
  kind: 'website' | 'article'
  /** Its own picture; null for one that is made of its title. */
  picture: { src: string; width: number; height: number; alt?: string | undefined } | null
  /** Structured data, in the words of https://schema.org. */
  data: Record<string, unknown>[]
}

/** Of the tenant's words that were asked for some are not translated: `awaited` ones come in a moment, `missing` ones hardly today. */
export type Untranslated = 'awaited' | 'missing'
/** Translations of the tenant's words by these words, and whether some are lacking. */
export type Words = Readonly<{ found: Readonly<Record<string, string>>; lacking: Untranslated | null }>

/** The field that tells two presses of one form from two forms. */
export const FORM_KEY = 'formKey'

/** What the server hands to loaders and actions. */
export type PageScope = {
  call: Client
  /** What `make` gives, frozen, and the same one again until the tenant's content changes: for what nothing else does, but the language and whether somebody has signed in. */
  kept: <T>(name: string, make: () => Promise<T>) => Promise<T>
  brand: Brand
  /** The name in the address where it is no salon's: the page of the neutral tenant says so. */
  unknownSalon: string | null
  /** The tenant's canonical origin. */
  origin: string
  guest: SignedInGuest | null
  language: Locale
  locales: readonly Locale[]
  t: Translate
  /** How the tenant's words are shown: null in the language that they were written in. `original`: the guest has asked for that one. */
  translation: { original: boolean; simulated: boolean } | null
  /** What the tenant has written, by its own text, in the guest's language: as far as it is translated. Nothing that a guest wrote may be asked for. */
  words: (texts: readonly (string | null | undefined)[]) => Promise<Words>
  /** Whether some of the tenant's words lack a translation, of all that were asked for until now, by calls too. */
  lacking: () => Untranslated | null
  /** The UI texts of these areas, as one text that the browser reads: as an object of hundreds of values they would take longer there. */
  messages: (areas: readonly string[]) => string
  /** Absent on pages that are kept for everyone: those carry hashes instead. */
  nonce: string | undefined
  /** Of the forms of this page, for the browser that it is sent to alone; null on a page that is kept for everyone. */
  formKey: string | null
  now: number
  demo: boolean
  platformName: string
  platformAddress: string | null
  platformNumber: string | null
  /** What the guest has said about being counted; null until they have. */
  consent: 'yes' | 'no' | null
  /** Hours before a visit until which cancelling it is free (0: always), and the tenant's own words about it. */
  cancelRule: { limitHours: number; text: string | null; /** Of those words. */ language: Locale }
  /** How many characters a password has here at least. */
  passwordFloor: number
  /** What search engines and previews of links find in the head of the page that was announced; '' for one that nobody may find. */
  head: () => Uint8Array
  /** Where the state goes that the page's scripts go on from, a third of it: into the page, beside it, or alone, where nothing but it was asked for. Known once the loaders have run. */
  state: () => 'within' | 'beside' | 'alone'
  /** Takes the finished page, and its state where that is not in it: a way past the framework's streams, which would copy the page twice. */
  handOver: (page: { html: Uint8Array; state: Uint8Array | null }) => void
  /** Says that the page is one that anybody may find. */
  announce: (page: PublicPage) => void
  /** Keeps an error of a page in the log: where it came from, never what it says. */
  report: (error: unknown) => void
  /** Remembers the guest's choice of language, for so many seconds. */
  keepLanguage: (locale: string, seconds: number) => void
  /** Keeps what the guest has typed into a form, by its name, while they sign in again; `takeTyped` gives it back to them once, else null. */
  keepTyped: (form: string, values: unknown) => void
  takeTyped: (form: string) => unknown
}
