import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { describeProblem, parseTenantFile } from '#contract/tenant-file/tenant-file.ts'
import { formatTenantFile } from '#contract/tenant-file/format.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { makeDb } from '#test/make.ts'
import { prepareArt, preparePages, type ArtPictures, type PreparedPages } from '#server/content/prepare.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import { createAbsences, createDayHours } from '#server/availability/schedule-queries.ts'
import { openDb, tenantId, type Tx } from '#server/database/db.ts'
import { lockMembers } from '#server/service/member-queries.ts'
import { openChangeEvents, type ChangeEvent } from '#server/database/change-events.ts'
import { listPictures } from '#server/content/picture-queries.ts'
import { parseRole } from '#server/database/role.ts'
import { createSegments } from '#server/availability/segment-queries.ts'
import { dryRunImport } from './dry-run.ts'
import { exportTenant } from './export.ts'
import { importTenant } from './import.ts'
import { importWithReport } from './import-report.ts'
import { createVisit } from '#server/visit/queries.ts'
import { exhaustive } from '#test/tier.ts'

const testDb = await makeDb()
const owner = openDb(testDb.ownerUrl, 4)
afterAll(async () => {
  await owner.close()
  await testDb.close()
})

function read(yaml: string): TenantFile {
  const parsed = parseTenantFile(yaml, 'made.yaml')
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'))
  return parsed.tenant
}

const salon = (id: string, more = '') =>
  read(`
tenant:
  id: ${id}
  firstpath: ${id}
  vanityUrl: www.${id}.example
  title: Salon ${id}
  companyname: Salon ${id} ApS
  icon: /art/${id}/icon.svg
  favicon: /art/${id}/favicon.svg
  email: hej@${id}.example
  timeZone: Europe/Copenhagen
  default: { language: da, countryCode: DK }
  brand: { color: '#7a4b2a' }
  tenantMessages: { cancelLimit: 12 }
finance: { currency: DKK, vat_percent: 25, lateFee: { kind: fixed, amount: 200.00 } }
booking:
  exceptions:
    - { date: 2030-12-24, hours: [{ from: 09:00, to: 12:00 }], members: [bo], reason: Juleaften }
waitlist: { offerMinutes: 20 }
serviceTypes:
  - { id: hair, svctype: Hair, weight: 1 }
  - { id: nails, svctype: Nails, weight: 2 }
services:
  - { id: cut, name: Cut, svctype: hair, price: 320.00, duration: 30, members: [bo, anna], individualPricing: { bo: { price: 360.00 } } }
  - { id: color, name: Colour, svctype: hair, price: 640.00, duration: 90, processing: { after: 30, minutes: 30 }, members: [anna] }
  - { id: polish, name: Polish, svctype: nails, price: 200.00, duration: 30, members: [carl] }
members:
  - { id: bo, firstname: Bo, lastname: Berg, hours: [{ weekday: mon, from: 09:00, to: 17:00 }], absences: [{ from: '2030-01-02T10:00', until: '2030-01-02T12:00', reason: Tandlæge }] }
  - { id: anna, firstname: Anna, lastname: Aas }
  - { id: carl, firstname: Carl, lastname: Dam }
${more}`)

/** The same with rooms, of which the first service uses some; both as the file writes them. */
const withRooms = (id: string, resources: string, uses: string): TenantFile => {
  const written = formatTenantFile(salon(id, resources))
  return read(written.replace(/(id: cut\n(?:.*\n)*?.*duration: 30\n)/, `$1    uses: ${uses}\n`))
}

