import type { FoundLocation } from '#contract/shop/checkout.ts'
import { CarrierError } from './request.ts'
import { MAX_LOCATIONS } from './port.ts'

/**
 * Reads the shops of a response: without those that cannot be read, each once, the nearest first, and those
 * without a distance last, in the carrier's order.
 * @throws CarrierError if there are shops and none of them can be read.
 */
export function toLocations(
  shops: readonly unknown[],
  read: (shop: unknown) => FoundLocation | null,
): FoundLocation[] {
  const locations = new Map<string, FoundLocation>()
  for (const shop of shops) {
    const location = read(shop)
    const known = location && locations.get(location.parcelShopId)
    // A shop with split shifts may occur once for each of them.
    if (known) known.openingHours = mergedHours(known.openingHours, location.openingHours)
    else if (location) locations.set(location.parcelShopId, location)
  }
  if (shops.length > 0 && locations.size === 0) throw new CarrierError('unexpected response')
  return [...locations.values()]
    .sort((a, b) => (a.distance ?? Infinity) - (b.distance ?? Infinity) || 0)
    .slice(0, MAX_LOCATIONS)
}

type Hours = FoundLocation['openingHours']

const mergedHours = (some: Hours, more: Hours): Hours => {
  const isNew = (one: Hours[number]) =>
    !some.some(({ day, from, to }) => day === one.day && from === one.from && to === one.to)
  return [...some, ...more.filter(isNew)].sort((a, b) => a.day - b.day || (a.from < b.from ? -1 : 1))
}
