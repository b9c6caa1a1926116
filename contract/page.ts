import type { SignedInGuest } from './guest.ts'
import type { Client } from './client.ts'
import type { Locale } from '#domain/language.ts'
import type { Sent, Translate } from './text.ts'

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
  timeZone: string
  defaultLanguage: string
  countryCode: string
  supportedCountries: string[]
  signIn: boolean
  /** Whom guests can sign in with besides: `google`, `facebook`. */
  providers: string[]
  shop: boolean
  email: string
  phone: string | null
  address: { street: string; postalcode: string; city: string; country: string } | null
  openingHours: { weekday: number; from: string; to: string }[]
  social: Record<string, string>
}

/** What the server hands to loaders and actions. */
export type PageScope = {
  call: Client
  brand: Brand
  /** The tenant's canonical origin. */
  origin: string
  guest: SignedInGuest | null
  language: Locale
  locales: readonly Locale[]
  t: Translate
  messages: (areas: readonly string[]) => Sent
  /** Absent on pages that are kept for everyone: those carry hashes instead. */
  nonce: string | undefined
  now: number
  demo: boolean
  platformName: string
  /** Hours before a visit until which cancelling it is free (0: always), and the tenant's own words about it. */
  cancelRule: { limitHours: number; text: string | null }
  /** Takes the finished page: a way past the framework's streams, which would copy it twice. */
  handOver: (html: string) => void
  /** Keeps an error of a page in the log: where it came from, never what it says. */
  report: (error: unknown) => void
  /** Remembers the guest's choice of language, for so many seconds. */
  keepLanguage: (locale: string, seconds: number) => void
}
