import { phoneText } from '#domain/phone.ts'
import { noDetails, type CustomerDetails } from '#contract/shop/checkout.ts'
import type { Tenant } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { findGuest } from '../guest/queries.ts'
import { listOrdersOf } from './queries.ts'

/**
 * What the account says of the guest, to begin a checkout with, and what it does not say as in its last
 * order; `uid` null: no account, so nothing: another guest may have used this browser.
 */
export async function readDetails(
  tx: Tx,
  { profile }: Pick<Tenant, 'profile'>,
  uid: string | null,
): Promise<CustomerDetails> {
  const country = profile.default.countryCode
  if (uid === null) return { ...noDetails, country }
  const known = await findGuest(tx, uid)
  const [last] = await listOrdersOf(tx, uid, { limit: 1 })
  const details = {
    firstName: known?.firstname ?? '',
    lastName: known?.lastname ?? '',
    email: known?.email ?? '',
    // With the dial code: the address may be in another country.
    phone: phoneText(known?.mobile ?? '', ''),
    address: known?.address ?? '',
    city: known?.city ?? '',
    postalCode: known?.postalcode ?? '',
    country,
  }
  return last ? fillDetails(details, last.customer) : details
}

/** What the guest has typed, with what is known in the fields that are still empty. */
export function fillDetails(typed: CustomerDetails, known: CustomerDetails): CustomerDetails {
  // An address is one thing: half of another one would lead nowhere.
  const { address, postalCode, city, country } = hasAddress(typed) || !hasAddress(known) ? typed : known
  return {
    firstName: typed.firstName || known.firstName,
    lastName: typed.lastName || known.lastName,
    email: typed.email || known.email,
    phone: typed.phone || known.phone,
    address,
    postalCode,
    city,
    country,
  }
}

const hasAddress = ({ address, postalCode, city }: CustomerDetails): boolean =>
  [address, postalCode, city].some(Boolean)
