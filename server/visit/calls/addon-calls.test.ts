import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallInput } from '#contract/calls.ts'
import type { TenantId } from '#server/database/db.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { countOverlaps, mailsAbout, moveAsSalon, storedVisit } from '#test/move.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { errorCodeOf, freja, register, summer, type TestGuest } from '#test/steps.ts'
import { jobContext, matchAll, openOffers } from '#test/waitlist.ts'
import { listMail } from '#server/mail/queries.ts'
import { listChangesOfVisit } from '../change-queries.ts'
import { reportVisitChange } from '../mail/report-change.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T08:00')
const nine = summer('2026-06-12T09:00')
const minute = 60_000
const day = 1440 * minute

/** Stored prices exclude 25 % VAT. */
const offered = [
  { id: 'mask', minutes: 15, price: 8_000, of: { cut: 1, color: 1 } },
  { id: 'pearls', minutes: 0, price: 400, of: { cut: 3 } },
  { id: 'old', minutes: 5, price: 100, of: { cut: 1 }, active: false },
]
const execute = (tenant: TenantId, ...statements: ReturnType<typeof sql>[]) =>
  app.unrecorded.write(tenant, async (tx) => {
    for (const statement of statements) await tx.execute(statement)
  })

async function salon(wanted: MakeTenant = {}): Promise<TenantId> {
  app.clock.now = now
  const tenant = await makeTenant(app, wanted)
  for (const [position, { id, minutes, price, of, active = true }] of offered.entries()) {
    await execute(
      tenant,
      sql`insert into addon (tenant_id, id, position, name, minutes, price, active)
        values (${tenant}, ${id}, ${position}, ${`The ${id}`}, ${minutes}, ${price}, ${active})`,
      ...Object.entries(of).map(
        ([service, most]) => sql`insert into service_addon (tenant_id, service_id, addon_id, most)
          values (${tenant}, ${service}, ${id}, ${most})`,
      ),
    )
  }
  return tenant
}
/** As an import of another file does. */
const reprice = (tenant: TenantId) =>
  execute(tenant, sql`update addon set price = 80000, minutes = 60, name = 'Another name' where id = 'mask'`)
const withdraw = (tenant: TenantId, id = 'mask') =>
  execute(tenant, sql`update addon set active = false where id = ${id}`)

const addonRate = sql`update addon set vat = '25' where id = 'pearls'`

type Wanted = Omit<CallInput<'holdVisit'>, 'tenantId' | 'services' | 'start'> & {
  services?: string[]
  start?: number
}
const mask = { id: 'mask', count: 1 }
const pearls = { id: 'pearls', count: 2 }
const ask = (guest: TestGuest, tenantId: TenantId, wanted: Wanted) =>
  guest('holdVisit', { tenantId, services: ['cut'], teamMember: ['anna'], start: nine, ...wanted })
async function held(guest: TestGuest, tenantId: TenantId, wanted: Wanted) {
  const answer = await ask(guest, tenantId, wanted)
  if (!answer.ok) throw new Error(`not held: ${answer.reason}`)
  return answer.hold
}
async function booked(guest: TestGuest, tenantId: TenantId, wanted: Wanted) {
  const { handle } = await held(guest, tenantId, wanted)
  const answer = await guest('confirmVisit', { tenantId, handle, details: freja })
  if (!answer.ok) throw new Error(`not booked: ${answer.reason}`)
  return guest('getVisit', { tenantId, handle })
}

test('add-ons are in the free times, the price, the hold, the mails and the calendar file', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { documents } = await guest('listServices', { tenantId })
  expect(documents.map(({ id, addons }) => [id, addons])).toEqual([
    ['color', []],
    ['cut', []],
  ])
  const times = await guest('getAvailability', {
    tenantId,
    services: 'cut',
    teamMember: 'anna',
    addons: 'cut:mask,cut:pearls:2',
    month: '2026-06',
  })
  const first = times.offers.find(({ start }) => start === nine)
  expect(first).toMatchObject({ end: nine + 45 * minute, price: 51_000 })
  const visit = await booked(guest, tenantId, { addons: [[pearls, mask]] })
  expect(visit).toMatchObject({ end: nine + 45 * minute, price: 51_000 })
  expect(visit.segments[0]).toMatchObject({
    price: 51_000,
    addons: [
      { id: 'mask', name: 'The mask', count: 1, minutes: 15, price: 10_000 },
      { id: 'pearls', name: 'The pearls', count: 2, minutes: 0, price: 500 },
    ],
  })
  const named = `cut of ${tenantId} + The mask + 2 × The pearls`
  const mails = await app.db.read(tenantId, listMail)
  const [toGuest] = mails.filter(({ to }) => to === freja.email)
  expect(toGuest?.text).toContain('The mask')
  expect(toGuest?.text).toContain('2 × The pearls')
  expect(unfolded(toGuest?.ics ?? '')).toContain(named)
  const [toSalon] = mails.filter(({ to }) => to !== freja.email)
  expect(unfolded(toSalon?.ics ?? '')).toContain(named)
})
const unfolded = (ics: string) => ics.replaceAll(/\r?\n[ \t]/g, '')

