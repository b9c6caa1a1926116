import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditRows } from '#server/staff/audit-queries.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { book, errorCodeOf, summer } from '#test/steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const nine = summer('2026-06-12T09:00')

test('who has added a note is in the log, at which device, without the note', async () => {
  app.clock.now = summer('2026-06-11T10:00')
  const tenant = await makeTenant(app)
  const { id, number } = await book(app.guest(tenant), { tenantId: tenant, start: nine })
  const device = { id: randomUUID(), name: 'Front desk', lockMinutes: 5 }
  const call = await staffClient(app, tenant, makeSignedIn({ device, method: 'pin' }))
  await call('addStaffNote', { id, text: 'Allergic to walnuts' })
  expect(await errorCodeOf(call('addStaffNote', { id: randomUUID(), text: 'Nobody' }))).toBe('not-found')
  const rows = await app.db.read(tenant, (tx) => listAuditRows(tx, { limit: 9 }))
  expect(rows).toMatchObject([
    {
      what: 'noteAdded',
      actor: 'Mia Lund',
      device: 'Front desk',
      method: 'pin',
      subject: id,
      subjectName: number,
      before: null,
      after: null,
    },
  ])
  expect(JSON.stringify(rows)).not.toContain('walnuts')
})

test('a visit is found by its number as somebody says it', async () => {
  const tenant = await makeTenant(app)
  const { id, number } = await book(app.guest(tenant), { tenantId: tenant, start: nine })
  const call = await staffClient(app, tenant)
  for (const visit of [id, number ?? '', (number ?? '').toLowerCase()])
    expect([visit, await call('getSalonVisit', { visit })]).toMatchObject([visit, { id, number }])
  const elsewhere = await staffClient(app, await makeTenant(app))
  expect(await errorCodeOf(elsewhere('getSalonVisit', { visit: number ?? '' }))).toBe('not-found')
})
