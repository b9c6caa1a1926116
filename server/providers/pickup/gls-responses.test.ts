import { expect, test } from 'vitest'
import { gls } from './gls.ts'
import type { PickupSearch } from './port.ts'

/** Responses that GLS's services give, or that a server between may give. */
type Given = { status?: number; body?: string | null; headers?: Record<string, string> }

/** Searches once; the responses are given in turn, the last one again. */
async function findWith(search: PickupSearch, ...responses: Given[]) {
  const requests: { url: string; body: string; headers: Record<string, string> }[] = []
  const finder = gls({
    denmarkUrl: 'http://gls.test/wsShopFinder.asmx',
    shipit: { url: 'http://gls.test/backend/rs', auth: 'basic', user: 'salon', password: 'pæss:word' },
    hoursOffsetMs: 3_600_000,
    async fetch(url, { body, headers }) {
      requests.push({ url, body, headers })
      const {
        status = 200,
        body: answer = null,
        headers: given = {},
      } = responses[requests.length - 1] ?? responses.at(-1) ?? {}
      return new Response(answer, { status, headers: given })
    },
  })
  return { found: await finder.find(search), requests }
}

const inDenmark: PickupSearch = { countryCode: 'DK', zipCode: ' 80 00 ', limit: 10 }
const inGermany: PickupSearch = { countryCode: 'DE', zipCode: '10115', city: 'Berlin', limit: 10 }

const soap = (inner: string, operation = 'GetParcelShopsInZipcode') =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">` +
  `<soap:Body><${operation}Response xmlns="http://gls.dk/webservices/"><${operation}Result>${inner}` +
  `</${operation}Result></${operation}Response></soap:Body></soap:Envelope>`
const shop = (fields: string, number = '95001') =>
  `<PakkeshopData><Number>${number}</Number><CompanyName>Kiosk</CompanyName>${fields}</PakkeshopData>`
const weekday = (day: string, ...hours: [string, string][]) =>
  `<Weekday><day>${day}</day>` +
  hours.map(([from, to]) => `<openAt><From>${from}</From><To>${to}</To></openAt>`).join('') +
  '</Weekday>'
const fault =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault>' +
  '<faultcode>s:Server</faultcode></s:Fault></s:Body></s:Envelope>'
const html = {
  body: '<html><body>Service unavailable</body></html>',
  headers: { 'content-type': 'text/html' },
}
const nothing = { ok: true, locations: [], stale: false }

test('the Danish request is SOAP 1.1, its values are escaped and its postal code has no blanks', async () => {
  const { requests } = await findWith(
    { ...inDenmark, street: '  Vester<gade> & "1"\u0007 ' },
    { body: soap('', 'SearchNearestParcelShops') },
    { body: soap('') },
  )
  expect(requests).toHaveLength(2)
  expect(requests[0]).toMatchObject({
    url: 'http://gls.test/wsShopFinder.asmx',
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: '"http://gls.dk/webservices/SearchNearestParcelShops"',
    },
  })
  expect(requests[0]?.body).toContain(
    '<SearchNearestParcelShops xmlns="http://gls.dk/webservices/"><street>Vester&#60;gade&#62; &#38; ' +
      '&#34;1&#34;</street><zipcode>8000</zipcode><countryIso3166A2>DK</countryIso3166A2><Amount>10</Amount>',
  )
  expect(requests[1]?.body).toContain('<zipcode>8000</zipcode><countryIso3166A2>DK</countryIso3166A2></Get')
})

test('a Danish shop is read in the odd forms of its texts', async () => {
  const fields =
    '<Streetname>Nørregade 3-5, kld.</Streetname><ZipCode>8000</ZipCode><CityName>Aarhus &amp;lt; C</CityName>' +
    '<Longitude>10,2105</Longitude><Latitude>56.1590</Latitude>' +
    '<DistanceMetersAsTheCrowFlies>420</DistanceMetersAsTheCrowFlies><OpeningHours>' +
    `${weekday('Tuesday', ['8:00', '12:00'], ['13:00', '00:00'])}${weekday('Monday', ['09.00', '17:30:00'])}` +
    `${weekday('Sunday', ['00:00', '00:00'])}${weekday('Holiday', ['09:00', '10:00'])}` +
    weekday('Friday', ['25:00', '26:00'], ['12:00', '09:00'], ['', '']) +
    '</OpeningHours>'
  const { found } = await findWith(inDenmark, { body: soap(shop(fields)) })
  expect(found).toEqual({
    ...nothing,
    locations: [
      {
        parcelShopId: '95001',
        name: 'Kiosk',
        address: { street: 'Nørregade', houseNumber: '3-5, kld.', zipCode: '8000', city: 'Aarhus &lt; C' },
        countryCode: 'DK',
        openingHours: [
          { day: 0, from: '09:00', to: '17:30' },
          { day: 1, from: '08:00', to: '12:00' },
          { day: 1, from: '13:00', to: '24:00' },
        ],
        distance: null,
      },
    ],
  })
})