const demo = fileURLToPath(new URL('../../db/demo', import.meta.url))
/** The file with its prepared pages. */
async function prepared(
  file: TenantFile,
): Promise<{ file: TenantFile; pages: PreparedPages | null; art: ArtPictures }> {
  const known = await owner.read(tenantId(file.tenant.id), listPictures)
  const sources = { folder: demo, art: (path: string) => Promise.resolve(demo + path), known }
  const looked = await preparePages(file, sources)
  const goods = await prepareArt({ ...file, tenant: { ...file.tenant, ...noArt }, members: [] }, sources)
  if (!looked.ok || !goods.ok) throw new Error(JSON.stringify([looked, goods]))
  const { prepared: pages } = looked
  return { file: { ...file, ...(pages ? { pages: pages.pages } : {}) }, pages, art: goods }
}
/** The made salons name icons that are not there. */
const noArt = { icon: undefined, favicon: undefined, logo: undefined, hero: undefined }
async function bring(given: TenantFile) {
  const { file, pages, art } = await prepared(given)
  return owner.write(tenantId(file.tenant.id), (tx) => importTenant(tx, file, { pages, art }))
}
const fetch = async (id: string) => {
  const file = await owner.read(tenantId(id), exportTenant)
  if (!file) throw new Error(`${id} is not there`)
  return file
}
const without = (file: TenantFile, service: string, member: string): TenantFile => ({
  ...file,
  booking: { ...file.booking, exceptions: [] },
  services: file.services
    .filter(({ id }) => id !== service)
    .map((one) => ({ ...one, members: one.members.filter((id) => id !== member), individualPricing: {} })),
  serviceTypes: file.serviceTypes.filter(({ id }) => id !== 'nails'),
  members: file.members.filter(({ id }) => id !== member),
})
const inAnyOrder = ({ guests: _, visits: __, messages: ___, staff: ____, ...file }: TenantFile) => ({
  ...file,
  booking: {
    ...file.booking,
    exceptions: file.booking.exceptions.toSorted((a, b) =>
      JSON.stringify(a).localeCompare(JSON.stringify(b)),
    ),
  },
  serviceTypes: file.serviceTypes.toSorted((a, b) => a.id.localeCompare(b.id)),
  services: file.services
    .map((one) => ({ ...one, members: one.members.toSorted() }))
    .toSorted((a, b) => a.id.localeCompare(b.id)),
})
async function ask<T extends pg.QueryResultRow>(id: string, query: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: testDb.ownerUrl })
  await client.connect()
  await client.query(`set app.tenant_id = '${id}'`)
  const { rows } = await client.query<T>(query)
  await client.end()
  return rows
}
const versions = async (id: string) =>
  (
    await ask<{ content: number; calendar: number }>(
      id,
      `select content_version::int as content, version::int as calendar from tenant join calendar on ` +
        `tenant_id = id where id = '${id}'`,
    )
  )[0]

/** A visit of last year to `polish` by `carl`. */
const visitPolish = (id: string) =>
  ask(
    id,
    `
  with made as (
    insert into visit (tenant_id, id, state, start, "end", handle_hash, cancel_hash, currency, price,
    created_at)
    values ('${id}', gen_random_uuid(), 'booked', '2026-01-05 10:00Z', '2026-01-05 10:30Z', 'h', 'c', 'DKK',
    25000, '2026-01-01 10:00Z') returning id)
  insert into segment (tenant_id, visit_id, position, service_id, member_id, service_name, price, start,
  "end", busy)
  select '${id}', id, 0, 'polish', 'carl', 'Polish', 25000, '2026-01-05 10:00Z', '2026-01-05 10:30Z',
  '{[2026-01-05 10:00Z,2026-01-05 10:30Z)}' from made`,
  )

test('an import creates the tenant, and a second one changes nothing', async () => {
  expect(await bring(salon('first'))).toEqual({ ok: true, outcome: 'created' })
  const before = await versions('first')
  expect(await bring(salon('first'))).toEqual({ ok: true, outcome: 'unchanged' })
  expect(before).toEqual({ content: 1, calendar: 1 })
  expect(await versions('first')).toEqual(before)
})

test('an export is the file that was imported, and importing it changes nothing', async () => {
  await bring(salon('back'))
  const yaml = formatTenantFile(await fetch('back'))
  expect(inAnyOrder(read(yaml))).toEqual(inAnyOrder(salon('back')))
  expect(await bring(read(yaml))).toEqual({ ok: true, outcome: 'unchanged' })
})

test('days that a file has in another order than that of their dates come back unchanged', async () => {
  const file = salon('days')
  const [eve] = file.booking.exceptions
  const exceptions = [
    { date: '2031-05-02', hours: [], reason: 'Lukket' },
    ...(eve ? [eve] : []),
    { date: '2030-05-02', hours: [{ from: '10:00', to: '12:00' }] },
  ]
  const days = [
    { date: '2031-03-04', hours: [{ from: '10:00', to: '11:00' }] },
    { date: '2030-03-04', hours: [] },
  ]
  const members = file.members.map((one) => (one.id === 'anna' ? { ...one, days } : one))
  const unordered = { ...file, booking: { ...file.booking, exceptions }, members }
  expect(await bring(unordered)).toEqual({ ok: true, outcome: 'created' })
  expect(await bring(unordered)).toEqual({ ok: true, outcome: 'unchanged' })
  expect(await bring(read(formatTenantFile(await fetch('days'))))).toEqual({ ok: true, outcome: 'unchanged' })
  expect(await bring(unordered)).toEqual({ ok: true, outcome: 'unchanged' })
})

