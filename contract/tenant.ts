import * as v from 'valibot'
import { id, minor, words } from './shape.ts'

/** 'HH:MM' on the wall clock of the tenant's zone; a range may end at '24:00'. */
type DayHours = { weekday: number; from: string; to: string }
type OpeningException = { date: string; hours: { from: string; to: string }[]; members?: string[] }
export type BookingRules = {
  slotMinutes: number
  leadMinutes: number
  horizonDays: number
  /** Whether one visit may hold the same service more than once; absent: it may not. */ sameServiceTwice?: boolean
  exceptions: OpeningException[]
}
export type MemberHours = {
  hours: DayHours[]
  breaks: DayHours[]
  holidays: { from: string; until: string }[]
  absences: { from: string; until: string }[]
}
/** `amount` in minor units including VAT; `percent` of the visit's price. */
export type LateFee =
  | { kind: 'none' }
  | { kind: 'fixed'; amount: number }
  | { kind: 'percent'; percent: number }
  | { kind: 'full' }

/** Kinds of businesses, as https://schema.org calls them. */
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

/** What every page may know of the tenant: nothing here is secret. */
export type TenantProfile = {
  title: string
  companyname: string
  icon?: string
  favicon?: string
  logo?: string
  hero?: { image: string; alt: string }
  tagline?: string
  description?: string
  email: string
  contact_email?: string
  phone?: string
  address?: { street: string; postalcode: string; city: string; country: string }
  timeZone: string
  default: { language: string; countryCode: string }
  supportedCountries: { code: string; countrycode: string }[]
  /** What search engines are told; absent: `LocalBusiness`. */
  business?: Business
  shop: boolean
  effective_date?: string
  adminOrigin?: string
  /** How many characters a password has at least, where the salon wants more than six. */
  passwordFloor?: number
  canonicalHost?: string
  /** Where visits to the site are counted once a guest has agreed: a data stream of Google Analytics 4. */
  analytics?: { measurementId: string }
  brand: { color: string; mood: 'modern' | 'classic' }
  social?: Record<string, string>
  tenantMessages: { cancelLimit?: number; cancelLimitText?: string }
  signIn: boolean
  openingHours: DayHours[]
}

const place = v.object({ street: v.string(), postalcode: v.string(), city: v.string(), country: v.string() })

export const OfTenant = v.object({ tenantId: id })
/** One of them: `name` is the whole name that guests see, in any case. */
export const FindTenants = v.object({
  firstpath: v.optional(words(1, 63)),
  vanityUrl: v.optional(words(1, 253)),
  name: v.optional(words(1, 200)),
})
/** The tenant as guests may see it. */
export const Tenant = v.object({
  id: v.string(),
  tenantid: v.string(),
  firstpath: v.nullable(v.string()),
  vanityUrl: v.nullable(v.string()),
  /** The address of the tenant's own site. */
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
const LateFee = v.variant('kind', [
  v.object({ kind: v.literal('none') }),
  v.object({ kind: v.literal('fixed'), amount: minor }),
  v.object({ kind: v.literal('percent'), percent: v.number() }),
  v.object({ kind: v.literal('full') }),
])
/** `lateFee`: what cancelling late costs. */
export const Finance = v.object({
  vat_percent: v.number(),
  currency: v.string(),
  currency_symbol: v.string(),
  lateFee: LateFee,
})
