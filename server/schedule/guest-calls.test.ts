import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_FOUND } from '#contract/schedule/guest-search.ts'
import type { TenantId } from '#server/database/db.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { SEARCHES_PER_HOUR } from '#server/rate-limit/limits.ts'
import { listAuditRows } from '#server/staff/audit-queries.ts'
import { asOwner } from '#test/seeded.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { register, summer } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T08:00')
const [hour, day] = [3_600_000, 86_400_000]
const cut = (member: string) => [{ id: 'cut', name: 'Cut', member, minutes: 30, price: 1 }]
const contact = (firstname: string, lastname: string, mobile: string, email = '') => ({
  firstname,
  lastname,
  mobile,
  email,
  language: 'da',
})

async function salon(): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app)
}
const searcher = async (tenant: TenantId, staff = makeSignedIn()) => {
  const call = await staffClient(app, tenant, staff)
  return async (q: string) => (await call('searchGuests', { q })).documents
}

test('guests are found by the last digits, and by how their names begin, with and without an account', async () => {
  const tenant = await salon()
  const uid = await register(app.guest(tenant), tenant)
  for (const [index, one] of [
    contact('Øjvind', 'Møller', '+4530405060'),
    contact('Øjvind', 'Møller', '+4530405060'),
    contact('Noa', 'Åkesson', ''),
  ].entries())
    await makeVisit(app, tenant, {
      start: new Date(now - (index + 1) * day),
      services: cut('anna'),
      contact: one,
      progress: index === 0 ? 'noShow' : 'done',
    })
  const find = await searcher(tenant)
  expect(await find('5060')).toMatchObject([
    { guestId: null, name: 'Øjvind Møller', visits: 2, noShows: 1, last: now - day, next: null },
  ])
  expect(await find('30 40 50 60')).toHaveLength(1)
  expect(await find('99405060')).toEqual([])
  expect((await find('noa')).map(({ name }) => name)).toEqual(['Noa Åkesson', 'Noah Berg'])
  expect(await find('ake')).toMatchObject([{ name: 'Noa Åkesson', mobile: null }])
  expect(await find('MØLLER øj')).toHaveLength(1)
  expect(await find('møller noa')).toEqual([])
  expect(await find('3456')).toMatchObject([{ guestId: uid, visitId: null, name: 'Noah Berg', visits: 0 }])
  for (const tooShort of ['no', '345', '  ']) expect(await find(tooShort).catch(() => [])).toEqual([])
  // What was typed is text, whatever it looks like.
  expect(await find("noa%' or '1'='1")).toEqual([])
})

test('no more than twenty guests are found at once, and it says that there are more', async () => {
  const tenant = await salon()
  const call = await staffClient(app, tenant, makeSignedIn())
  for (let index = 0; index <= MAX_FOUND; index += 1) {
    if (index === MAX_FOUND)
      expect(await call('searchGuests', { q: 'holm' })).toMatchObject({
        documents: { length: MAX_FOUND },
        more: false,
      })
    await makeVisit(app, tenant, {
      start: new Date(now - (index + 1) * day),
      services: cut('anna'),
      contact: contact(`Guest ${index}`, 'Holm', `+45304050${10 + index}`),
    })
  }
  expect(await call('searchGuests', { q: 'holm' })).toMatchObject({
    documents: { length: MAX_FOUND },
    more: true,
  })
})

test('the last and the next visit of who is found are named to who may see them', async () => {
  const tenant = await salon()
  const noa = contact('Noa', 'Lind', '+4530405060')
  const made = async (at: number, member: string) =>
    (await makeVisit(app, tenant, { start: new Date(now + at), services: cut(member), contact: noa })).id
  await made(-9 * day, 'anna')
  const [last, next] = [await made(-day, 'anna'), await made(day, 'bo')]
  await made(8 * day, 'anna')
  const found = async (staff?: ReturnType<typeof makeSignedIn>) => (await searcher(tenant, staff))('noa')
  expect(await found()).toMatchObject([
    { last: now - day, lastVisit: last, next: now + day, nextVisit: next, visits: 2 },
  ])
  const anna = { role: 'practitioner', memberId: 'anna' } as const
  const [own] = await found(makeSignedIn(anna))
  expect(own).toMatchObject({ lastVisit: last, next: now + 8 * day })
  const { rights } = makeSignedIn(anna)
  expect(await found(makeSignedIn({ ...anna, rights: { ...rights, contact: 'all' } }))).toMatchObject([
    { last: now - day, lastVisit: null, nextVisit: null },
  ])
})

test('who may reach only their own guests finds those, by first name', async () => {
  const tenant = await salon()
  await makeVisit(app, tenant, {
    start: new Date(now - day),
    services: cut('anna'),
    contact: contact('Noa', 'Lind', '+4530405060'),
  })
  await makeVisit(app, tenant, {
    start: new Date(now - day),
    services: cut('bo'),
    contact: contact('Noam', 'Krag', '+4530405061'),
  })
  const find = await searcher(tenant, makeSignedIn({ role: 'practitioner', memberId: 'anna' }))
  expect(await find('noa')).toMatchObject([{ firstname: 'Noa', name: null, mobile: null, email: null }])
  expect(await find('5061')).toEqual([])
})

test('no-shows of two years count on the visit, of this guest only', async () => {
  const tenant = await salon()
  const mine = contact('Noa', 'Lind', '+4530405060')
  for (const [ago, progress] of [
    [10 * day, 'noShow'],
    [20 * day, 'done'],
    [800 * day, 'noShow'],
  ] as const)
    await makeVisit(app, tenant, {
      start: new Date(now - ago),
      services: cut('anna'),
      contact: mine,
      progress,
    })
  await makeVisit(app, tenant, {
    start: new Date(now - 30 * day),
    services: cut('anna'),
    contact: contact('Other', 'Guest', '+4599995060'),
    progress: 'noShow',
  })
  const { id } = await makeVisit(app, tenant, {
    start: new Date(now + hour),
    services: cut('anna'),
    contact: mine,
    bookedAt: new Date(now),
  })
  const call = await staffClient(app, tenant)
  expect(await call('getSalonVisit', { visit: id })).toMatchObject({
    history: { visits: 2, noShows: 1, last: now - 10 * day },
  })
})

test('another salon’s guests are not found', async () => {
  const [tenant, other] = [await salon(), await salon()]
  await register(app.guest(other), other)
  expect(await (await searcher(tenant))('noah')).toEqual([])
  expect(await asOwner(app, other, 'select 1 from guest where tenant_id = $1', [other])).toHaveLength(1)
})

test('more than 30 searches of a person in an hour are one row of the log, without what was searched', async () => {
  const tenant = await salon()
  const [mia, ida] = [await searcher(tenant), await searcher(tenant, makeSignedIn({ name: 'Ida Krogh' }))]
  const rows = async () =>
    (await app.db.read(tenant, (tx) => listAuditRows(tx, { limit: 9 }))).map(
      ({ what, actor, subject, after }) => [what, actor, subject, after],
    )
  const row = ['searchedMuch', 'Mia Lund', null, null]
  for (let count = 0; count < SEARCHES_PER_HOUR; count += 1) await mia('xen')
  await ida('xen')
  // Too short to be searched.
  await mia('x')
  expect(await rows()).toEqual([])
  for (let count = 0; count < 5; count += 1) await mia('xen')
  expect(await rows()).toEqual([row])
  app.clock.now = now + hour + 1
  for (let count = 0; count <= SEARCHES_PER_HOUR; count += 1) await mia('xen')
  expect(await rows()).toEqual([row, row])
})
