import { phoneText } from '#domain/phone.ts'
import type { CustomerDetails } from '#contract/shop/checkout.ts'
import type { Tenant } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { findGuest } from '../guest/queries.ts'

/** What the account says of the guest, to begin a checkout with; `uid` null: no account. */
export async function readDetails(
  tx: Tx,
  { profile }: Pick<Tenant, 'profile'>,
  uid: string | null,
): Promise<CustomerDetails> {
  const known = uid === null ? null : await findGuest(tx, uid)
  return {
    firstName: known?.firstname ?? '',
    lastName: known?.lastname ?? '',
    email: known?.email ?? '',
    // With the dial code: the address may be in another country.
    phone: phoneText(known?.mobile ?? '', ''),
    address: known?.address ?? '',
    city: known?.city ?? '',
    postalCode: known?.postalcode ?? '',
    country: profile.default.countryCode,
  }
}

/** What the guest has typed, with what the account knows in the fields that are still empty. */
export const fillDetails = (typed: CustomerDetails, known: CustomerDetails): CustomerDetails => ({
  firstName: typed.firstName || known.firstName,
  lastName: typed.lastName || known.lastName,
  email: typed.email || known.email,
  phone: typed.phone || known.phone,
  // An address is one thing: half of another one would lead nowhere.
  ...(typed.address || typed.postalCode || typed.city
    ? { address: typed.address, postalCode: typed.postalCode, city: typed.city }
    : { address: known.address, postalCode: known.postalCode, city: known.city }),
  country: typed.country,
})
