import * as v from 'valibot'
import type { GapRule, Grid } from '#domain/availability/request.ts'
import type { WeeklyHours } from '#domain/availability/weekly-hours.ts'
import type { ClosedOrOther } from '#domain/opening-hours.ts'
import type { Locale } from '#domain/language.ts'
import type { BookingAccess } from '#domain/visit/access.ts'
import type { MovePolicy } from '#domain/visit/move.ts'
import { amount, id, trimmedText } from '../field/field-schemas.ts'

/** 'HH:MM' wall-clock time in the tenant's zone; a range may end at '24:00'. */
type DayHours = { weekday: number; from: string; to: string }
/** How long an offer of the waitlist lasts, in minutes, where the tenant's file does not say. */
export const OFFER_MINUTES = 30
export type BookingRules = {
  slotMinutes: number
  grid?: Grid | undefined
  leadMinutes: number
  horizonDays: number
  /** Default: any. */
  gaps?: GapRule | undefined
  smallestUsable?: number | undefined
  /** Whether one visit may contain the same service more than once; default false. */
  sameServiceTwice?: boolean
  /** Minutes for which a freed time is offered to one entry of the waitlist; default `OFFER_MINUTES`. */
  offerMinutes?: number
}
/** `country`: such as DK, or a region of it as DE-SH; `closed`: all public ones, or these by name. */
export type HolidayRules = { country: string; closed: 'all' | string[] }
/** Wall-clock times; `reason` is not shown to guests. */
export type Absence = { from: string; until: string; reason?: string | undefined }
export type MemberHours = {
  hours: WeeklyHours[]
  breaks: WeeklyHours[]
  holidays: { from: string; until: string }[]
}
/** The cancellation fee. `amount`: minor units including VAT; `percent`: of the visit's price. */
export type LateFee =
  | { kind: 'none' }
  | { kind: 'fixed'; amount: number }
  | { kind: 'percent'; percent: number }
  | { kind: 'full' }

/** Whether the salon gets a mail when a guest books, moves or cancels. */
export const salonMails = ['all', 'none'] as const
export const USUAL_SALON_MAILS = 'all'
/** `members`: by member id, the e-mail address that gets the mails about what this person performs. */
export type SalonNotifications = {
  salon: (typeof salonMails)[number]
  members: Record<string, string>
}

/** Types of businesses of https://schema.org. */
export const businesses = [
  'LocalBusiness',
  'HealthAndBeautyBusiness',
  'HairSalon',
  'NailSalon',
  'BeautySalon',
  'DaySpa',
  'TattooParlor',
  'HealthClub',
  'MedicalBusiness',
  'MedicalClinic',
  'Dentist',
  'Physiotherapy',
] as const
export type Business = (typeof businesses)[number]

/** Pairs of web fonts, one for headings and one for text (`server/render/fonts.ts`). */
export const fontPairs = ['warm', 'elegant', 'editorial', 'friendly', 'urban'] as const
export type FontPair = (typeof fontPairs)[number]

/** Arrangements of the toolbar and of what the front page begins with; `plain` is the default. */
export const layouts = ['plain', 'centred', 'split'] as const
export type Layout = (typeof layouts)[number]

/** The public profile of a tenant. */
export type TenantProfile = {
  title: string
  companyname: string
  icon?: string
  favicon?: string
  logo?: string
  /** The logo on a dark background. */
  logoDark?: string
  hero?: { image: string; alt: string }
  tagline?: string
  description?: string
  email: string
  contact_email?: string
  phone?: string
  address?: { street: string; postalcode: string; city: string; country: string }
  timeZone: string
  default: { language: string; countryCode: string }
  /** Those with own words, the default one first. */
  languages?: Locale[]
  supportedCountries: { code: string; countrycode: string }[]
  /** The schema.org type for search engines; default `LocalBusiness`. */
  business?: Business
  shop: boolean
  effective_date?: string
  adminOrigin?: string
  /** Minimum length of a password in characters; default 6. */
  passwordFloor?: number
  canonicalHost?: string
  /** The Google Analytics 4 stream, used once a guest has agreed. */
  analytics?: { measurementId: string }
  brand: { color: string; mood: 'modern' | 'classic'; font?: FontPair; layout?: Layout }
  social?: Record<string, string>
  tenantMessages: { cancelLimit?: number; cancelLimitText?: string }
  /** Who may book; absent: everybody. Files have it in `booking`. */
  access?: BookingAccess
  /** Whether guests may move their visits, and for what; default `fee`. Files have it in `booking`. */
  move?: MovePolicy
  /** Default: all, to the salon. Files have it in `booking` and `members`; guests never see it. */
  notifications?: SalonNotifications
  signIn: boolean
  openingHours: DayHours[]
  /** Whether guests choose add-ons, derived from `services.addons`; absent: there are none. */
  addons?: true
  /**
   * Days with other hours of the salon, derived from `booking.exceptions`, and from `holidays` when a page is
   * shown.
   */
  exceptions?: ClosedOrOther[]
  /** The public holidays on which the salon is closed. Files have them in `holidays`. */
  holidays?: HolidayRules
}

const place = v.object({ street: v.string(), postalcode: v.string(), city: v.string(), country: v.string() })

export const TenantInput = v.object({ tenantId: id })
/** One of the three; `name`: the whole company name, in any case. */
export const FindTenants = v.object({
  firstpath: v.optional(trimmedText(1, 63)),
  vanityUrl: v.optional(trimmedText(1, 253)),
  name: v.optional(trimmedText(1, 200)),
})
/** A tenant's public data. */
export const Tenant = v.object({
  id: v.string(),
  tenantid: v.string(),
  firstpath: v.nullable(v.string()),
  vanityUrl: v.nullable(v.string()),
  /** The origin of the tenant's own site. */
  origin: v.string(),
  title: v.string(),
  companyname: v.string(),
  icon: v.string(),
  favicon: v.string(),
  timeZone: v.string(),
  default: v.object({ language: v.string(), countryCode: v.string() }),
  supportedCountries: v.array(v.object({ code: v.string(), countrycode: v.string() })),
  shop: v.boolean(),
  email: v.string(),
  contact_email: v.nullable(v.string()),
  effective_date: v.nullable(v.string()),
  address: v.nullable(place),
  tenantMessages: v.object({ cancelLimit: v.optional(v.number()), cancelLimitText: v.optional(v.string()) }),
})
export const Tenants = v.object({ documents: v.array(Tenant) })
export const LateFee = v.variant('kind', [
  v.object({ kind: v.literal('none') }),
  v.object({ kind: v.literal('fixed'), amount }),
  v.object({ kind: v.literal('percent'), percent: v.number() }),
  v.object({ kind: v.literal('full') }),
])
/** `lateFee`: the cancellation fee, for cancelling late. */
export const Finance = v.object({
  vat_percent: v.number(),
  /** Of the company. */
  vat_number: v.optional(v.string()),
  currency: v.string(),
  currency_symbol: v.string(),
  lateFee: LateFee,
})

export const EmptyInput = v.object({})
export const Countries = v.object({
  documents: v.array(
    v.object({ code: v.string(), name: v.string(), dial_code: v.string(), flag: v.string() }),
  ),
})
export const Languages = v.object({
  documents: v.array(
    v.object({ locale: v.string(), name: v.string(), native: v.string(), flag: v.string() }),
  ),
})
