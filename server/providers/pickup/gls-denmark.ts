import type { FoundLocation } from '#contract/shop/checkout.ts'
import { CarrierError, retryOnce, requestCarrier, type Fetch } from './request.ts'
import type { PickupService } from './create-finder.ts'
import { DAY_MINUTES, parseDay, parseClock, toOpeningHours, type Shift } from './opening-hours.ts'
import { MAX_LOCATIONS } from './port.ts'
import { readField, readList, readMetres, readPlainText } from './read-fields.ts'
import { splitStreet } from './split-street.ts'
import { toLocations } from './to-locations.ts'
import { escapeXml, parseXml } from './xml.ts'

/** `url` of wsShopFinder.asmx. */
type Settings = { url: string; fetch: Fetch }

const NAMESPACE = 'http://gls.dk/webservices/'

/**
 * GLS Denmark's wsShopFinder: SOAP 1.1 without authentication. With a street it searches the shops nearest to
 * it, and those of the postal code where the service does not find the street.
 */
export const glsDenmark = ({ url, fetch }: Settings): PickupService => ({
  normalize(search) {
    const zipCode = /^(?:DK-?)?(\d{4})$/.exec(search.zipCode)?.[1]
    return zipCode === undefined ? null : { ...search, zipCode, city: '' }
  },
  async search({ zipCode, street }, signal) {
    const call = (operation: string, input: Record<string, string>) =>
      retryOnce(() => callOperation({ url, fetch, signal }, operation, input))
    const place = { zipcode: zipCode, countryIso3166A2: 'DK' }
    if (street) {
      const input = { street, ...place, Amount: String(MAX_LOCATIONS) }
      const nearest = toLocations(await call('SearchNearestParcelShops', input), (shop) => toLocation(shop))
      if (nearest.length > 0) return nearest
    }
    // The distance is filled by searches with a street only: this operation writes 0.
    return toLocations(await call('GetParcelShopsInZipcode', place), (shop) => {
      const location = toLocation(shop)
      return location && { ...location, distance: null }
    })
  },
})

/** Calls an operation and returns its shops. @throws CarrierError. */
async function callOperation(
  { url, fetch, signal }: Settings & { signal: AbortSignal },
  operation: string,
  input: Record<string, string>,
): Promise<unknown[]> {
  const fields = Object.entries(input).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`)
  const { status, headers, body } = await requestCarrier(fetch, url, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${NAMESPACE}${operation}"` },
    body:
      '<?xml version="1.0" encoding="utf-8"?><soap:Envelope ' +
      'xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
      `<${operation} xmlns="${NAMESPACE}">${fields.join('')}</${operation}></soap:Body></soap:Envelope>`,
  })
  const isHtml = /^text\/html\b/i.test(headers.get('content-type') ?? '')
  // Depending on the operation, "not found" is a SOAP error, 404 or 500; HTML is an error of the server.
  if (status === 404 || (status === 500 && !isHtml)) return []
  if (status !== 200) throw new CarrierError(`status ${status}`, { retryable: status >= 500 })
  const answer = readField(readField(parseXml(body), 'Envelope'), 'Body')
  if (readField(answer, 'Fault') !== undefined) return []
  const response = readField(answer, `${operation}Response`)
  if (response === undefined) throw new CarrierError('unexpected response')
  const result = readField(response, `${operation}Result`)
  return readList(readField(readField(result, 'parcelshops') ?? result, 'PakkeshopData'))
}

/** A `PakkeshopData`; null without a number or a name. */
function toLocation(shop: unknown): FoundLocation | null {
  const text = (name: string) => readPlainText(readField(shop, name))
  const [parcelShopId, name] = [text('Number'), text('CompanyName')]
  if (!parcelShopId || !name) return null
  const weekdays = readList(readField(readField(shop, 'OpeningHours'), 'Weekday'))
  return {
    parcelShopId,
    name,
    address: { ...splitStreet(text('Streetname')), zipCode: text('ZipCode'), city: text('CityName') },
    countryCode: 'DK',
    openingHours: toOpeningHours(
      weekdays.flatMap((weekday) => readShifts(weekday, 'openAt')),
      weekdays.flatMap((weekday) => readShifts(weekday, 'breaks')),
    ),
    distance: readMetres(readField(shop, 'DistanceMetersAsTheCrowFlies')),
  }
}

/** The hours of a `Weekday`, of which there may be several for one day, with one or several `openAt`. */
function readShifts(weekday: unknown, name: 'openAt' | 'breaks'): Shift[] {
  const day = parseDay(readPlainText(readField(weekday, 'day')))
  return readList(readField(weekday, name)).flatMap((hours) => {
    const [from, to] = ['From', 'To'].map((end) => parseClock(readPlainText(readField(hours, end))))
    if (day === null || from == null || to == null) return []
    return { day, from, to: to === 0 && from > 0 ? DAY_MINUTES : to }
  })
}