const everything = (id: string) =>
  read(`
tenant:
  { id: ${id}, firstpath: ${id}, title: Klinik, companyname: Klinik GmbH, email: hej@${id}.example,
    phone: '+4943112345', timeZone: Europe/Berlin,
    default: { language: de, countryCode: DE }, brand: { color: '#2b5d6b' }, shop: true }
finance: { currency: EUR, vat_percent: 19, pricesInclude: vat, vatNumber: DE123456789, exemptReason: Heilbehandlung }
booking:
  slotMinutes: 15
  grid: opening
  gaps: avoid
  smallestUsable: 30
  knownOnly: true
  openVisits: 3
  exceptions:
    - { date: 2031-01-02, hours: [], members: [mia], reason: Messe }
    - { date: 2030-12-24, hours: [{ from: 09:00, to: 12:00 }], reason: Heiligabend }
holidays: { country: DE-SH, closed: [Neujahr, Karfreitag] }
waitlist: { offerMinutes: 20 }
serviceTypes: [{ id: care, svctype: Behandlung }]
resources:
  - { id: room, name: Raum, count: 2 }
  - { id: lamp, name: Lampe, count: 1 }
services:
  - id: physio
    name: Physiotherapie
    svctype: care
    weight: 20
    price: 60.00
    vat: exempt
    duration: 45
    bufferAfter: 5
    uses: [room]
    addons: [{ id: tape, most: 3 }]
    members: [mia, ole]
    individualPricing: { ole: { price: 50.00 } }
    individualLengths: { ole: { duration: 60 } }
  - id: massage
    name: Massage
    svctype: care
    weight: 10
    price: 80.00
    vat: 7
    duration: 60
    processing: { after: 20, minutes: 20 }
    uses: [{ resource: room, during: work }, lamp]
    booking: { knownOnly: false, openVisits: 1, phoneOnly: true, leadMinutes: 240, horizonDays: 30 }
    addons: [{ id: tape }, { id: oil, most: 2 }]
    members: [mia]
    individualLengths: { mia: { duration: 75, processing: { after: 30, minutes: 15 } } }
addons:
  - { id: tape, name: Tape, minutes: 5, price: 6.00 }
  - { id: oil, name: Öl, price: 4.00, vat: 19 }
members:
  - id: mia
    firstname: Mia
    lastname: Holm
    hours:
      - { weekday: mon, from: 09:00, to: 12:00 }
      - { weekday: mon, from: 13:00, to: 18:00 }
      - weekday: sat
        from: 10:00
        to: 14:00
        every: 2
        starting: 2026-12-05
        valid: { from: 2026-12-01, until: 2027-06-30 }
    breaks: [{ weekday: sat, from: 11:00, to: 11:30, every: 2, starting: 2026-12-05 }]
    days:
      - { date: 2031-02-03, hours: [{ from: 12:00, to: 16:00 }] }
      - { date: 2030-02-03, hours: [] }
    holidays: [{ from: 2030-07-01, until: 2030-07-14 }]
    absences: [{ from: 2030-01-02T10:00, until: 2030-01-02T12:00, reason: Zahnarzt }]
  - { id: ole, firstname: Ole, lastname: Aas, hours: [{ weekday: tue, from: 09:00, to: 17:00, valid: { until: 2027-03-01 } }] }
productTypes: [{ id: aid, name: Hilfsmittel }]
products:
  - { id: brace, name: Bandage, type: aid, vat: exempt, exemptReason: Hilfsmittel, variants: [{ id: brace-m, price: 30.00, stock: 5 }] }
  - { id: band, name: Gummiband, type: aid, vat: 7, variants: [{ id: band-1, price: 12.00 }] }
`)

test('a file with all rules of the booking engine comes back, and importing it again changes nothing', async () => {
  const file = everything('whole')
  expect(await bring(file)).toEqual({ ok: true, outcome: 'created' })
  const first = formatTenantFile(await fetch('whole'))
  const byDate = <T extends { date: string }>(days: T[]) =>
    days.toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const inOrder = ({ booking, members, ...rest }: TenantFile): TenantFile => ({
    ...rest,
    booking: { ...booking, exceptions: byDate(booking.exceptions) },
    members: members.map((one) => ({ ...one, ...(one.days && { days: byDate(one.days) }) })),
  })
  expect(read(first)).toEqual(inOrder(file))
  expect(await bring(file)).toEqual({ ok: true, outcome: 'unchanged' })
  expect(await bring(read(first))).toEqual({ ok: true, outcome: 'unchanged' })
  expect(formatTenantFile(await fetch('whole'))).toBe(first)
  // In another database too.
  const copied = first.replaceAll('whole', 'whole-copy')
  expect(await bring(read(copied))).toEqual({ ok: true, outcome: 'created' })
  expect(formatTenantFile(await fetch('whole-copy'))).toBe(copied)
})

test('a file without any of them comes back without any of them', async () => {
  await bring(salon('without-any'))
  const yaml = formatTenantFile(await fetch('without-any'))
  const keys =
    /^ *-? *(?:resources|uses|addons|individualLengths|every|starting|valid|days|gaps|smallestUsable|knownOnly|openVisits|phoneOnly|vat|exemptReason|vatNumber|country):/m
  expect(keys.exec(yaml)?.[0]).toBeUndefined()
  expect(keys.exec(formatTenantFile(everything('whole')))).not.toBeNull()
})

