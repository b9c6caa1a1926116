import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedInStaff } from '#contract/staff/staff.ts'
import { addDays } from '#domain/zone.ts'
import type { TenantId } from '#server/database/db.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { book, summer } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import { loadDay } from '#web/routes/day/day/load-day.server.ts'
import { loadPlace } from '#web/routes/day/place/load-place.server.ts'
import { toSheets } from '#web/routes/day/print/to-sheets.ts'
import { loadVisit } from '#web/routes/day/visit/load-visit.server.ts'
import { byRoom } from '#web/staff/day/by-room.ts'
import type { StaffContext } from '#web/staff/guard.ts'

/* What the pages of the salon's day get, as each person may see it: the same data that browsers are sent. */
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const date = '2026-06-12'
const now = summer('2026-06-11T08:00')
const nine = summer(`${date}T09:00`)
const minute = 60_000

async function salon(wanted?: MakeTenant): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}
const reception = makeSignedIn()
const bo = makeSignedIn({ name: 'Bo', role: 'practitioner', memberId: 'bo' })

/** What a loader begins with, as far as these pages use it. */
const contextOf = async (tenant: TenantId, staff: SignedInStaff): Promise<StaffContext> =>
  ({
    call: await staffClient(app, tenant, staff),
    staff,
    now: app.deps.now(),
    t: (key: string) => key,
    brand: { timeZone: 'Europe/Copenhagen', title: 'Salon' },
  }) as unknown as StaffContext
const dayOf = async (tenant: TenantId, query: string, staff = reception) =>
  loadDay(await contextOf(tenant, staff), new URLSearchParams(query))
const placeOf = async (tenant: TenantId, visit: string, query = '', staff = reception) =>
  loadPlace(await contextOf(tenant, staff), visit, new URLSearchParams(query))

const cutBy = (member: string) => [{ id: 'cut', name: 'Cut', member, minutes: 30, price: 32_000 }]
const visitBy = (tenant: TenantId, member: string, start = nine) =>
  makeVisit(app, tenant, { start: new Date(start), services: cutBy(member) })
/** What is thrown, by its status. */
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof Response ? error.status : String(error)),
  )

test('without a query it is today of all people; a mistyped one leads there', async () => {
  const tenant = await salon()
  const shown = await dayOf(tenant, '')
  expect(shown).toMatchObject({
    date: '2026-06-11',
    view: 'columns',
    colour: 'state',
    isToday: true,
    days: { today: '2026-06-11', before: '2026-06-10', after: date },
    who: 'anna',
    chosen: null,
    grid: { columns: [{ member: 'anna' }, { member: 'bo' }] },
  })
  expect(await dayOf(tenant, 'view=plan&colour=red&who=nobody&move=nothing')).toMatchObject({
    view: 'columns',
    colour: 'state',
    who: 'anna',
    tray: null,
  })
  for (const typed of ['2026-02-30', 'tomorrow', '20260612'])
    expect([typed, await statusOf(dayOf(tenant, `date=${typed}`))]).toEqual([typed, 302])
})

test('a week has seven columns of one person, with what is on each day', async () => {
  const tenant = await salon()
  await visitBy(tenant, 'anna')
  await visitBy(tenant, 'bo', nine + 60 * minute)
  const { grid, days, who } = await dayOf(tenant, `date=${date}&view=week&who=bo`)
  expect(who).toBe('bo')
  expect(days).toMatchObject({ before: addDays(date, -7), after: addDays(date, 7) })
  // From Monday.
  expect(grid?.columns.map((one) => [one.date, one.visits.length])).toEqual([
    ['2026-06-08', 0],
    ['2026-06-09', 0],
    ['2026-06-10', 0],
    ['2026-06-11', 0],
    [date, 1],
    ['2026-06-13', 0],
    ['2026-06-14', 0],
  ])
  expect((await dayOf(tenant, 'view=week', bo)).who).toBe('bo')
})