test('a Danish shop without hours and address is a location; one without a number is not', async () => {
  const answer = soap(shop('') + shop('', ' '))
  const { found } = await findWith(inDenmark, { body: answer })
  expect(found).toMatchObject({ locations: [{ parcelShopId: '95001', openingHours: [] }] })
  const { found: unreadable } = await findWith(inDenmark, { body: soap(shop('', ' ')) })
  expect(unreadable).toEqual({ ok: false, code: 'unexpected response' })
})

test('a shop that occurs once for each of its shifts is one location', async () => {
  const shift = (from: string, to: string) =>
    shop(`<OpeningHours>${weekday('Monday', [from, to])}</OpeningHours>`)
  const { found } = await findWith(inDenmark, {
    body: soap(shift('13:00', '17:00') + shift('09:00', '12:00') + shift('09:00', '12:00')),
  })
  expect(found).toMatchObject({
    locations: [
      {
        openingHours: [
          { day: 0, from: '09:00', to: '12:00' },
          { day: 0, from: '13:00', to: '17:00' },
        ],
      },
    ],
  })
  expect(found.ok && found.locations).toHaveLength(1)
})

test('names are plain text, and at most ten locations are returned', async () => {
  const many = Array.from({ length: 40 }, (_, index) =>
    shop(`<Streetname>${'x'.repeat(500)}</Streetname>`, String(index)),
  )
  const named = many.join('').replaceAll('>Kiosk<', '>&lt;b&gt;www.evil.example&#x202e;<')
  const { found } = await findWith({ ...inDenmark, limit: 99 }, { body: soap(named) })
  expect(found.ok && found.locations).toHaveLength(10)
  expect(new Set(found.ok ? found.locations.map(({ name }) => name) : [])).toEqual(
    new Set(['<b>www evil example']),
  )
})

test.each<[string, Given]>([
  ['a fault', { status: 500, body: fault, headers: { 'content-type': 'text/xml' } }],
  ['a fault with status 200', { body: fault }],
  ['404', { status: 404 }],
  ['500 without HTML', { status: 500, body: 'System.Exception: not found' }],
  ['an empty result', { body: soap('') }],
])('the Danish service says that there are no shops by %s', async (_name, response) => {
  const { found, requests } = await findWith(inDenmark, response)
  expect([found, requests.length]).toEqual([nothing, 1])
})

const huge = { body: soap(shop(`<Streetname2>${'x'.repeat(1024 * 1024)}</Streetname2>`)) }
test.each<[string, Given, string, number]>([
  ['HTML', html, 'unexpected response', 1],
  ['HTML with an error', { ...html, status: 500 }, 'status 500', 2],
  ['503', { status: 503 }, 'status 503', 2],
  ['403', { status: 403 }, 'status 403', 1],
  ['no XML', { body: 'hello' }, 'response is not XML', 1],
  ['half a document', { body: soap('').slice(0, 200) }, 'response is not XML', 1],
  ['nothing', { body: '' }, 'response is not XML', 1],
  ['the response of another operation', { body: soap('', 'GetAllParcelShops') }, 'unexpected response', 1],
  ['deep nesting', { body: '<a>'.repeat(5_000) + '</a>'.repeat(5_000) }, 'response is not XML', 1],
  ['a reserved name', { body: soap('<__proto__><Number>1</Number></__proto__>') }, 'response is not XML', 1],
  ['more than 1 MB', huge, 'response too large', 1],
])('the Danish service fails by %s', async (_name, response, code, requestCount) => {
  const { found, requests } = await findWith(inDenmark, response)
  expect([found, requests.length]).toEqual([{ ok: false, code }, requestCount])
})

