import * as v from 'valibot'
import { tenantSlug, words } from './shape.ts'

/** 'HH:MM' on the wall clock of the tenant's zone; a range may end at '24:00'. */
export type DayHours = { weekday: number; from: string; to: string }
export type OpeningException = { date: string; hours: { from: string; to: string }[]; members?: string[] }
export type BookingRules = { slotMinutes: number; leadMinutes: number; horizonDays: number; exceptions: OpeningException[] }
export type MemberHours = {
  hours: DayHours[]
  breaks: DayHours[]
  holidays: { from: string; until: string }[]
  absences: { from: string; until: string }[]
}
/** `amount` in minor units including VAT; `percent` of the visit's price. */
export type LateFee = { kind: 'none' } | { kind: 'fixed'; amount: number } | { kind: 'percent'; percent: number } | { kind: 'full' }

/** What every page may know of the tenant: nothing here is secret. */
export type TenantProfile = {
  title: string
  companyname: string
  icon: string
  favicon: string
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
  shop: boolean
  effective_date?: string
  adminOrigin?: string
  canonicalHost?: string
  brand: { color: string; mood: 'modern' | 'classic' }
  social?: Record<string, string>
  tenantMessages: { cancelLimit?: number; cancelLimitText?: string }
  signIn: boolean
  openingHours: DayHours[]
}

const place = v.object({ street: v.string(), postalcode: v.string(), city: v.string(), country: v.string() })

export const OfTenant = v.object({ tenantId: tenantSlug })
export const FindTenants = v.object({ firstpath: v.optional(words(1, 63)), vanityUrl: v.optional(words(1, 253)) })
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
export const Finance = v.object({ vat_percent: v.number(), currency: v.string(), currency_symbol: v.string() })