test('the price list has what a service offers, once the salon says that there is something', async () => {
  const tenantId = await salon({ profile: { addons: true } })
  const guest = app.guest(tenantId)
  const { documents, addonNames } = await guest('listServices', { tenantId, named: 'old,pearls,unknown' })
  const cut = documents.find(({ id }) => id === 'cut')
  expect(cut?.addons).toEqual([
    { id: 'mask', name: 'The mask', minutes: 15, price: 8_000, priceIncVat: 10_000, most: 1 },
    { id: 'pearls', name: 'The pearls', minutes: 0, price: 400, priceIncVat: 500, most: 3 },
  ])
  // Also of what is not offered any more.
  expect(addonNames).toEqual([
    { id: 'pearls', name: 'The pearls' },
    { id: 'old', name: 'The old' },
  ])
})

test.each<[string, Wanted, string]>([
  ['an unknown add-on', { addons: [[{ id: 'gold', count: 1 }]] }, 'not-found'],
  ['one that is not offered any more', { addons: [[{ id: 'old', count: 1 }]] }, 'not-found'],
  ['one of another service', { services: ['color'], addons: [[pearls]] }, 'not-found'],
  ['one too often', { addons: [[{ id: 'pearls', count: 4 }]] }, 'request/invalid'],
  ['one more than five times', { addons: [[{ id: 'pearls', count: 6 }]] }, 'request/invalid'],
  ['none of one', { addons: [[{ id: 'pearls', count: 0 }]] }, 'request/invalid'],
  ['one twice', { addons: [[mask, mask]] }, 'request/invalid'],
  ['lists for other services', { addons: [[mask], []] }, 'request/invalid'],
])('a hold with %s is refused', async (_, wanted, code) => {
  const tenantId = await salon()
  expect(await errorCodeOf(ask(app.guest(tenantId), tenantId, wanted))).toBe(code)
})

test.each([
  ['cut:gold', 'not-found'],
  ['cut:old', 'not-found'],
  ['cut:pearls:4', 'request/invalid'],
  ['cut:pearls:7', 'request/invalid'],
  ['pearls', 'request/invalid'],
])('free times with %s are refused', async (addons, code) => {
  const tenantId = await salon()
  const answer = app.guest(tenantId)('getAvailability', { tenantId, services: 'cut', addons })
  expect(await errorCodeOf(answer)).toBe(code)
})

test('a visit keeps its add-ons as booked: after an import, moved by its guest and by the salon', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const visit = await booked(guest, tenantId, { addons: [[mask]] })
  await reprice(tenantId)
  await withdraw(tenantId)
  const handle = visit.moveHandle ?? ''
  const details = await guest('getMoveDetails', { tenantId, handle })
  expect(details).toMatchObject({ price: 50_000, addonsKept: ['The mask'] })
  const { offers } = await guest('getMoveTimes', { tenantId, handle, month: '2026-06' })
  expect(offers.every(({ start, end, price }) => end - start === 45 * minute && price === 50_000)).toBe(true)
  const moved = await guest('moveVisit', { tenantId, handle, start: nine + day })
  expect(moved).toMatchObject({ ok: true, end: nine + day + 45 * minute, price: 50_000 })
  expect(await moveAsSalon(app, tenantId, visit.id, { start: nine + 2 * day })).toMatchObject({ ok: true })
  const stored = await storedVisit(app, tenantId, visit.id)
  expect(stored).toMatchObject({ price: 50_000, end: new Date(nine + 2 * day + 45 * minute) })
  expect(stored?.segments).toMatchObject([
    {
      ownLength: false,
      addons: [{ id: 'mask', name: 'The mask', minutes: 15, price: 10_000, count: 1, vat: 25 }],
    },
  ])
  const texts = (await mailsAbout(app, tenantId, visit.id)).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('The mask')).length).toBeGreaterThanOrEqual(3)
})

