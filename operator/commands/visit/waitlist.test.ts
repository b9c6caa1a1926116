import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/zone.ts'
import { runCommand } from '#test/command.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { book, register } from '#test/steps.ts'
import { makeEntry, matchAll, openOffers } from '#test/waitlist.ts'
import type { CommandContext } from '#operator/command-line/command.ts'
import { wallRange, wallTime } from '#operator/command-line/describe.ts'
import { waitlistList } from './waitlist.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const zone = 'Europe/Copenhagen'
const day = 24 * 3_600_000
const list = (...line: string[]) => runCommand([waitlistList], { testDb: app }, ['waitlist', 'list', ...line])

test('an impossible tenant is refused without a database, an unknown one with it', async () => {
  const context = { withDatabase: () => Promise.reject(new Error('opened')) } as unknown as CommandContext
  await expect(waitlistList.run(context, ['Salon!'], {})).rejects.toThrow('Tenant Salon! not found')
  expect(await list('nowhere')).toEqual({
    code: 1,
    out: '',
    err: 'Tenant nowhere not found in the database of the test: see bin/stamgast tenant list.\n',
  })
})

test('an empty waitlist says so, and is an empty array as JSON', async () => {
  const tenant = await makeTenant(app)
  expect(await list(tenant)).toEqual({ code: 0, out: '', err: 'Nobody is on the waitlist.\n' })
  expect(await list(tenant, '--json')).toEqual({ code: 0, out: '[]\n', err: '' })
})

test('entries are listed in their order with place, preferences, offer and what went past', async () => {
  const tenant = await makeTenant(app, { members: [{ id: 'anna' }] })
  const now = Date.now()
  const month = new Date(now + 3 * day).toISOString().slice(0, 7)
  const { offers } = await app.guest(tenant)('getAvailability', { tenantId: tenant, services: 'cut', month })
  // The first time of its day: the offer of a freed time begins as early as the times before it allow.
  const soon = wallTime(zone, now + 3 * day).slice(0, 10)
  const start = offers.find((one) => wallTime(zone, one.start).slice(0, 10) >= soon)?.start ?? 0
  const { cancelHandle } = await book(app.guest(tenant), { tenantId: tenant, services: ['cut'], start })
  const date = wallTime(zone, start).slice(0, 10)
  const later = addDays(date, 2)
  const window = { from: date, until: date, weekdays: [1, 6], earliest: '13:00', latest: '15:30' }
  const endsAt = now + 30 * day
  const passed = await makeEntry(app, tenant, {
    guestId: await register(app.guest(tenant), tenant),
    windows: [window, { ...window, until: later, weekdays: [] }],
    noticeMinutes: 60,
    endsAt,
  })
  const contact = { firstname: 'Ida', lastname: 'Holm', email: null, mobile: '+4520123456', language: 'da' }
  const offered = await makeEntry(app, tenant, { contact, atNight: true, endsAt, members: ['anna'] })
  await makeEntry(app, tenant, { services: ['color'], confirmed: false, endsAt })
  await app.guest(tenant)('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
  await matchAll(app, tenant)
  const [offer] = await openOffers(app, tenant)
  const expiresAt = offer?.expiresAt ?? new Date(0)
  const ends = `until ${wallTime(zone, endsAt)}`
  const { code, out, err } = await list(tenant)
  expect([code, err]).toEqual([0, ''])
  expect(out.split('\n').map((line) => line.trim())).toEqual([
    '1. Noah, n•••@example.com: waiting, 1 of 2',
    `cut of ${tenant}, anyone`,
    `${date}, mon sat, 13:00–15:30`,
    `${date}–${later}, 13:00–15:30`,
    `${ends}, 60 min notice`,
    `passed over: ${wallTime(zone, start)} (window)`,
    '2. Ida, •••• 56: offered, 2 of 2',
    `cut of ${tenant}, anna`,
    'any time',
    `${ends}, 120 min notice, also at night`,
    `offered: ${wallRange(zone, start, start + 30 * 60_000)}, anna, until ${wallTime(zone, expiresAt.getTime())}`,
    expect.stringMatching(/^3\. Freja, .•••@example\.com: waiting unconfirmed, 1 of 1$/),
    `color of ${tenant}, anyone`,
    'any time',
    `${ends}, 120 min notice`,
    '',
  ])
  const json = JSON.parse((await list(tenant, '--json')).out) as object[]
  expect(json).toMatchObject([
    {
      id: passed,
      state: 'waiting',
      place: 1,
      of: 2,
      firstname: 'Noah',
      contact: 'n•••@example.com',
      account: true,
      members: null,
      windows: [window, { ...window, until: later, weekdays: [] }],
      offer: null,
      passed: [{ start: new Date(start).toISOString(), reason: 'window' }],
    },
    {
      id: offered,
      state: 'offered',
      place: 2,
      contact: '•••• 56',
      account: false,
      services: [{ id: 'cut', name: `cut of ${tenant}` }],
      offer: { start: new Date(start).toISOString(), members: ['anna'], expiresAt: expiresAt.toISOString() },
    },
    { confirmed: false, place: 1, of: 1 },
  ])
  expect(JSON.stringify(json)).not.toMatch(/Holm|20123456|noah@/)
})