test.each(['default', 'aurora', 'fjord'])(
  'the demo tenant %s comes back from the database as its file has it',
  exhaustive,
  async (name) => {
    const file = read(readFileSync(new URL(`../../db/demo/${name}.yaml`, import.meta.url), 'utf8'))
    expect(await bring(file)).toEqual({ ok: true, outcome: 'created' })
    const yaml = formatTenantFile(await fetch(name))
    expect(inAnyOrder(read(yaml))).toEqual(inAnyOrder((await prepared(file)).file))
    expect(await bring(read(yaml))).toEqual({ ok: true, outcome: 'unchanged' })
  },
)

test.each([
  ['the title', (file: TenantFile) => ({ ...file, tenant: { ...file.tenant, title: 'Another' } })],
  [
    'a vanity host that is gone',
    (file: TenantFile) => ({ ...file, tenant: { ...file.tenant, vanityUrl: undefined } }),
  ],
  [
    'the late fee',
    (file: TenantFile) => ({ ...file, finance: { ...file.finance, lateFee: { kind: 'none' as const } } }),
  ],
  [
    'what prices include',
    (file: TenantFile) => ({ ...file, finance: { ...file.finance, pricesInclude: 'vat' as const } }),
  ],
  [
    'the mails that the salon gets',
    (file: TenantFile) => ({
      ...file,
      booking: { ...file.booking, notifications: { salon: 'none' as const } },
    }),
  ],
  [
    'the addresses of members',
    (file: TenantFile) => ({
      ...file,
      members: file.members.map((one) => ({ ...one, email: `${one.id}@example.com` })),
    }),
  ],
  ['the slot grid', (file: TenantFile) => ({ ...file, booking: { ...file.booking, slotMinutes: 20 } })],
  [
    'a price',
    (file: TenantFile) => ({
      ...file,
      services: file.services.map((one) => ({ ...one, price: one.price + 1 })),
    }),
  ],
  [
    'a member’s own price that is gone',
    (file: TenantFile) => ({
      ...file,
      services: file.services.map((one) => ({ ...one, individualPricing: {} })),
    }),
  ],
  [
    'who does a service',
    (file: TenantFile) => ({
      ...file,
      services: file.services.map((one) => (one.id === 'cut' ? { ...one, members: ['bo'] } : one)),
    }),
  ],
  [
    'a processing time that is gone',
    (file: TenantFile) => ({
      ...file,
      services: file.services.map((one) => ({ ...one, processing: undefined })),
    }),
  ],
  ['the order of the members', (file: TenantFile) => ({ ...file, members: file.members.toReversed() })],
  [
    'a member’s hours',
    (file: TenantFile) => ({ ...file, members: file.members.map((one) => ({ ...one, hours: [] })) }),
  ],
])('a change of %s counts both versions up once and is what an export then says', async (_, change) => {
  const id = `c${crypto.randomUUID().slice(0, 8)}`
  await bring(salon(id))
  const changed = change(salon(id))
  expect(await bring(changed)).toEqual({ ok: true, outcome: 'changed' })
  expect(await versions(id)).toEqual({ content: 2, calendar: 2 })
  expect(inAnyOrder(await fetch(id))).toEqual(inAnyOrder(JSON.parse(JSON.stringify(changed)) as TenantFile))
  expect(await bring(changed)).toEqual({ ok: true, outcome: 'unchanged' })
})

test('rows that the file no longer contains are deleted if nothing references them', async () => {
  await bring(salon('drop'))
  const smaller = without(salon('drop'), 'polish', 'carl')
  expect(await bring(smaller)).toEqual({ ok: true, outcome: 'changed' })
  expect(inAnyOrder(await fetch('drop'))).toEqual(inAnyOrder(smaller))
})

test('rows that a visit references are deactivated, and an export with them is imported unchanged', async () => {
  await bring(salon('keep'))
  await visitPolish('keep')
  const smaller = without(salon('keep'), 'polish', 'carl')
  const reordered = { ...smaller, members: smaller.members.toReversed() }
  expect(await bring(smaller)).toEqual({ ok: true, outcome: 'changed' })
  expect(await bring(smaller)).toEqual({ ok: true, outcome: 'unchanged' })
  const kept = await fetch('keep')
  const inactive = (list: { id: string; active: boolean }[]) =>
    list.filter(({ active }) => !active).map(({ id }) => id)
  expect([inactive(kept.services), inactive(kept.serviceTypes), inactive(kept.members)]).toEqual([
    ['polish'],
    ['nails'],
    ['carl'],
  ])
  expect(await bring(read(formatTenantFile(kept)))).toEqual({ ok: true, outcome: 'unchanged' })
  expect(await bring(reordered)).toEqual({ ok: true, outcome: 'changed' })
  expect((await fetch('keep')).members.map(({ id }) => id)).toEqual(['anna', 'bo', 'carl'])
  expect(await bring(salon('keep'))).toEqual({ ok: true, outcome: 'changed' })
  expect(inAnyOrder(await fetch('keep'))).toEqual(inAnyOrder(salon('keep')))
})