test('entities of a document type are not expanded', async () => {
  const type = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]>`
  const body = soap(shop('<CityName>&c;</CityName>')).replace('?>', `?>${type}`)
  const { found } = await findWith(inDenmark, { body })
  expect(found).toMatchObject({ locations: [{ address: { city: '&c;' } }] })
})

test('the second attempt may succeed', async () => {
  expect((await findWith(inDenmark, { status: 502 }, { body: soap(shop('')) })).found).toMatchObject({
    ok: true,
    locations: [{ name: 'Kiosk' }],
  })
  expect((await findWith(inGermany, { status: 502 }, { body: '{"ParcelShop":[]}' })).found).toEqual(nothing)
})

const parcelShop = (more: object = {}) => ({
  ParcelShopID: 'GLS_DE-2761234567',
  Address: { Name1: 'Kiosk', Street: 'Gartenstr. 5a', ZIPCode: '10115', City: 'Berlin', CountryCode: 'DE' },
  ...more,
})
const json = (value: unknown, status = 200): Given => ({ status, body: JSON.stringify(value) })
const hours = (...pairs: [number | string, number | string][]) => ({
  OpeningHours: pairs.map(([From, To]) => ({ From, To })),
})

test('the request to ShipIT has its media type and credentials', async () => {
  const { requests } = await findWith({ ...inGermany, street: 'Gartenstr. 1' }, json({ ParcelShop: [] }))
  expect(requests).toEqual([
    {
      url: 'http://gls.test/backend/rs/parcelshop/address',
      headers: {
        authorization: `Basic ${Buffer.from('salon:pæss:word').toString('base64')}`,
        accept: 'application/glsVersion1+json, application/json',
        'content-type': 'application/glsVersion1+json',
      },
      body: '{"ZIPCode":"10115","CountryCode":"DE","City":"Berlin","Street":"Gartenstr. 1"}',
    },
  ])
})

test('hours of ShipIT are an hour too early, and have breaks', async () => {
  const days = [
    {
      DayOfWeek: 'MON',
      OpeningHours: hours([28_800_000, 64_800_000]),
      Breaks: hours([39_600_000, 43_200_000]),
    },
    { DayOfWeek: 'TUE', OpeningHours: { OpeningHours: { From: '25200000', To: '66600000' } } },
    // 00:00 to 24:00.
    { DayOfWeek: 'WED', OpeningHours: hours([82_800_000, 82_800_000]) },
    { DayOfWeek: 'THU', OpeningHours: hours([28_800_000, 39_600_000], [43_200_000, 61_200_000]) },
    { DayOfWeek: 'FRI', OpeningHours: null },
    { DayOfWeek: 'SAT', OpeningHours: hours([28_800_000, 90_000_000]) },
    { DayOfWeek: 'SUN', OpeningHours: hours(['', ''], [64_800_000, 28_800_000]) },
  ]
  const { found } = await findWith(inGermany, json({ ParcelShop: parcelShop({ WorkingDay: days }) }))
  expect(found.ok && found.locations[0]?.openingHours).toEqual([
    { day: 0, from: '09:00', to: '12:00' },
    { day: 0, from: '13:00', to: '19:00' },
    { day: 1, from: '08:00', to: '19:30' },
    { day: 2, from: '00:00', to: '24:00' },
    { day: 3, from: '09:00', to: '12:00' },
    { day: 3, from: '13:00', to: '18:00' },
    { day: 5, from: '09:00', to: '24:00' },
  ])
})

test('a shop of ShipIT without distance and house number is a location', async () => {
  const { found } = await findWith(
    inGermany,
    json({
      ParcelShop: [
        parcelShop(),
        { ParcelShopID: '2', Address: { Name1: 'Two' }, AirlineDistance: '350' },
        null,
      ],
    }),
  )
  expect(found.ok && found.locations.map(({ name, distance }) => [name, distance])).toEqual([
    ['Two', 350],
    ['Kiosk', null],
  ])
  expect(found).toMatchObject({
    locations: [
      { countryCode: 'DE' },
      { address: { street: 'Gartenstr.', houseNumber: '5a' }, openingHours: [] },
    ],
  })
})

test.each<[string, Given]>([
  ['an empty list', json({ ParcelShop: [] })],
  ['nothing in the object', json({})],
  ['204', { status: 204 }],
  ['an error in the body', json({ errors: [{ code: 'InvalidFieldValue', field: 'ZIPCode' }] }, 400)],
  ['an error instead of a list', json({ errors: { code: 'MandatoryFieldMissing' } }, 400)],
  ['an error in the headers', { status: 400, headers: { error: 'InvalidFieldValue', message: 'ZIP' } }],
  ['an error in the headers with status 200', { headers: { error: 'InvalidFieldValue' } }],
])('ShipIT says that there are no shops by %s', async (_name, response) => {
  const { found, requests } = await findWith(inGermany, response)
  expect([found, requests.length]).toEqual([nothing, 1])
})

test.each<[string, Given, string, number]>([
  ['HTML', html, 'response is not JSON', 1],
  ['an empty body', { body: '' }, 'response is not JSON', 1],
  ['null', { body: 'null' }, 'response is not JSON', 1],
  ['500', { status: 500 }, 'status 500', 2],
  ['401', { status: 401 }, 'status 401', 1],
  ['404', { status: 404, ...html }, 'status 404', 1],
  ['490', { status: 490 }, 'status 490', 1],
  ['another error in the headers', { status: 400, headers: { error: 'E000', message: 'no' } }, 'E000', 1],
  ['unreadable shops', json({ ParcelShop: ['x', 1, null, [], {}] }), 'unexpected response', 1],
])('ShipIT fails by %s', async (_name, response, code, requestCount) => {
  const { found, requests } = await findWith(inGermany, response)
  expect([found, requests.length]).toEqual([{ ok: false, code }, requestCount])
})

test('the code of a failure contains nothing that the guest has written', async () => {
  const headers = { error: 'No shop near Gartenstr. 1' }
  const { found } = await findWith(inGermany, { status: 400, headers })
  expect(found).toEqual({ ok: false, code: 'unknown error' })
})
