import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { book, summer } from '#test/steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const date = '2026-06-12'
const now = summer(`${date}T08:00`)
const nine = summer(`${date}T09:00`)

test('a printed day has no amounts and addresses, numbers only if wanted, and is logged', async () => {
  app.clock.now = now
  const tenant = await makeTenant(app)
  await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const call = await staffClient(app, tenant, makeSignedIn({ role: 'owner' }))
  const plain = await call('printSchedule', { date })
  expect(plain).toMatchObject({
    printedAt: now,
    printedBy: 'Mia Lund',
    members: [{ id: 'anna' }, { id: 'bo' }],
  })
  expect(plain.visits[0]).toMatchObject({
    price: null,
    guest: { name: 'Freja Holm', mobile: null, email: null },
  })
  const phones = await call('printSchedule', { date, member: 'anna', phones: true })
  expect(phones.visits[0]?.guest).toMatchObject({ mobile: '+4520123456', email: null })
  const anna = await staffClient(app, tenant, makeSignedIn({ role: 'practitioner', memberId: 'bo' }))
  expect((await anna('printSchedule', { date, phones: true })).visits).toEqual([])
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute<{ name: string }>(
      sql`select what, subject_name as name from audit where tenant_id = ${tenant} order by at, id`,
    ),
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual([date, date, `${date}, anna`])
})