const withAddons = (id: string) => {
  const file = salon(
    id,
    `
addons:
  - { id: mask, name: Maske, minutes: 15, price: 80.00 }
  - { id: pearls, name: Perler, price: 4.00, vat: exempt, exemptReason: Fritaget }
  - { id: oil, name: Olie, price: 10.00, active: false }
`,
  )
  const addons = [
    { id: 'mask', most: 1 },
    { id: 'pearls', most: 3 },
  ]
  return { ...file, services: file.services.map((one, index) => (index === 0 ? { ...one, addons } : one)) }
}

test('add-ons come back as their file has them; one that is gone stays, inactive and last', async () => {
  const file = withAddons('extra')
  expect(await bring(file)).toEqual({ ok: true, outcome: 'created' })
  expect(await bring(file)).toEqual({ ok: true, outcome: 'unchanged' })
  const kept = await fetch('extra')
  expect(inAnyOrder(kept)).toEqual(inAnyOrder(file))
  expect(await bring(read(formatTenantFile(kept)))).toEqual({ ok: true, outcome: 'unchanged' })
  const [, pearls, oil] = file.addons
  const smaller = {
    ...file,
    services: file.services.map((one) => ({ ...one, addons: one.addons.slice(1) })),
    addons: [pearls!, oil!].toReversed(),
  }
  expect(await bring(smaller)).toEqual({ ok: true, outcome: 'changed' })
  const after = await fetch('extra')
  expect(after.addons.map(({ id, active }) => [id, active])).toEqual([
    ['oil', false],
    ['pearls', true],
    ['mask', false],
  ])
  expect(after.services.flatMap(({ addons }) => addons)).toEqual([{ id: 'pearls', most: 3 }])
  expect(await bring(read(formatTenantFile(after)))).toEqual({ ok: true, outcome: 'unchanged' })
  expect(await bring(file)).toEqual({ ok: true, outcome: 'changed' })
  expect(inAnyOrder(await fetch('extra'))).toEqual(inAnyOrder(file))
})

test('a host of another tenant is rejected and nothing is written', async () => {
  await bring(salon('host'))
  const guest = salon('guest')
  const path = { ...guest, tenant: { ...guest.tenant, firstpath: 'host' } }
  const host = { ...guest, tenant: { ...guest.tenant, vanityUrl: 'www.host.example' } }
  expect(await bring(path)).toEqual({ ok: false, field: 'firstpath', holder: 'host' })
  expect(await bring(host)).toEqual({ ok: false, field: 'vanityUrl', holder: 'host' })
  expect(await owner.read(tenantId('guest'), exportTenant)).toBeNull()
})

test('concurrent imports of a new tenant create it once', async () => {
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => bring(salon('rush'))))
  expect(outcomes.map((one) => String(one.ok && one.outcome)).toSorted()).toEqual([
    'created',
    'unchanged',
    'unchanged',
    'unchanged',
  ])
})

const storedSchedule = (id: string) =>
  ask<{ row: string }>(
    id,
    `select concat_ws(' ', coalesce(origin, '?'), member_id, "from", until, reason) as row
      from absence where tenant_id = '${id}' union all
      select concat_ws(' ', origin, array_to_string(members, '+'), date, hours #>> '{}', reason)
      from day_hours where tenant_id = '${id}' order by 1`,
  ).then((rows) => rows.map(({ row }) => row))

