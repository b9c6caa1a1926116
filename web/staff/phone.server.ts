import { guestPhone, type ContactPhone } from '#domain/phone.ts'
import type { StaffContext } from './guard.ts'

/** Says beside a number how the salon's country writes it, and how to call it; null: there is none. */
export const withPhone = <T extends { mobile: string | null }>(
  ctx: Pick<StaffContext, 'brand'>,
  one: T,
): T & { phone: ContactPhone | null } => ({ ...one, phone: toPhone(ctx, one.mobile) })

/** A guest's number, stored or as typed; null where there is none. */
export const toPhone = (
  { brand }: Pick<StaffContext, 'brand'>,
  number: string | null,
): ContactPhone | null => (number ? guestPhone(number, brand.countryCode) : null)
