import { parseClock } from '#server/providers/pickup/opening-hours.ts'
import { readField, readPlainText } from '#server/providers/pickup/read-fields.ts'
import { shopsNear, simulatedShops, failingZipCodes, type SimulatedShop } from './shops.ts'

const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
/** The service writes hours this much too early. */
const HOURS_OFFSET_MS = 3_600_000

/** Simulates ShipIT's search by address, after authentication. */
export async function shipitSimulator(request: Request): Promise<Response> {
  const search: unknown = await request.json().catch(() => null)
  const [zipCode, countryCode] = ['ZIPCode', 'CountryCode'].map((name) =>
    readPlainText(readField(search, name)),
  )
  if (!zipCode || !countryCode)
    return Response.json(
      { errors: [{ code: 'MandatoryFieldMissing', message: 'ZIPCode and CountryCode', field: 'ZIPCode' }] },
      { status: 400 },
    )
  if (zipCode === failingZipCodes.headerError)
    return new Response(null, {
      status: 400,
      headers: { error: 'InvalidFieldValue', message: 'The ZIP code is not valid' },
    })
  if (!simulatedShops.some((shop) => shop.countryCode === countryCode))
    return Response.json({ ParcelShop: [] })
  const shops = shopsNear(countryCode, zipCode).map(toParcelShop)
  // One version of the service writes a single shop as an object.
  return Response.json({ ParcelShop: shops.length === 1 ? shops[0] : shops })
}

function toParcelShop(shop: SimulatedShop) {
  const [, street, number] = /^(.*) (\S+)$/.exec(shop.street) ?? [shop.street, shop.street, '']
  return {
    ParcelShopID: shop.id,
    Location: { Latitude: shop.latitude, Longitude: shop.longitude },
    Address: {
      Name1: shop.name,
      CountryCode: shop.countryCode,
      ZIPCode: shop.zipCode,
      City: shop.city,
      Street: street,
      StreetNumber: number,
    },
    WorkingDay: days.flatMap((name, day) => {
      const hours = (shop.hours[day] ?? []).map(([from, to]) => ({ From: toMs(from), To: toMs(to, 1_440) }))
      return hours.length > 0 ? { DayOfWeek: name, OpeningHours: { OpeningHours: hours } } : []
    }),
    AirlineDistance: shop.distance,
  }
}

/** A local time in ms since midnight, less the offset. `midnight`: the minutes that 00:00 means. */
const toMs = (time: string, midnight = 0): number =>
  ((parseClock(time) || midnight) * 60_000 - HOURS_OFFSET_MS + 86_400_000) % 86_400_000