test('an unchanged, a changed and an old file leave what commands and the desk have written', async () => {
  const old = salon('daily')
  await bring(old)
  await owner.write(tenantId('daily'), async (tx) => {
    await createAbsences(tx, [
      {
        memberId: 'anna',
        from: '2030-01-03T08:00',
        until: '2030-01-10T00:00',
        reason: 'Syg',
        origin: 'command',
      },
      { memberId: 'bo', from: '2030-01-03T12:00', until: '2030-01-03T12:30', reason: null, origin: 'desk' },
      // The same time as one of the file.
      { memberId: 'bo', from: '2030-01-02T10:00', until: '2030-01-02T12:00', reason: null, origin: 'desk' },
      // Of a member whom a later file lacks.
      { memberId: 'carl', from: '2030-01-04T09:00', until: '2030-01-04T10:00', reason: null, origin: 'desk' },
    ])
    await createDayHours(tx, [
      { date: '2030-12-24', hours: [], members: null, reason: 'Vand', origin: 'desk' },
      {
        date: '2030-12-27',
        hours: [{ from: '10:00', to: '14:00' }],
        members: ['bo'],
        reason: null,
        origin: 'command',
      },
    ])
  })
  const ofDay = [
    'command anna 2030-01-03T08:00 2030-01-10T00:00 Syg',
    'command bo 2030-12-27 [{"to": "14:00", "from": "10:00"}]',
    'desk 2030-12-24 [] Vand',
    'desk bo 2030-01-02T10:00 2030-01-02T12:00',
    'desk bo 2030-01-03T12:00 2030-01-03T12:30',
    'desk carl 2030-01-04T09:00 2030-01-04T10:00',
  ]
  const ofFile = [
    'file bo 2030-01-02T10:00 2030-01-02T12:00 Tandlæge',
    'file bo 2030-12-24 [{"to": "12:00", "from": "09:00"}] Juleaften',
  ]
  await bring(old)
  expect(await storedSchedule('daily')).toEqual([...ofDay, ...ofFile].toSorted())
  expect(await bring(old)).toEqual({ ok: true, outcome: 'unchanged' })
  // Guests see the salon closed by the desk, where bo works as the file says.
  expect(
    await ask('daily', `select profile -> 'exceptions' as exceptions from tenant where id = 'daily'`),
  ).toEqual([
    {
      exceptions: [
        { date: '2030-12-24', hours: [{ from: '09:00', to: '12:00' }] },
        { date: '2030-12-27', hours: [{ from: '10:00', to: '14:00' }] },
      ],
    },
  ])
  // The export is the file, and its import changes nothing.
  const yaml = formatTenantFile(await fetch('daily'))
  expect(yaml).not.toMatch(/Syg|Vand/)
  expect(await bring(read(yaml))).toEqual({ ok: true, outcome: 'unchanged' })
  const changed = without(old, 'polish', 'carl')
  await bring({ ...changed, members: changed.members.map((one) => ({ ...one, absences: [] })) })
  expect(await storedSchedule('daily')).toEqual(ofDay)
  expect(await ask('daily', `select active from member where tenant_id = 'daily' and id = 'carl'`)).toEqual([
    { active: false },
  ])
  await bring(old)
  expect(await storedSchedule('daily')).toEqual([...ofDay, ...ofFile].toSorted())
  expect(await ask('daily', `select active from member where tenant_id = 'daily' and id = 'carl'`)).toEqual([
    { active: true },
  ])
})

test('absences from before origins were kept: those of the file are the file’s, the others stay', async () => {
  const file = salon('earlier')
  await bring(file)
  await ask(
    'earlier',
    `update absence set origin = null where tenant_id = 'earlier'; insert into absence (tenant_id, member_id, "from", until)
      values ('earlier', 'anna', '2030-02-01T09:00', '2030-02-01T10:00')`,
  )
  // An export says what the database knew as the tenant's.
  expect((await fetch('earlier')).members.map(({ absences }) => absences.length)).toEqual([1, 1, 0])
  const dry = await dryRunImport(
    owner,
    tenantId('earlier'),
    { file, pages: null, art: { pictures: [], sizes: {} } },
    0,
  )
  expect(dry.changes).toEqual([])
  expect(dry.kept.absences).toHaveLength(1)
  expect(await bring(file)).toEqual({ ok: true, outcome: 'unchanged' })
  expect(await storedSchedule('earlier')).toEqual([
    'command anna 2030-02-01T09:00 2030-02-01T10:00',
    'file bo 2030-01-02T10:00 2030-01-02T12:00 Tandlæge',
    'file bo 2030-12-24 [{"to": "12:00", "from": "09:00"}] Juleaften',
  ])
})

test('a failed import writes nothing', async () => {
  const file = salon('broken')
  const broken = { ...file, services: file.services.map((one) => ({ ...one, svctype: 'unknown' })) }
  await expect(bring(broken)).rejects.toThrow()
  expect(await owner.read(tenantId('broken'), exportTenant)).toBeNull()
})

test('times that an import may have opened are offered to the waitlist', async () => {
  const asked: string[] = []
  const jobs = { matchOpenTimes: (tx: Tx) => Promise.resolve(void asked.push(tx.tenantId)) }
  const importFile = (file: TenantFile) =>
    owner.write(tenantId('opening'), (tx) => importTenant(tx, file, { jobs }))
  const file = salon('opening')
  await importFile(file)
  await importFile(file)
  await importFile({ ...file, tenant: { ...file.tenant, title: 'Another' } })
  expect(asked).toEqual([])
  await importFile({ ...file, booking: { ...file.booking, exceptions: [] } })
  await importFile({
    ...file,
    booking: { ...file.booking, exceptions: [] },
    members: file.members.map((one) => ({ ...one, absences: [] })),
  })
  expect(asked).toEqual(['opening', 'opening'])
})