test('another length that the salon gives contains the add-ons, and stays when the guest moves it', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const visit = await booked(guest, tenantId, { addons: [[mask]] })
  await moveAsSalon(app, tenantId, visit.id, { start: nine, minutes: [60], informing: 'none' })
  const answer = await guest('moveVisit', { tenantId, handle: visit.moveHandle ?? '', start: nine + day })
  expect(answer).toMatchObject({ ok: true, end: nine + day + 60 * minute, price: 50_000 })
  expect((await storedVisit(app, tenantId, visit.id))?.segments).toMatchObject([
    { ownLength: true, addons: [{ minutes: 15 }] },
  ])
})

test('other add-ons of a held time are a new hold in its place, or the old one stands', async () => {
  const tenantId = await salon({ members: [{ id: 'anna' }] })
  const guest = app.guest(tenantId)
  const first = await held(guest, tenantId, {})
  const longer = await held(guest, tenantId, { addons: [[mask]], releaseOthers: true })
  expect(longer.end - longer.start).toBe(45 * minute)
  expect((await guest('listHolds', { tenantId })).documents.map(({ handle }) => handle)).toEqual([
    longer.handle,
  ])
  expect(longer.handle).not.toBe(first.handle)
  // The same again is the same hold.
  const again = await held(guest, tenantId, { addons: [[mask]], releaseOthers: true })
  expect(again.handle).toBe(longer.handle)
  const back = await held(guest, tenantId, { addons: [[pearls]], releaseOthers: true })
  expect(back.end - back.start).toBe(30 * minute)
  await booked(app.guest(tenantId), tenantId, { start: nine + 30 * minute })
  expect(await ask(guest, tenantId, { addons: [[mask]], releaseOthers: true })).toMatchObject({
    ok: false,
    reason: 'taken',
  })
  expect((await guest('listHolds', { tenantId })).documents).toMatchObject([
    { handle: back.handle, price: 41_000 },
  ])
})

test('each person of a party has add-ons of their own: in times, lengths, prices and visits', async () => {
  const tenantId = await salon({
    members: [
      { id: 'anna', hours: [{ weekday: 5, from: '09:00', to: '10:00' }] },
      { id: 'bo', hours: [{ weekday: 5, from: '09:00', to: '09:30' }] },
    ],
  })
  const guest = app.guest(tenantId)
  const persons = [
    { services: ['cut'], addons: [[pearls]] },
    { services: ['cut'], addons: [[mask]] },
  ]
  const { offers } = await guest('getPartyTimes', { tenantId, persons, from: '2026-06-12' })
  const thatDay = offers.filter(({ start }) => start < nine + day)
  // Only Anna is there for long enough.
  expect(
    thatDay.map(({ start, end, price }) => [(start - nine) / minute, (end - nine) / minute, price]),
  ).toEqual([[0, 45, 91_000]])
  const outcome = await guest('holdParty', { tenantId, persons, start: nine })
  if (!outcome.ok) throw new Error(outcome.reason)
  const { handle, group } = outcome.hold
  expect(
    group?.visits.map(({ segments, price, start, end }) => ({
      members: segments.map(({ member }) => member.id),
      addons: segments.map(({ addons }) => addons.map(({ id, count }) => [id, count])),
      price,
      minutes: (end - start) / minute,
    })),
  ).toEqual([
    { members: ['bo'], addons: [[['pearls', 2]]], price: 41_000, minutes: 30 },
    { members: ['anna'], addons: [[['mask', 1]]], price: 50_000, minutes: 45 },
  ])
  // What has expired is held again with them, and refused once one is gone.
  app.clock.now = now + 11 * minute
  await withdraw(tenantId)
  const confirm = () =>
    guest('confirmVisit', { tenantId, handle, details: freja, persons: [{}, { visitor: 'Ida Holm' }] })
  expect(await confirm()).toMatchObject({ ok: false, reason: 'addon-unavailable' })
  await execute(tenantId, sql`update addon set active = true where id = 'mask'`)
  expect(await confirm()).toMatchObject({ ok: true })
  const second = await guest('getVisit', { tenantId, handle: group?.visits[1]?.handle ?? '' })
  expect(second).toMatchObject({ price: 50_000, segments: [{ addons: [{ id: 'mask', price: 10_000 }] }] })
})

