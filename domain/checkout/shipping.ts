/** The names of GLS for the ways to receive an order (decision 030). */
const sentNames: ReadonlyMap<string, string> = new Map([
  ['businessDeliver', 'gls_business_delivery'],
  ['privateDelivery', 'gls_home_delivery'],
  ['pickupLocation', 'gls_parcelshop'],
  ['pickupInStore', 'pickup_in_store'],
])

/** The name that a shipping type is sent as; a type that is not in the table is sent unchanged. */
export const sentNameOf = (type: string): string => sentNames.get(type) ?? type

/** Whether a shipping type needs a chosen pickup location. */
export const isPickup = (type: string): boolean => type === 'pickupLocation'

/** Whether the guest comes to the tenant for an order of a shipping type. */
export const isCollected = (type: string): boolean => type === 'pickupInStore'

/** Whether a shipping type goes to a country; both ISO 3166-1 alpha-2. No `countries`: to every country. */
export const servesCountry = (countries: readonly string[], country: string): boolean =>
  countries.length === 0 || countries.includes(country.toUpperCase())