test('rooms and what services use of them go through export and import, and less can be booked in fewer', async () => {
  const id = tenantId('rooms')
  const rooms = (count: number, uses = '[room, { resource: lamp, during: work }]') =>
    withRooms(
      id,
      `resources: [{ id: room, name: Room, count: ${count} }, { id: lamp, name: Lamp, count: 1 }]\n`,
      uses,
    )
  expect(await bring(rooms(3))).toMatchObject({ outcome: 'created' })
  const file = await fetch(id)
  expect([file.resources, file.services.find((one) => one.id === 'cut')?.uses]).toEqual([
    [
      { id: 'room', name: 'Room', count: 3 },
      { id: 'lamp', name: 'Lamp', count: 1 },
    ],
    [
      { resource: 'room', during: 'all' },
      { resource: 'lamp', during: 'work' },
    ],
  ])
  expect(await bring(file)).toMatchObject({ outcome: 'unchanged' })
  const written = formatTenantFile(file)
  expect(written).toContain('- { resource: lamp, during: work }')
  expect(await bring(rooms(2, '[lamp]'))).toMatchObject({ outcome: 'changed' })
  expect(
    await ask(
      id,
      `select unit from resource_unit where tenant_id = '${id}' and active order by resource_id, unit`,
    ),
  ).toEqual([{ unit: 1 }, { unit: 1 }, { unit: 2 }])
  expect((await fetch(id)).resources).toMatchObject([{ count: 2 }, { count: 1 }])
  expect(await bring(rooms(3))).toMatchObject({ outcome: 'changed' })
  expect(await fetch(id)).toEqual(file)
})

test('of fewer rooms visits in the others stay and are outside, and one that visits use is not removed', async () => {
  const id = tenantId('fewer')
  const list = (resources: string) => withRooms(id, resources, resources ? '[room]' : '[]')
  const rooms = (count: number) => list(`resources: [{ id: room, name: Room, count: ${count} }]\n`)
  await bring(rooms(2))
  const now = Date.parse('2031-01-06T07:00Z')
  const start = Date.parse('2031-01-06T09:00Z') / 60_000
  const visitId = crypto.randomUUID()
  await testDb.db.write(id, async (tx) => {
    await createVisit(tx, {
      id: visitId,
      state: 'booked',
      start: new Date(start * 60_000),
      end: new Date((start + 30) * 60_000),
      handleHash: visitId,
      cancelHash: visitId,
      currency: 'DKK',
      price: 0,
      createdAt: new Date(now),
    })
    const times = { start, end: start + 30 }
    await createSegments(tx, visitId, [
      {
        ...times,
        serviceId: 'cut',
        memberId: 'bo',
        anyone: false,
        serviceName: 'Cut',
        price: 0,
        busy: [times],
        units: [{ resourceId: 'room', unit: 2, busy: [times] }],
      },
    ])
  })
  const importAt = (file: TenantFile, at: number) =>
    owner.write(id, (tx) =>
      importWithReport(tx, { file, pages: null, art: { pictures: [], sizes: {} } }, { now: at }),
    )
  expect(await importAt(list(''), now)).toMatchObject({
    imported: { ok: false, field: 'resources', id: 'room', visits: 1 },
  })
  const { imported, outside } = await importAt(rooms(1), now)
  expect(imported).toMatchObject({ outcome: 'changed' })
  expect(outside).toMatchObject([{ id: visitId, outside: [{ reason: 'room', memberId: 'bo' }] }])
  expect(await importAt(list(''), now + 86_400_000)).toMatchObject({ imported: { outcome: 'changed' } })
  // What was there once is kept with its visit.
  expect(await ask(id, `select id, active from resource where tenant_id = '${id}'`)).toEqual([
    { id: 'room', active: false },
  ])
  expect((await fetch(id)).resources).toEqual([])
})

test('an import publishes one change event, and only if something changed', async () => {
  const changeEvents = await openChangeEvents(testDb.appUrl)
  const heard: (ChangeEvent | 'reconnected')[] = []
  const unsubscribe = changeEvents.subscribe((notice) => heard.push(notice))
  await bring(salon('news'))
  await bring(salon('news'))
  await bring(salon('later'))
  await expect
    .poll(() => heard)
    .toEqual([
      { tenant: 'news', topic: 'tenant', id: '' },
      { tenant: 'later', topic: 'tenant', id: '' },
    ])
  unsubscribe()
  await changeEvents.close()
})

