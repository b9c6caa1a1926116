import { CallError } from '#contract/errors.ts'
import type { PageContext } from '#contract/page.ts'
import type { PickupResult } from '#web/checkout/answer.ts'

/** How many pickup locations are listed. */
const MAX_LOCATIONS = 10

/**
 * The pickup locations near the address of a receipt: the Danish search for Denmark, else the general one.
 * @throws CallError `not-found`, `checkout/closed`.
 */
export async function findPickupLocations(
  { call, brand }: PageContext,
  receiptId: string,
): Promise<PickupResult> {
  const of = { receiptId }
  const { customerDetails } = (await call('getReceipt', of)).receipt
  const { address = '', city = '', postalCode = '', country = '' } = customerDetails ?? {}
  const countryCode = country || brand.countryCode
  const danish = countryCode === 'DK'
  if (!postalCode || (!danish && !(address && city))) return { state: 'incomplete' }
  try {
    const locations = danish
      ? (
          await call('findPickupLocationsDk', {
            ...of,
            zipcode: postalCode.slice(0, 10),
            amount: MAX_LOCATIONS,
            address,
          })
        ).locations
      : (
          await call('findPickupLocations', {
            ...of,
            address: { address, city, postalCode },
            countryCode,
            maxResults: MAX_LOCATIONS,
          })
        ).locations.data
    return locations.length > 0 ? { state: 'found', locations } : { state: 'none' }
  } catch (error) {
    if (!(error instanceof CallError) || error.code === 'not-found' || error.code === 'checkout/closed')
      throw error
    return { state: 'failed' }
  }
}

/**
 * The city of a Danish postal code, by the carrier's pickup locations near an address that may be empty; null
 * where it has none there, or does not answer. The search of the next step has its locations from this one.
 */
export async function findCity(
  { call }: PageContext,
  postalCode: string,
  address: string,
): Promise<string | null> {
  if (!/^\d{4}$/.test(postalCode)) return null
  try {
    const { locations } = await call('findPickupLocationsDk', {
      zipcode: postalCode,
      amount: MAX_LOCATIONS,
      address,
    })
    return locations.find((one) => one.address.zipCode === postalCode)?.address.city ?? null
  } catch (error) {
    if (error instanceof CallError) return null
    throw error
  }
}