test('rooms are columns with what is in them, from which nothing is dragged; without rooms people stay', async () => {
  const tenant = await salon({
    members: [{ id: 'anna' }, { id: 'bo' }],
    resources: [
      { id: 'room', count: 2 },
      { id: 'lamp', count: 1 },
    ],
    services: [{ id: 'cut', duration: 30, bufferAfter: 10, uses: { lamp: 'work', room: 'all' } }],
  })
  const { id } = await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const { grid, rooms, may } = await dayOf(tenant, `date=${date}&view=rooms`)
  expect(rooms.map((one) => [one.id, one.name])).toEqual([
    ['room 1', 'room 1'],
    ['room 2', 'room 2'],
    ['lamp 1', 'lamp'],
  ])
  expect(grid?.columns.map((one) => [one.member, one.visits.map((cell) => cell.visit), one.free])).toEqual([
    ['room 1', [id], []],
    ['room 2', [], []],
    ['lamp 1', [id], []],
  ])
  expect(grid?.columns[0]?.buffers).toHaveLength(1)
  expect(may).toMatchObject({ book: true, move: false })
  const people = await dayOf(tenant, `date=${date}`)
  expect(people.visits[0]?.segments[0]?.rooms.map(({ name }) => name)).toEqual(['lamp', 'room 1'])
  expect((await dayOf(tenant, `date=${date}`, bo)).rooms).toHaveLength(3)
  // Of others the room is busy, and no more.
  const others = await dayOf(tenant, `date=${date}&view=rooms`, bo)
  expect(others.grid?.columns.map((one) => [one.visits.length, one.busy.length])).toEqual([
    [0, 1],
    [0, 0],
    [0, 1],
  ])
  const printed = await (await staffClient(app, tenant, reception))('printSchedule', { date, phones: false })
  expect(toSheets(byRoom(printed)).map(({ name, lines }) => [name, lines.length])).toEqual([
    ['room 1', 1],
    ['room 2', 0],
    ['lamp', 1],
  ])
  expect(await dayOf(await salon(), `date=${date}&view=rooms`)).toMatchObject({ view: 'columns', rooms: [] })
})

test('a list has no grid, but when people are away and what is held', async () => {
  const tenant = await salon()
  await asOwner(
    app,
    tenant,
    `insert into absence (tenant_id, member_id, "from", until, kind, reason, origin)
    values ($1, 'bo', '${date}T13:00', '${date}T14:00', 'ill', 'Knee', 'desk')`,
    [tenant],
  )
  const { grid, away } = await dayOf(tenant, `date=${date}&view=list`)
  expect(grid).toBeNull()
  expect(away).toEqual([
    {
      memberId: 'bo',
      kind: 'ill',
      reason: 'Knee',
      start: summer(`${date}T13:00`),
      end: summer(`${date}T14:00`),
      allDay: false,
    },
  ])
})

test('a double-booked visit is marked in the columns, in the list and on paper, and who did it is in the log', async () => {
  const tenant = await salon({ members: [{ id: 'anna' }] })
  await visitBy(tenant, 'anna')
  const owner = makeSignedIn({ role: 'owner', name: 'Ea Lund' })
  const call = await staffClient(app, tenant, owner)
  const over = 'Mother and daughter'
  const { results } = await call('bookVisitBySalon', {
    start: nine,
    services: [{ serviceId: 'cut', memberId: 'anna' }],
    guest: { kind: 'new', firstname: 'Ida' },
    source: 'phone',
    inform: false,
    over,
  })
  const [booked] = results
  if (!booked?.ok) throw new Error('not booked')
  const marks = (visits: { id: string; segments: { over: string | null }[] }[]) =>
    new Map(visits.map(({ id, segments }) => [id === booked.id, segments.map((one) => one.over)]))
  const marked = new Map([
    [false, [null]],
    [true, [over]],
  ])
  for (const view of ['columns', 'list'])
    expect([view, marks((await dayOf(tenant, `date=${date}&view=${view}`)).visits)]).toEqual([view, marked])
  const printed = await call('printSchedule', { date })
  expect(marks(printed.visits)).toEqual(marked)
  const lines = toSheets(printed).flatMap((sheet) => sheet.lines)
  expect(new Set(lines.map((line) => line.kind === 'visit' && line.segment.over))).toEqual(
    new Set([over, null]),
  )
  const { documents } = await call('listAudit', {})
  expect(documents.filter(({ what }) => what === 'overbooked')).toMatchObject([
    { actor: 'Ea Lund', subject: booked.number },
  ])
})

