import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { book, summer } from '#test/steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const date = '2026-06-12'
const start = summer('2026-06-11T08:00')
const nine = summer(`${date}T09:00`)
const hour = 3_600_000
const owner = makeSignedIn({ role: 'owner' })

async function salon() {
  app.clock.now = start
  const tenant = await makeTenant(app)
  return { tenant, call: await staffClient(app, tenant, owner) }
}

test('the log tells illness from a break, with the times of both', async () => {
  const { call } = await salon()
  const times = { memberId: 'anna', from: `${date}T12:00`, until: `${date}T13:00` }
  const { id } = await call('addBlock', { ...times, kind: 'break', reason: 'Lunch' })
  await call('addBlock', { ...times, kind: 'ill', reason: 'Flu' })
  app.clock.now = start + 1_000
  await call('removeBlock', { id: id ?? '' })
  const { documents } = await call('listAudit', {})
  const time = `${times.from}–${times.until}`
  const rows = documents.map(({ what, before, after }) => ({ what, before, after }))
  expect(rows[0]).toEqual({ what: 'blockRemoved', before: { kind: 'break', time }, after: null })
  expect(rows.slice(1)).toEqual(
    expect.arrayContaining([
      { what: 'blockAdded', before: null, after: { kind: 'break', time } },
      { what: 'blockAdded', before: null, after: { kind: 'ill', time } },
    ]),
  )
  // Why somebody is away is no matter of the log.
  expect(JSON.stringify(documents)).not.toMatch(/Lunch|Flu/)
})

test('what was double-booked is said with its guest, and when it was, as far as the reader may know', async () => {
  const { tenant, call } = await salon()
  const guest = app.guest(tenant)
  await book(guest, { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const { id, number } = await book(guest, { tenantId: tenant, start: nine + hour, teamMember: ['anna'] })
  await call('placeVisit', { id, sequence: 0, start: nine, inform: 'none', over: 'Twins' })
  await call('placeVisit', { id, sequence: 1, start: nine + 2 * hour, inform: 'none' })
  await call('addStaffNote', { id, text: 'Brings her sister' })
  const visitOf = async (staff: typeof owner, what: string) =>
    (await (await staffClient(app, tenant, staff))('listAudit', {})).documents.find(
      (one) => one.what === what,
    )
  const named = { firstname: 'Freja', name: 'Freja Holm' }
  expect(await visitOf(owner, 'overbooked')).toMatchObject({
    subject: number,
    visit: { ...named, start: nine },
  })
  expect(await visitOf(owner, 'noteAdded')).toMatchObject({ visit: { ...named, start: nine + 2 * hour } })
  const { rights } = owner
  const own = makeSignedIn({ role: 'owner', memberId: 'bo', rights: { ...rights, day: 'own' } })
  expect(await visitOf(own, 'overbooked')).toMatchObject({ subject: number, visit: null })
  const { day: _day, ...without } = rights
  expect(await visitOf(makeSignedIn({ role: 'owner', rights: without }), 'overbooked')).toMatchObject({
    visit: null,
  })
  const { contact: _contact, ...unnamed } = rights
  app.clock.now = nine - 3 * 24 * hour
  expect(await visitOf(makeSignedIn({ role: 'owner', rights: unnamed }), 'overbooked')).toMatchObject({
    visit: { firstname: 'Freja', name: null },
  })
  // A guest who is erased is not named by the log either.
  await asOwner(app, tenant, 'update visit set contact = null where tenant_id = $1 and id = $2', [tenant, id])
  expect(JSON.stringify(await visitOf(owner, 'overbooked'))).not.toMatch(/Freja|Holm/)
})