test.each<[string, { id: string; count: number }[][], string]>([
  ['an unknown add-on', [[{ id: 'gold', count: 1 }]], 'not-found'],
  ['one that is not offered any more', [[{ id: 'old', count: 1 }]], 'not-found'],
  ['one too often', [[{ id: 'pearls', count: 4 }]], 'request/invalid'],
  ['lists for other services', [[mask], []], 'request/invalid'],
])('a party of whom one wants %s is refused', async (_, addons, code) => {
  const tenantId = await salon()
  const persons = [{ services: ['cut'] }, { services: ['cut'], addons }]
  const guest = app.guest(tenantId)
  expect(await errorCodeOf(guest('getPartyTimes', { tenantId, persons }))).toBe(code)
  expect(await errorCodeOf(guest('holdParty', { tenantId, persons, start: nine }))).toBe(code)
})

test('what was changed while it was held is told before it binds', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { handle, price } = await held(guest, tenantId, { addons: [[mask, pearls]] })
  await reprice(tenantId)
  const confirm = { tenantId, handle, price, details: freja }
  expect(await errorCodeOf(guest('confirmVisit', confirm))).toBe('amount/changed')
  // The minutes are those of the time that is held.
  expect(await guest('getHold', { tenantId, handle })).toMatchObject({
    end: nine + 45 * minute,
    segments: [{ addons: [{ id: 'mask', price: 100_000, minutes: 15 }, { id: 'pearls' }] }],
  })
  await withdraw(tenantId)
  expect(await guest('confirmVisit', confirm)).toMatchObject({
    ok: false,
    reason: 'addon-unavailable',
    services: ['cut'],
    addons: [[pearls]],
    alternatives: [{ price: 41_000 }, {}, {}],
  })
})

test('two tabs and two guests never get one time twice, whatever add-ons lengthen', async () => {
  const rounds = 12
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))
  const tenantId = await salon({ members: [{ id: 'anna', hours }] })
  let winners = 0
  for (let round = 0; round < rounds; round += 1) {
    // An address may have ten holds: the earlier ones have expired.
    app.clock.now = now + round * 11 * minute
    const start = nine + round * day
    const [one, other] = [app.guest(tenantId), app.guest(tenantId)]
    const answers = await Promise.all([
      // Its mask reaches into the other guest's time.
      ask(one, tenantId, { start, addons: [[mask]], releaseOthers: true }),
      ask(one, tenantId, { start, addons: [[mask, pearls]], releaseOthers: true }),
      ask(other, tenantId, { start: start + 30 * minute }),
    ])
    winners += answers.some(({ ok }) => ok) ? 1 : 0
    expect((await one('listHolds', { tenantId })).documents.length).toBeLessThanOrEqual(1)
    expect(await countOverlaps(app, tenantId)).toBe(0)
  }
  console.log(`add-ons: ${rounds} races of three holds, ${winners} with a winner, 0 overlaps`)
  expect(winners).toBe(rounds)
})

test('the waitlist offers a time with the minutes of add-ons, and without one that is gone, and says so', async () => {
  const tenantId = await salon({
    members: [{ id: 'anna', hours: [{ weekday: 5, from: '09:00', to: '10:00' }] }],
  })
  const waiting = app.guest(tenantId)
  const uid = await register(waiting, tenantId)
  const join = { tenantId, services: ['cut'], addons: [[mask, pearls]], noticeMinutes: 0, atNight: true }
  expect(await errorCodeOf(waiting('joinWaitlist', { ...join, addons: [[{ id: 'old', count: 1 }]] }))).toBe(
    'not-found',
  )
  await waiting('joinWaitlist', join)
  const entries = await waiting('listWaitlist', { tenantId, uid })
  expect(entries.documents[0]?.services).toEqual([
    {
      id: 'cut',
      name: `cut of ${tenantId}`,
      addons: [
        { id: 'mask', count: 1, name: 'The mask' },
        { id: 'pearls', count: 2, name: 'The pearls' },
      ],
    },
  ])
  const holder = app.guest(tenantId)
  const first = await booked(holder, tenantId, {})
  const second = await booked(holder, tenantId, { start: nine + 30 * minute })
  // Half an hour is too short for the mask.
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId, booking: second.cancelHandle ?? '' })
  await matchAll(app, tenantId)
  expect(await openOffers(app, tenantId)).toEqual([])
  await withdraw(tenantId)
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId, booking: first.cancelHandle ?? '' })
  await matchAll(app, tenantId)
  const [offer] = await openOffers(app, tenantId)
  const { messageId, waitlistHandle } = offer ?? { messageId: '', waitlistHandle: '' }
  const shown = await waiting('getWaitlistOffer', { tenantId, messageId, waitlistHandle })
  expect(shown).toMatchObject({
    start: nine,
    end: nine + 30 * minute,
    price: 41_000,
    services: [{ addons: [{ id: 'pearls', count: 2 }] }],
  })
  const [mail] = await app.db.read(tenantId, listMail)
  expect(mail?.text).toContain('We no longer offer it, so this time is without: The mask.')
  expect(mail?.text).toContain('2 × The pearls')
})