test('a visit that is picked up stays so on every day, unless it is cancelled or may not be moved', async () => {
  const tenant = await salon()
  const { id } = await visitBy(tenant, 'anna')
  expect((await dayOf(tenant, `date=2026-06-20&move=${id}`)).tray).toMatchObject({ id, start: nine })
  expect((await dayOf(tenant, `move=${id}`, bo)).tray).toBeNull()
  const call = await staffClient(app, tenant, reception)
  await call('cancelVisitBySalon', { id, sequence: 0, inform: false })
  expect((await dayOf(tenant, `move=${id}`)).tray).toBeNull()
})

test('a place is looked at with all that stands against it, and free ones of a week are listed', async () => {
  const tenant = await salon()
  const { id } = await visitBy(tenant, 'anna')
  const other = await visitBy(tenant, 'bo', nine + 60 * minute)
  expect(await placeOf(tenant, id)).toMatchObject({
    members: ['anna'],
    minutes: [30],
    from: date,
    own: { date, time: '09:00' },
    week: { before: '2026-06-11' },
    review: null,
    places: { days: [{ date, places: expect.any(Array) }, {}, {}, {}, {}, {}, {}] },
  })
  // Of a form with a field for each service, and of a link.
  expect(await placeOf(tenant, id, 'members=any&minutes=45')).toMatchObject({
    members: ['any'],
    minutes: [45],
  })
  expect(await placeOf(tenant, id, `start=${nine + 60 * minute}&members=bo`)).toMatchObject({
    places: null,
    review: { check: { ok: false, reason: 'taken', inTheWay: [{ visitId: other.id }] } },
  })
  // Typed, it is the salon's own time; what was left empty is as it was.
  expect(await placeOf(tenant, id, `date=${date}&time=18:05&members=&minutes=,`)).toMatchObject({
    minutes: [30],
    review: {
      start: summer(`${date}T18:05`),
      members: ['anna'],
      check: { ok: false, reason: 'warned', warnings: ['hours'] },
    },
  })
  expect((await placeOf(tenant, id, `start=${nine - 400 * 86_400_000}&members=nobody`)).review).toMatchObject(
    {
      check: { ok: false },
    },
  )
  // What has passed has no free places; where to go on is a path of this site.
  app.clock.now = nine + 3 * 86_400_000
  expect(await placeOf(tenant, id, 'to=//evil.example')).toMatchObject({ from: '2026-06-15', to: '/admin' })
})

test('a practitioner’s pages have nothing of others', async () => {
  const tenant = await salon()
  const { id } = await makeVisit(app, tenant, {
    start: new Date(nine),
    services: cutBy('anna'),
    contact: {
      firstname: 'Xenia',
      lastname: 'Quist',
      email: 'xenia@secret.example',
      mobile: '+4520998877',
      language: 'en',
    },
    note: 'Allergic to walnuts',
    price: 98_700,
  })
  const pages = ['columns', 'week', 'list'].flatMap((view) =>
    ['anna', 'bo'].map((who) => `date=${date}&view=${view}&who=${who}&move=${id}`),
  )
  const secret = /Xenia|Quist|20998877|secret\.example|walnuts|98700/
  const seen = (await Promise.all(pages.map((query) => dayOf(tenant, query)))).map((page) =>
    JSON.stringify(page),
  )
  expect(seen.filter((page) => secret.test(page))).not.toEqual([])
  const own = (await Promise.all(pages.map((query) => dayOf(tenant, query, bo)))).map((page) =>
    JSON.stringify(page),
  )
  expect(own.filter((page) => secret.test(page))).toEqual([])
  expect(await statusOf(contextOf(tenant, bo).then((ctx) => loadVisit(ctx, id)))).toBe(404)
  expect(await statusOf(placeOf(tenant, id, '', bo))).toBe(404)
  // Of one that they perform a part of, they see it, and move none of it.
  const shared = await makeVisit(app, tenant, { start: new Date(nine + 180 * minute) })
  expect((await loadVisit(await contextOf(tenant, bo), shared.id)).visit.segments).toHaveLength(1)
  expect(await statusOf(placeOf(tenant, shared.id, '', bo))).toBe(404)
  expect(await statusOf(placeOf(tenant, shared.id, `start=${nine}`, bo))).toBe(404)
})
