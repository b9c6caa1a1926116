import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { book, hold, summer, type TestGuest } from '#test/steps.ts'
import type { TenantId } from '#server/database/db.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const at = (time: string) => summer(`2026-06-11T${time}`)

/** Anna works from 9 to 11 on Thursdays; a visit takes 30 minutes, and less than 45 are of no use. */
async function salon(gaps: 'any' | 'prefer' | 'avoid'): Promise<TenantId> {
  app.clock.now = summer('2026-06-10T08:00')
  return makeTenant(app, {
    rules: { gaps, smallestUsable: 45 },
    members: [{ id: 'anna', hours: [{ weekday: 4, from: '09:00', to: '11:00' }] }],
    services: [{ id: 'cut' }],
  })
}
const ask = async (guest: TestGuest, tenantId: TenantId, all?: 'true') => {
  const { offers, hidden, suggested } = await guest('getAvailability', {
    tenantId,
    services: 'cut',
    from: '2026-06-11',
    ...(all && { all }),
  })
  const ofDay = offers.filter(({ start }) => start < at('23:00'))
  return { starts: ofDay.map(({ start }) => start), hidden, suggested }
}

test('avoid hides times that cost a visit, all shows them, and each can be booked', async () => {
  const tenantId = await salon('avoid')
  const guest = app.guest(tenantId)
  const { starts, hidden } = await ask(guest, tenantId)
  expect(starts).toEqual(['09:00', '09:45', '10:30'].map(at))
  expect(hidden).toBeGreaterThan(0)
  const all = await ask(guest, tenantId, 'true')
  expect([all.starts.length, all.hidden]).toEqual([7, 0])
  const first = await guest('getFirstFree', { tenantId, services: 'cut' })
  expect(first.offers.map(({ start }) => start)).toEqual(starts)
  const untidy = at('09:15')
  expect(starts).not.toContain(untidy)
  await hold(guest, { tenantId, start: untidy })
  // What the guest holds stays among the times.
  expect((await ask(guest, tenantId)).starts).toContain(untidy)
  await book(app.guest(tenantId), { tenantId, start: at('10:15') })
})

test('a time that is refused has no hidden one among its alternatives', async () => {
  const tenantId = await salon('avoid')
  await hold(app.guest(tenantId), { tenantId, start: at('10:30') })
  const answer = await app.guest(tenantId)('holdVisit', { tenantId, services: ['cut'], start: at('10:30') })
  const { starts } = await ask(app.guest(tenantId), tenantId)
  expect(
    answer.ok || answer.alternatives.every(({ start }) => starts.includes(start) || start > at('23:00')),
  ).toBe(true)
})

test('prefer hides nothing and suggests what leaves the least', async () => {
  const tenantId = await salon('prefer')
  const { starts, hidden, suggested } = await ask(app.guest(tenantId), tenantId)
  expect([starts.length, hidden]).toEqual([7, 0])
  expect(suggested.filter((start) => start < at('23:00'))).toEqual(['09:00', '09:45', '10:30'].map(at))
})

test('any lists all times', async () => {
  const tenantId = await salon('any')
  const { starts, hidden, suggested } = await ask(app.guest(tenantId), tenantId)
  expect([starts.length, hidden, suggested]).toEqual([7, 0, []])
})
