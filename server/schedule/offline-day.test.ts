import { afterAll, beforeAll, expect, test } from 'vitest'
import { rightsOf } from '#domain/staff/rights.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makeSignedIn, staffContext } from '#test/signed-in.ts'
import { book, errorCodeOf, summer } from '#test/steps.ts'
import { loadOfflineDay } from './offline-day.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const today = '2026-06-12'
const nine = summer(`${today}T09:00`)
const [hour, day] = [3_600_000, 86_400_000]

test('today is kept by first name and initial, of whom the reader sees, and nothing else of a guest', async () => {
  app.clock.now = summer(`${today}T08:00`)
  const tenant = await makeTenant(app)
  for (const [start, member] of [
    [nine + hour, 'anna'],
    [nine, 'anna'],
    [nine, 'bo'],
    [nine + day, 'anna'],
  ] as const)
    await book(app.guest(tenant), { tenantId: tenant, start, teamMember: [member] })
  const load = async (of: Parameters<typeof makeSignedIn>[0]) =>
    loadOfflineDay(await staffContext(app, tenant, makeSignedIn(of)))
  const all = await load({ role: 'reception' })
  expect(all.map(({ visits }) => visits.map(({ start }) => start))).toEqual([[nine, nine + hour], [nine]])
  expect(all[0]?.visits[0]).toEqual({
    start: nine,
    end: nine + hour / 2,
    guest: 'Freja H.',
    service: expect.any(String),
    progress: 'expected',
  })
  expect(JSON.stringify(all)).not.toMatch(/Holm|@|\+45/)
  const own = await load({ role: 'practitioner', memberId: 'bo' })
  expect(own.map(({ visits }) => visits.length)).toEqual([1])
  expect(await load({ role: 'practitioner', memberId: null })).toEqual([])
})

test('without the right to see a day there is none', async () => {
  const tenant = await makeTenant(app)
  const { day: _day, ...rights } = rightsOf('reception', {})
  const ctx = await staffContext(app, tenant, makeSignedIn({ rights }))
  expect(await errorCodeOf(loadOfflineDay(ctx))).toBe('auth/forbidden')
})
