import type { FoundLocation } from '#contract/shop/checkout.ts'
import { CarrierError, retryOnce, requestCarrier, type Fetch } from './request.ts'
import type { PickupService } from './create-finder.ts'
import { basicAuthorization, oauthAuthorization } from './gls-token.ts'
import { DAY_MINUTES, parseDay, toOpeningHours, type Shift } from './opening-hours.ts'
import { readField, readList, readMetres, readNumber, readPlainText } from './read-fields.ts'
import { splitStreet } from './split-street.ts'
import { toLocations } from './to-locations.ts'

type Settings = {
  /** The base of its paths: `https://<customer>.gls-group.eu:8443/backend/rs`. */ url: string
  auth: 'basic' | 'oauth'
  user: string
  password: string
  /** Added to the times of opening hours. */ hoursOffsetMs: number
  fetch: Fetch
  now?: () => number
}

/** Errors that say that the guest's address leads nowhere. */
const addressErrors = new Set(['InvalidFieldValue', 'MandatoryFieldMissing'])

/**
 * GLS's ShipIT ParcelShop service for all countries, on a customer's own host (HTTP Basic) or in the portal
 * (OAuth 2); both have the same requests and responses.
 */
export function glsShipit(settings: Settings): PickupService {
  const { url, auth, user, password, hoursOffsetMs, fetch, now = () => performance.now() } = settings
  const authorization =
    auth === 'basic'
      ? basicAuthorization({ user, password })
      : oauthAuthorization({ url, user, password, fetch, now })
  return {
    normalize: (search) => (/^[\dA-Z][\dA-Z-]{1,9}$/.test(search.zipCode) ? search : null),
    async search({ countryCode, zipCode, city, street }, signal) {
      const body = JSON.stringify({
        ZIPCode: zipCode,
        CountryCode: countryCode,
        ...(city && { City: city }),
        ...(street && { Street: street }),
      })
      const shops = await retryOnce(async () => {
        const header = await authorization.header(signal)
        const response = await requestCarrier(fetch, `${url}/parcelshop/address`, {
          method: 'POST',
          signal,
          headers: {
            authorization: header,
            accept: 'application/glsVersion1+json, application/json',
            'content-type': 'application/glsVersion1+json',
          },
          body,
        })
        if (response.status === 401)
          throw new CarrierError('status 401', { retryable: authorization.expire() })
        return readShops(response)
      })
      return toLocations(shops, (shop) => toLocation(shop, countryCode, hoursOffsetMs))
    },
  }
}

type ShipitResponse = { status: number; headers: Headers; body: string }

/**
 * The shops of a response. An error is in the body, or in the headers `error` and `message` of a response
 * without one.
 * @throws CarrierError.
 */
function readShops({ status, headers, body }: ShipitResponse): unknown[] {
  if (status >= 500) throw new CarrierError(`status ${status}`, { retryable: true })
  const answer = parseJson(body)
  const [error] = readList(readField(answer, 'errors'))
  const given = readPlainText(readField(error, 'code')) || readPlainText(headers.get('error'))
  // A sentence could repeat the guest's address in the log.
  const code = given && (/^\w{1,40}$/.test(given) ? given : 'unknown error')
  if (addressErrors.has(code)) return []
  if (code || status >= 400)
    throw new CarrierError(code || `status ${status}`, { rejected: isRejection(status) })
  if (status === 204) return []
  if (typeof answer !== 'object' || answer === null) throw new CarrierError('response is not JSON')
  return readList(Array.isArray(answer) ? answer : readField(answer, 'ParcelShop'))
}

/** Whether a status is about this search, not about the credentials, the URL or the number of requests. */
const isRejection = (status: number): boolean =>
  status < 500 && ![401, 403, 404, 405, 408, 429, 490].includes(status)

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** A `ParcelShop`; null without an id or a name. */
function toLocation(shop: unknown, countryCode: string, hoursOffsetMs: number): FoundLocation | null {
  const address = readField(shop, 'Address')
  const text = (name: string) => readPlainText(readField(address, name))
  const [parcelShopId, name] = [readPlainText(readField(shop, 'ParcelShopID')), text('Name1')]
  if (!parcelShopId || !name) return null
  const [street, houseNumber] = [text('Street'), text('StreetNumber')]
  const days = readList(readField(shop, 'WorkingDay'))
  return {
    parcelShopId,
    name,
    address: {
      ...(houseNumber ? { street, houseNumber } : splitStreet(street)),
      zipCode: text('ZIPCode'),
      city: text('City'),
    },
    countryCode: /^[A-Z]{2}$/.test(text('CountryCode')) ? text('CountryCode') : countryCode,
    openingHours: toOpeningHours(
      days.flatMap((day) => readShifts(day, 'OpeningHours', hoursOffsetMs)),
      days.flatMap((day) => readShifts(day, 'Breaks', hoursOffsetMs)),
    ),
    distance: readMetres(readField(shop, 'AirlineDistance')),
  }
}

/** The hours of a `WorkingDay`: ms since midnight, less the offset. */
function readShifts(workingDay: unknown, name: 'OpeningHours' | 'Breaks', hoursOffsetMs: number): Shift[] {
  const day = parseDay(readPlainText(readField(workingDay, 'DayOfWeek')))
  return readList(readField(readField(workingDay, name), 'OpeningHours')).flatMap((hours) => {
    const [from, to] = ['From', 'To'].map((end) => readNumber(readField(hours, end)))
    if (day === null || from == null || to == null) return []
    const toMinutes = (ms: number) => Math.round((ms + hoursOffsetMs) / 60_000)
    // With the offset, midnight may be written as the last hour of the day before.
    return { day, from: toMinutes(from) % DAY_MINUTES, to: Math.min(toMinutes(to), DAY_MINUTES) }
  })
}
