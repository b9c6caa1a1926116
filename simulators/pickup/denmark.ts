import { readField, readPlainText } from '#server/providers/pickup/read-fields.ts'
import { shopsNear, failingZipCodes, type SimulatedShop } from './shops.ts'
import { escapeXml, parseXml } from '#server/providers/pickup/xml.ts'

const NAMESPACE = 'http://gls.dk/webservices/'
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** Streets that the service finds: it knows no floors and no letters after the number. */
const KNOWN_STREET = /^\P{N}+ \d+$/u

type Input = { operation: string; street: string; zipcode: string; amount: number }

/** Simulates wsShopFinder: SOAP 1.1 by POST, and the same operations by GET. */
export async function denmarkSimulator(request: Request, path: string): Promise<Response> {
  if (request.method === 'GET') return answerGet(new URL(request.url), path)
  const operation = request.headers.get('soapaction')?.replaceAll('"', '').replace(NAMESPACE, '') ?? ''
  const call = readField(readField(readField(parseXml(await request.text()), 'Envelope'), 'Body'), operation)
  const shops = findShops({
    operation,
    street: readPlainText(readField(call, 'street')),
    zipcode: readPlainText(readField(call, 'zipcode')),
    amount: Number(readPlainText(readField(call, 'Amount')) || Infinity),
  })
  if (!shops) return xml(500, envelope(notFound))
  const list = shops.map((shop) => shopXml(shop, operation)).join('')
  const inner =
    operation === 'SearchNearestParcelShops'
      ? `<accuracylevel>house</accuracylevel><parcelshops>${list}</parcelshops>`
      : list
  const result = `<${operation}Result>${inner}</${operation}Result>`
  return xml(200, envelope(`<${operation}Response xmlns="${NAMESPACE}">${result}</${operation}Response>`))
}

function answerGet({ searchParams }: URL, path: string): Response {
  const operation = path.slice(1)
  const shops = findShops({
    operation,
    street: searchParams.get('street') ?? '',
    zipcode: searchParams.get('zipcode') ?? '',
    amount: Number(searchParams.get('Amount') ?? Infinity),
  })
  if (!shops) return new Response('System.Exception: No parcelshops found', { status: 500 })
  const list = shops.map((shop) => shopXml(shop, operation)).join('')
  return xml(
    200,
    `<ParcelShopSearchResult xmlns="${NAMESPACE}"><parcelshops>${list}</parcelshops></ParcelShopSearchResult>`,
  )
}

/** The shops that an operation finds; null for a SOAP error. */
function findShops({ operation, street, zipcode, amount }: Input): SimulatedShop[] | null {
  if (zipcode === failingZipCodes.none || !/^\d{4}$/.test(zipcode)) return null
  if (operation === 'GetParcelShopsInZipcode') return shopsNear('DK', zipcode)
  if (operation !== 'SearchNearestParcelShops' || !KNOWN_STREET.test(street)) return null
  return shopsNear('DK', zipcode).slice(0, amount)
}

function shopXml(shop: SimulatedShop, operation: string): string {
  const distance = operation === 'SearchNearestParcelShops' ? shop.distance : 0
  const weekdays = days.flatMap((name, day) =>
    (shop.hours[day] ?? []).map(
      ([from, to]) =>
        `<Weekday><day>${name}</day><openAt><From>${from}</From><To>${to}</To></openAt><breaks /></Weekday>`,
    ),
  )
  const fields = {
    Number: shop.id,
    CompanyName: shop.name,
    Streetname: shop.street,
    Streetname2: `Pakkeshop: ${shop.id}`,
    ZipCode: shop.zipCode,
    CityName: shop.city,
    CountryCode: '008',
    CountryCodeISO3166A2: shop.countryCode,
    Telephone: '',
    Longitude: shop.longitude,
    Latitude: shop.latitude,
    DistanceMetersAsTheCrowFlies: String(distance),
  }
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`)
  const hours = `<OpeningHours>${weekdays.join('')}</OpeningHours>`
  return `<PakkeshopData>${elements.join('')}${hours}</PakkeshopData>`
}

const notFound =
  '<soap:Fault><faultcode>soap:Server</faultcode>' +
  '<faultstring>No parcelshops found</faultstring>' +
  '</soap:Fault>'

const envelope = (body: string): string =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`

const xml = (status: number, document: string): Response =>
  new Response(`<?xml version="1.0" encoding="utf-8"?>${document}`, {
    status,
    headers: { 'content-type': 'text/xml; charset=utf-8' },
  })
