import ICAL from 'ical.js'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedInStaff } from '#contract/staff/staff.ts'
import type { TenantId } from '#server/database/db.ts'
import { etags, handlers } from '#server/handlers.ts'
import { createInProcessClient } from '#server/http/dispatch.ts'
import { updateStaffRow } from '#server/staff/queries.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { cancelAsSalon } from '#test/move.ts'
import { makeSignedIn, staffClient, staffContext, storeStaff } from '#test/signed-in.ts'
import { book, errorCodeOf, summer } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const date = '2026-06-12'
const now = summer('2026-06-10T08:00')
const nine = summer(`${date}T09:00`)
const [hour, day] = [3_600_000, 86_400_000]

/** A salon, and one of its people who has just signed in. */
async function salon(person = makeSignedIn({ name: 'Anna', role: 'practitioner', memberId: 'anna' })) {
  app.clock.now = now
  const tenant = await makeTenant(app)
  await storeStaff(app, tenant, person)
  return { tenant, person, call: await recent(tenant, person) }
}
const recent = async (tenant: TenantId, person: SignedInStaff) =>
  createInProcessClient(handlers, etags, {
    ...(await staffContext(app, tenant, person)),
    sessionBegan: app.deps.now(),
  })
const read = (tenant: TenantId, url: string, method = 'GET') =>
  app.fetch(tenant, new Request(url, { method, headers: { host: new URL(url).host } }))
async function eventsAt(tenant: TenantId, url: string) {
  const calendar = new ICAL.Component(ICAL.parse(await (await read(tenant, url)).text()) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((event) => ({
    title: String(event.getFirstPropertyValue('summary')),
    start: (event.getFirstPropertyValue('dtstart') as ICAL.Time).toJSDate().getTime(),
    status: String(event.getFirstPropertyValue('status')),
  }))
}

test('a feed has one person’s visits of 30 days back and a year ahead, cancelled ones marked, and no names unless chosen', async () => {
  const { tenant, call } = await salon()
  const guest = app.guest(tenant)
  await book(guest, { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const { id } = await book(guest, { tenantId: tenant, start: nine + hour, teamMember: ['anna'] })
  await book(guest, { tenantId: tenant, start: nine, teamMember: ['bo'] })
  const cut = { id: 'cut', name: 'Cut', member: 'anna', minutes: 30, price: 1 }
  for (const days of [-31, -29, 364, 366])
    await makeVisit(app, tenant, { start: new Date(now + days * day + hour), services: [cut] })
  const noted = await makeVisit(app, tenant, {
    start: new Date(nine + 3 * hour),
    services: [cut],
    note: 'Allergic to walnuts',
    visitor: 'Yrsa',
  })
  await call('addStaffNote', { id: noted.id, text: 'Pregnant' })
  await cancelAsSalon(app, tenant, id)
  const { url } = await call('createFeed', { withNames: false })
  const response = await read(tenant, url)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const text = await response.text()
  expect(text).not.toMatch(/Freja|Yrsa|Holm|20123456|example\.com|walnuts|Pregnant/)
  expect(text).toMatch(/END:VCALENDAR\r\n$/)
  expect(await eventsAt(tenant, url)).toEqual([
    { title: 'Cut', start: now - 29 * day + hour, status: 'CONFIRMED' },
    { title: `cut of ${tenant}`, start: nine, status: 'CONFIRMED' },
    { title: `cut of ${tenant}`, start: nine + hour, status: 'CANCELLED' },
    { title: 'Cut', start: nine + 3 * hour, status: 'CONFIRMED' },
    { title: 'Cut', start: now + 364 * day + hour, status: 'CONFIRMED' },
  ])
  const named = await call('createFeed', { withNames: true })
  expect((await eventsAt(tenant, named.url)).map(({ title }) => title)).toContain(`Freja: cut of ${tenant}`)
  expect(await (await read(tenant, named.url)).text()).not.toMatch(
    /Holm|20123456|example\.com|walnuts|Pregnant/,
  )
})

test('a new address ends the old one at once, and a removed, foreign or mistyped one is none', async () => {
  const { tenant, person, call } = await salon()
  const first = await call('createFeed', { withNames: false })
  expect((await read(tenant, first.url)).status).toBe(200)
  expect(await call('getFeed', {})).toEqual({ feed: { withNames: false, createdAt: now, readAt: now } })
  const second = await call('createFeed', { withNames: false })
  expect((await read(tenant, first.url)).status).toBe(404)
  expect((await read(tenant, second.url)).status).toBe(200)
  expect((await read(tenant, second.url, 'HEAD')).status).toBe(200)
  // The token is stored as a hash only.
  const token = /\/feed\/(.+)\.ics$/.exec(second.url)?.[1] ?? ''
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute<{ token_hash: string }>(sql`select token_hash from staff_feed`),
  )
  expect(rows.map((row) => row.token_hash)).not.toContain(token)
  const other = await salon()
  const path = new URL(second.url).pathname
  expect((await read(other.tenant, `http://staff-${other.tenant}.localhost${path}`)).status).toBe(404)
  for (const name of ['x.ics', `${'a'.repeat(32)}.ics`, token, `${token}.ics.ics`])
    expect((await read(tenant, new URL(`/feed/${name}`, second.url).href)).status).toBe(404)
  // A guest's host has no feed, also with a right token.
  expect((await read(tenant, `http://${tenant}.localhost${path}`)).status).toBe(404)
  expect(await call('removeFeed', {})).toEqual({ removed: true })
  expect(await call('removeFeed', {})).toEqual({ removed: false })
  expect((await read(tenant, second.url)).status).toBe(404)
  const third = await call('createFeed', { withNames: false })
  await app.db.write(tenant, (tx) => updateStaffRow(tx, person.id, { removedAt: new Date(now) }))
  expect((await read(tenant, third.url)).status).toBe(404)
})

test('who performs nothing has none, and an old session makes none', async () => {
  const { tenant, person, call } = await salon(makeSignedIn({ role: 'reception' }))
  expect(await errorCodeOf(call('createFeed', { withNames: false }))).toBe('auth/operation-not-allowed')
  const old = await staffClient(app, tenant, person)
  expect(await errorCodeOf(old('createFeed', { withNames: false }))).toBe('auth/requires-recent-login')
})