test('a guest changes the add-ons of an entry of the waitlist, and its place stays', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  const joined = await guest('joinWaitlist', { tenantId, services: ['cut'], addons: [[mask]] })
  const id = (joined.ok && joined.id) || ''
  const update = (changes: object) => guest('updateWaitlistEntry', { tenantId, uid, id, ...changes })
  const addons = async () =>
    (await guest('listWaitlist', { tenantId, uid })).documents.flatMap((one) =>
      one.services.map((service) => [service.id, service.addons.map((own) => [own.id, own.count])]),
    )
  await update({ addons: [[pearls]] })
  expect(await addons()).toEqual([['cut', [['pearls', 2]]]])
  // Those of a service that stays.
  await update({ services: ['color', 'cut'] })
  expect(await addons()).toEqual([
    ['color', []],
    ['cut', [['pearls', 2]]],
  ])
  for (const [wrong, code] of [
    [[[], [{ id: 'old', count: 1 }]], 'not-found'],
    [[[], [{ id: 'pearls', count: 4 }]], 'request/invalid'],
    [[[pearls]], 'request/invalid'],
  ] as const)
    expect(await errorCodeOf(update({ addons: wrong }))).toBe(code)
  await update({ services: ['cut'], addons: [] })
  expect(await addons()).toEqual([['cut', []]])
  expect((await guest('listWaitlist', { tenantId, uid })).documents[0]?.place).toBe(1)
})

test.each([
  ['of the tenant’s rate includes VAT', [], undefined, 'Total incl. VAT'],
  [
    'in part exempt names its parts',
    [sql`update service set vat = '"exempt"', exempt_reason = 'Care' where id = 'cut'`, addonRate],
    [
      { percent: 25, gross: 1_000, amount: 200 },
      { percent: null, gross: 32_000, amount: 0, reason: 'Care' },
    ],
    'Total incl. VAT',
  ],
  [
    'that is exempt includes no VAT',
    [sql`update service set vat = '"exempt"', exempt_reason = 'Care' where id = 'cut'`],
    [{ percent: null, gross: 32_800, amount: 0, reason: 'Care' }],
    'Total',
  ],
  [
    'of a salon that is not registered includes no VAT',
    [sql`update finance set vat_percent = 0`],
    [],
    'Total',
  ],
])('an offer %s, on its page and in its mail', async (_, changes, vat, total) => {
  const tenantId = await salon({
    members: [{ id: 'anna', hours: [{ weekday: 5, from: '09:00', to: '09:30' }] }],
  })
  await execute(tenantId, ...changes)
  const waiting = app.guest(tenantId)
  await register(waiting, tenantId)
  await waiting('joinWaitlist', {
    tenantId,
    services: ['cut'],
    addons: [[pearls]],
    noticeMinutes: 0,
    atNight: true,
  })
  const holder = app.guest(tenantId)
  const { cancelHandle } = await booked(holder, tenantId, {})
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId, booking: cancelHandle ?? '' })
  await matchAll(app, tenantId)
  const [offer] = await openOffers(app, tenantId)
  const { messageId, waitlistHandle } = offer ?? { messageId: '', waitlistHandle: '' }
  const shown = await waiting('getWaitlistOffer', { tenantId, messageId, waitlistHandle })
  expect(shown.vat).toEqual(vat)
  const mail = (await app.db.read(tenantId, listMail)).find(({ text }) => text.includes(messageId))
  const lines = mail?.text.split('\n') ?? []
  expect(lines.filter((line) => line.startsWith('Total')).map((line) => line.split(':')[0]?.trim())).toEqual([
    total,
  ])
  expect(mail?.text.includes('Care')).toBe(JSON.stringify(vat)?.includes('Care') ?? false)
})

