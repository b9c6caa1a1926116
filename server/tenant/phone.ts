import { contactPhone } from '#domain/phone.ts'
import type { Tenant } from '../context/context.ts'

/** The tenant's telephone number as guests read it, and for `tel:` links; null if it has none. */
export const phoneOf = ({ profile }: Pick<Tenant, 'profile'>): { text: string; tel: string } | null =>
  profile.phone ? contactPhone(profile.phone, profile.default.countryCode) : null
