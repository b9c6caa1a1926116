import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { book, hold, register, summer } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import { listMail } from '../mail/queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const danish = { profile: { default: { language: 'da', countryCode: 'DK' } } }
const setCurrency = async (
  tenantId: Awaited<ReturnType<typeof makeTenant>>,
  currency: string | null,
  symbol: string | null,
) =>
  app.unrecorded.write(tenantId, (tx) =>
    tx.execute(sql`update finance set currency = ${currency}, currency_symbol = ${symbol}`),
  )

test.each([
  ['DKK', null, 'DKK', 'kr'],
  [null, null, 'DKK', 'kr'],
  ['NOK', null, 'NOK', 'kr'],
  ['EUR', null, 'EUR', '€'],
  ['EUR', 'euro', 'EUR', 'euro'],
  ['CHF', null, 'CHF', 'CHF'],
])(
  'a tenant with the currency %s and the symbol %s has prices in %s with the symbol %s',
  async (currency, symbol, expected, expectedSymbol) => {
    const tenantId = await makeTenant(app, danish)
    await setCurrency(tenantId, currency, symbol)
    expect(await app.guest(tenantId)('getFinance', { tenantId })).toMatchObject({
      currency: expected,
      currency_symbol: expectedSymbol,
    })
  },
)

test('a tenant’s profile has only the fields of the call’s schema', async () => {
  const tenantId = await makeTenant(app, {
    profile: {
      adminOrigin: 'https://admin.example',
      canonicalHost: 'salon.example',
      analytics: { measurementId: 'G-1' },
      passwordFloor: 9,
      notifications: { salon: 'all', members: { anna: 'anna@salon.example' } },
    },
  })
  for (const reported of [
    await app.guest(tenantId)('getTenant', { tenantId }),
    (await app.guest(tenantId)('findTenants', { firstpath: tenantId })).documents[0] ?? {},
  ]) {
    expect(Object.keys(reported).toSorted()).toEqual([
      'address',
      'companyname',
      'contact_email',
      'default',
      'effective_date',
      'email',
      'favicon',
      'firstpath',
      'icon',
      'id',
      'origin',
      'shop',
      'supportedCountries',
      'tenantMessages',
      'tenantid',
      'timeZone',
      'title',
      'vanityUrl',
    ])
    expect(reported).toMatchObject({
      id: tenantId,
      tenantid: tenantId,
      vanityUrl: null,
      contact_email: null,
      address: null,
    })
  }
})

test('a tenant is found by every form of its host', async () => {
  const tenantId = await makeTenant(app, { vanityHost: 'www.xn--smrrebrd-64af.example' })
  const findTenantIds = async (vanityUrl: string) =>
    (await app.guest(tenantId)('findTenants', { vanityUrl })).documents.map(({ id }) => id)
  for (const vanityUrl of [
    'www.xn--smrrebrd-64af.example',
    'WWW.SMØRREBRØD.example',
    'www.smørrebrød.example:3000',
    'www.smørrebrød.example.',
  ])
    expect([vanityUrl, await findTenantIds(vanityUrl)]).toEqual([vanityUrl, [tenantId]])
  for (const vanityUrl of ['www.smorrebrod.example', 'https://www.smørrebrød.example/', '%'])
    expect([vanityUrl, await findTenantIds(vanityUrl)]).toEqual([vanityUrl, []])
})

test('a visit has the currency of its booking, in every language', async () => {
  app.clock.now = summer('2026-06-10T08:00')
  const tenantId = await makeTenant(app, danish)
  await setCurrency(tenantId, null, null)
  const guest = app.guest(tenantId)
  guest.cookies.set('lang', 'en')
  const visit = await book(guest, { tenantId, start: summer('2026-06-12T09:00') })
  expect(visit.currency).toBe('DKK')
  await setCurrency(tenantId, 'EUR', 'euro')
  expect(
    await guest('gen2_crudWaitlist-getCancelDetails', { tenantId, bookingId: visit.cancelHandle }),
  ).toMatchObject({ finance: { currency: 'DKK', currency_symbol: 'kr' } })
})

test('earlier holds and visits have their own currency after the tenant changes its currency', async () => {
  app.clock.now = summer('2026-06-10T08:00')
  const tenantId = await makeTenant(app, danish)
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  const own = { tenantId, uid }
  await makeVisit(app, tenantId, { start: new Date(summer('2026-06-08T09:00')), guestId: uid, contact: null })
  const { handle } = await book(guest, { tenantId, start: summer('2026-06-10T12:00') })
  const held = await hold(guest, { tenantId, start: summer('2026-06-12T09:00') })
  expect(held).toMatchObject({ currency: 'DKK', symbol: 'kr.' })
  await setCurrency(tenantId, 'EUR', '€')
  const { documents } = await guest('listBookings', own)
  const reported = [
    await hold(guest, { tenantId, start: held.start }),
    await guest('getHold', { tenantId, handle: held.handle }),
    await guest('prolongHold', { tenantId, handle: held.handle }),
    await guest('getVisit', { tenantId, handle }),
    ...documents,
    ...(await guest('apiStore-getUserBookings', { tenantId, direction: 'past' })).bookings,
    ...(await guest('previewDeleteUser', own)).visits,
  ]
  expect(reported.map(({ currency, symbol }) => `${currency} ${symbol}`)).toEqual(Array(7).fill('DKK kr'))
  await guest('deleteUserBooking', { ...own, id: documents[0]?.id ?? '' })
  const cancelled = (await app.db.read(tenantId, listMail)).find((mail) => mail.icsMethod === 'CANCEL')
  expect(cancelled?.text.replaceAll(/\s/g, ' ')).toContain('400,00 kr')
  expect(`${cancelled?.text} ${cancelled?.html}`).not.toMatch(/€|EUR/)
})

test.each([
  ['fixed', { kind: 'fixed', amount: 25_000 }, 25_000, 0],
  ['percent', { kind: 'percent', percent: 50 }, 20_000, 20_000],
])('a %s late fee applies in the currency of the visit, or is none', async (_, lateFee, fee, afterwards) => {
  app.clock.now = summer('2026-06-10T08:00')
  const tenantId = await makeTenant(app, danish)
  await app.unrecorded.write(tenantId, (tx) =>
    tx.execute(sql`update finance set late_fee = ${JSON.stringify(lateFee)}::jsonb`),
  )
  const guest = app.guest(tenantId)
  const visit = await book(guest, { tenantId, start: summer('2026-06-10T12:00') })
  const terms = async () =>
    (await guest('gen2_crudWaitlist-getCancelDetails', { tenantId, bookingId: visit.cancelHandle })).terms
  expect(await terms()).toMatchObject({ late: true, fee })
  await setCurrency(tenantId, 'EUR', '€')
  expect(await terms()).toMatchObject({ late: true, fee: afterwards })
  expect(
    await guest('gen2_crudWaitlist-cancelBooking', {
      tenantId,
      bookingId: visit.cancelHandle,
      fee: afterwards,
    }),
  ).toMatchObject({ success: true, fee: afterwards, currency: 'DKK' })
})