test('the salon books a visit with add-ons, within the length that it types', async () => {
  const tenantId = await salon({ profile: { addons: true } })
  const call = await staffClient(app, tenantId, makeSignedIn())
  const { services } = await call('listBookable', {})
  expect(services.find(({ id }) => id === 'cut')?.addons).toMatchObject([
    { id: 'mask', price: 10_000, most: 1 },
    { id: 'pearls', price: 500, most: 3 },
  ])
  const places = await call('findPlaces', {
    services: 'cut:anna:',
    addons: 'cut:mask',
    from: '2026-06-12',
  })
  const [place] = places.days[0]?.places ?? []
  expect((place?.end ?? 0) - (place?.start ?? 0)).toBe(45 * minute)
  const book = async (start: number, minutes?: number) => {
    const { results } = await call('bookVisitBySalon', {
      start,
      services: [{ serviceId: 'cut', memberId: 'anna', addons: [mask], ...(minutes && { minutes }) }],
      guest: { kind: 'new', firstname: 'Ida' },
      source: 'phone',
      inform: false,
    })
    const [result] = results
    if (!result?.ok) throw new Error('not booked')
    return result
  }
  const usual = await book(nine)
  expect(usual.end - usual.start).toBe(45 * minute)
  const typed = await book(nine + 60 * minute, 40)
  expect(typed.end - typed.start).toBe(40 * minute)
  expect(await storedVisit(app, tenantId, typed.id)).toMatchObject({
    price: 50_000,
    segments: [{ ownLength: true, addons: [{ id: 'mask' }] }],
  })
  const visit = await call('getSalonVisit', { visit: usual.id })
  expect(visit.segments).toMatchObject([{ addons: [{ name: 'The mask', count: 1 }] }])
  // What it checks before a move is the visit as booked.
  const checked = await call('checkPlacement', {
    visitId: usual.id,
    start: nine + day,
    services: [{ serviceId: 'cut', memberId: 'anna', minutes: 45 }],
    accept: ['hours'],
  })
  expect(checked).toMatchObject({ ok: true, end: nine + day + 45 * minute })
})

/** A visit of anna's at nine, and the desk that changes its add-ons there. */
async function atTheDesk(tenantId: TenantId, addons: Wanted['addons'] = []) {
  await booked(app.guest(tenantId), tenantId, { addons })
  const staff = makeSignedIn({ role: 'owner' })
  const call = await staffClient(app, tenantId, staff)
  const [id = ''] = (await call('getSchedule', { date: '2026-06-12' })).visits.map((one) => one.id)
  const change = async (
    wanted: CallInput<'placeVisit'>['addons'],
    more: Partial<CallInput<'placeVisit'>> = {},
  ) =>
    call('placeVisit', {
      id,
      sequence: (await storedVisit(app, tenantId, id)).sequence,
      start: nine,
      addons: wanted,
      inform: 'agreed',
      ...more,
    })
  return { id, call, change, visit: () => storedVisit(app, tenantId, id) }
}

test('the salon changes the add-ons of a visit: length, price, VAT, mail and history follow, and the undo', async () => {
  const tenantId = await salon({ profile: { addons: true } })
  const { id, call, change, visit } = await atTheDesk(tenantId)
  await execute(tenantId, sql`update addon set vat = '0' where id = 'pearls'`)
  const services = [{ serviceId: 'cut', memberId: 'anna', addons: [mask, pearls] }]
  expect(await call('checkPlacement', { visitId: id, start: nine, services })).toMatchObject({
    ok: true,
    end: nine + 45 * minute,
    minutes: [45],
    price: 50_000 + 2 * 400,
  })
  const changed = await change([[mask, pearls]])
  expect(changed).toMatchObject({ ok: true, moved: true, end: nine + 45 * minute })
  expect(await visit()).toMatchObject({
    price: 50_800,
    segments: [
      {
        price: 50_800,
        addons: [
          { id: 'mask', price: 10_000, vat: 25 },
          { id: 'pearls', count: 2, price: 400, vat: 0 },
        ],
      },
    ],
  })
  // The same once more changes nothing.
  expect(await change([[pearls, mask]])).toMatchObject({ ok: true, moved: false, changeId: null })
  const { documents } = await call('listVisitChanges', { visit: id })
  expect(documents[0]).toMatchObject({
    kind: 'moved',
    before: { services: ['cut of ' + tenantId] },
    after: { services: [`cut of ${tenantId} + The mask + 2 × The pearls`] },
  })
  const undone = await call('undoVisitChange', { changeIds: [(changed.ok && changed.changeId) || ''] })
  expect(undone.results).toMatchObject([{ ok: true }])
  expect(await visit()).toMatchObject({
    end: new Date(nine + 30 * minute),
    price: 40_000,
    segments: [{ addons: [] }],
  })
  await change([[mask]])
  app.clock.now = now + 30_000
  const report = await jobContext(app, tenantId)
  for (const one of await app.db.read(tenantId, (tx) => listChangesOfVisit(tx, id)))
    await reportVisitChange(report, one.id)
  const mails = await mailsAbout(app, tenantId, id)
  expect(mails.at(-1)).toMatchObject({ event: { start: nine } })
  expect(mails.at(-1)?.text).toContain('The mask')
  expect(mails.at(-1)?.html).toContain('500')
})