test('an import does not affect another tenant with the same ids', async () => {
  await bring(salon('mine'))
  await bring(salon('theirs'))
  const before = await fetch('theirs')
  await bring(without(salon('mine'), 'polish', 'carl'))
  expect(await fetch('theirs')).toEqual(before)
  expect(await versions('theirs')).toEqual({ content: 1, calendar: 1 })
})

test('imports and bookings of the same members do not deadlock', async () => {
  const id = tenantId('busy')
  await bring(salon(id))
  const minutes = (start: number) => [{ start, end: start + 30 }]
  const book = (start: number) =>
    testDb.db.write(id, async (tx) => {
      await lockMembers(tx, ['anna', 'bo'])
      const visit = crypto.randomUUID()
      await createVisit(tx, {
        id: visit,
        state: 'booked',
        start: new Date(start * 60_000),
        end: new Date((start + 30) * 60_000),
        handleHash: visit,
        cancelHash: visit,
        currency: 'DKK',
        price: 1,
        createdAt: new Date(0),
      })
      await createSegments(tx, visit, [
        {
          start,
          end: start + 30,
          serviceId: 'cut',
          memberId: 'bo',
          anyone: false,
          serviceName: 'Cut',
          price: 1,
          busy: minutes(start),
        },
      ])
      await bumpCalendar(tx)
    })
  // Fewer at once than the pool has connections: waiting for one has a time limit of its own.
  const bookings = Array.from({ length: 6 }, async (_, lane) => {
    for (let index = lane; index < 120; index += 6) await book(30_000_000 + index * 30)
  })
  const changes = Array.from({ length: 20 }, (_, index) => ({
    ...salon(id),
    members: salon(id).members.map((one) => ({ ...one, bio: `number ${index}` })),
  }))
  for (const file of changes) expect(await bring(file)).toEqual({ ok: true, outcome: 'changed' })
  await Promise.all(bookings)
  expect(await versions(id)).toEqual({ content: 21, calendar: 141 })
})

test('the owner needs no superuser rights', async () => {
  const [{ name } = { name: '' }] = await ask<{ name: string }>('plain', 'select current_database() as name')
  await ask(
    'plain',
    `create role plain_owner login password 'plain'; grant ${parseRole(testDb.appUrl)} to plain_owner`,
  )
  const url = Object.assign(new URL(testDb.ownerUrl), { username: 'plain_owner', password: 'plain' }).href
  await ask(
    'plain',
    `do $$ declare t text; begin for t in select tablename from pg_tables where schemaname = 'public' ` +
      `loop execute format('alter table public.%I owner to plain_owner', t); end loop; end $$; grant ` +
      `connect on database "${name}" to plain_owner`,
  )
  const plain = openDb(url, 1)
  expect(await plain.write(tenantId('plain'), (tx) => importTenant(tx, salon('plain')))).toEqual({
    ok: true,
    outcome: 'created',
  })
  expect(await plain.write(tenantId('plain'), (tx) => importTenant(tx, salon('plain')))).toEqual({
    ok: true,
    outcome: 'unchanged',
  })
  await plain.close()
})

test(
  'the picture of a service is imported, exported, and deleted once no service names it',
  exhaustive,
  async () => {
    const id = tenantId('pictured')
    const file = salon(id)
    const withPicture = (image: string): TenantFile => ({
      ...file,
      services: file.services.map((one) =>
        one.id === 'cut' ? { ...one, picture: { image, alt: 'Waves' } } : one,
      ),
    })
    const sources = { folder: demo, art: (path: string) => Promise.resolve(demo + path), known: [] }
    const given = withPicture('aurora-pictures/lyset-i-haaret.svg')
    const art = await prepareArt({ ...given, tenant: { ...given.tenant, ...noArt } }, sources)
    if (!art.ok) throw new Error(JSON.stringify(art))
    const importOnce = () =>
      owner.write(id, (tx) => importTenant(tx, { ...art.file, tenant: file.tenant }, { art }))
    expect(await importOnce()).toMatchObject({ outcome: 'created' })
    expect(await importOnce()).toMatchObject({ outcome: 'unchanged' })
    const pictureOfCut = async () => (await fetch(id)).services.find((one) => one.id === 'cut')?.picture
    const [stored, ...others] = await owner.read(id, listPictures)
    expect(others).toEqual([])
    expect(await pictureOfCut()).toEqual({
      image: `/picture/${stored?.id}-${stored?.width}x${stored?.height}`,
      alt: 'Waves',
    })
    expect(await bring(withPicture('/art/aurora/ro.svg'))).toMatchObject({ outcome: 'changed' })
    expect(await pictureOfCut()).toEqual({ image: '/art/aurora/ro.svg', alt: 'Waves' })
    expect(await owner.read(id, listPictures)).toEqual([])
  },
)