test('what a visit has stays as booked, whatever the tenant has now; what is left out is gone', async () => {
  const tenantId = await salon({ profile: { addons: true } })
  const { change, visit } = await atTheDesk(tenantId, [[mask]])
  await reprice(tenantId)
  await withdraw(tenantId)
  await change([[mask, pearls]])
  expect(await visit()).toMatchObject({
    end: new Date(nine + 45 * minute),
    price: 51_000,
    segments: [
      {
        addons: [
          { id: 'mask', name: 'The mask', price: 10_000 },
          { id: 'pearls', count: 2 },
        ],
      },
    ],
  })
  await change([[]])
  expect(await visit()).toMatchObject({ end: new Date(nine + 30 * minute), price: 40_000 })
  // It is not offered any more.
  expect(await errorCodeOf(change([[mask]]))).toBe('not-found')
})

test('a length of its own is kept under other add-ons', async () => {
  const tenantId = await salon({ profile: { addons: true } })
  const { change, visit } = await atTheDesk(tenantId, [[mask]])
  await change(undefined, { minutes: [60] })
  expect(await visit()).toMatchObject({ segments: [{ ownLength: true }] })
  await change([[]])
  expect(await visit()).toMatchObject({
    end: new Date(nine + 45 * minute),
    segments: [{ ownLength: true }],
  })
  expect(await errorCodeOf(change([[mask]], { minutes: [15] }))).toBe('request/invalid')
})

test('add-ons that do not fit are refused with the minutes that are missing', async () => {
  const tenantId = await salon({ profile: { addons: true } })
  const { change, visit } = await atTheDesk(tenantId)
  await booked(app.guest(tenantId), tenantId, { start: nine + 30 * minute, teamMember: ['anna'] })
  const before = await visit()
  expect(await change([[mask]])).toMatchObject({
    ok: false,
    reason: 'taken',
    missing: 15,
    inTheWay: [{ memberId: 'anna', start: nine + 30 * minute }],
  })
  expect(await visit()).toEqual(before)
  expect(await change([[pearls]])).toMatchObject({ ok: true, end: nine + 30 * minute })
})

test.each([
  ['twice', [[mask, mask]], 'request/invalid'],
  ['too often', [[{ id: 'pearls', count: 4 }]], 'request/invalid'],
  ['of another service', [[{ id: 'none', count: 1 }]], 'not-found'],
  ['not offered', [[{ id: 'old', count: 1 }]], 'not-found'],
  ['for a service that the visit does not have', [[], [mask]], 'request/invalid'],
])('an add-on %s is refused', async (_what, addons, code) => {
  const tenantId = await salon({ profile: { addons: true } })
  const { change } = await atTheDesk(tenantId)
  expect(await errorCodeOf(change(addons))).toBe(code)
})

test('who may move but not book changes no add-ons', async () => {
  const tenantId = await salon({ profile: { addons: true } })
  const { id } = await atTheDesk(tenantId)
  const mover = await staffClient(app, tenantId, makeSignedIn({ rights: { day: 'all', move: 'all' } }))
  const place = { id, sequence: 0, start: nine, addons: [[mask]] }
  expect(await errorCodeOf(mover('placeVisit', place))).toBe('auth/forbidden')
})
