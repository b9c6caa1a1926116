import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedInStaff } from '#contract/staff/staff.ts'
import type { TenantId } from '#server/database/db.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { summer } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import { makeEntry } from '#test/waitlist.ts'
import { answerAbsence } from '#web/routes/day/absence/answer-absence.server.ts'
import { loadAbsence } from '#web/routes/day/absence/load-absence.server.ts'
import { answerNewVisit } from '#web/routes/day/new/answer-new.server.ts'
import { loadForm } from '#web/routes/day/new/load-new.server.ts'
import type { StaffContext } from '#web/staff/guard.ts'

/* What the forms of the salon's day get, as each person may see it: the same data that browsers are sent. */
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const date = '2026-06-12'
const now = summer('2026-06-11T08:00')
const nine = summer(`${date}T09:00`)

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
    brand: { timeZone: 'Europe/Copenhagen', title: 'Salon', countryCode: 'DK' },
  }) as unknown as StaffContext
async function formOf(tenant: TenantId, query: string, staff = reception) {
  const ctx = await contextOf(tenant, staff)
  const { members } = await ctx.call('listBookable', {})
  return loadForm(ctx, new URLSearchParams(query), members)
}
const absenceOf = async (tenant: TenantId, query: string, staff = reception) =>
  loadAbsence(await contextOf(tenant, staff), new URLSearchParams(query))
const visitBy = (tenant: TenantId, member: string, start = nine) =>
  makeVisit(app, tenant, {
    start: new Date(start),
    services: [{ id: 'cut', name: 'Cut', member, minutes: 30, price: 32_000 }],
  })

test('a new visit begins empty, today; a pressed place fills in person, date and time', async () => {
  const tenant = await salon()
  expect(await formOf(tenant, '')).toMatchObject({
    values: { source: 'phone', date: '2026-06-11', time: '', member: '', guest: 'new', inform: true },
    found: null,
    queue: null,
  })
  expect((await formOf(tenant, `member=anna&start=${nine}`)).values).toMatchObject({
    date,
    time: '09:00',
    start: String(nine),
    member: 'anna',
  })
  expect((await formOf(tenant, 'member=anna&walkIn=1')).values).toMatchObject({
    source: 'walkIn',
    inform: false,
  })
})

test.each(['member=nobody&start=soon', 'start=-1', 'start=99999999999999999', 'again=x', 'member=<b>'])(
  'an address that somebody has typed (%s) shows the empty form',
  async (query) => {
    expect((await formOf(await salon(), query)).values).toMatchObject({
      date: '2026-06-11',
      time: '',
      member: '',
      guest: 'new',
    })
  },
)

test('an earlier visit gives its guest and services, to who may see it only', async () => {
  const tenant = await salon()
  const { id } = await visitBy(tenant, 'anna')
  expect(await formOf(tenant, `again=${id}`)).toMatchObject({
    values: { guest: `visit:${id}`, services: ['cut'], members: { cut: 'anna' } },
    found: { documents: [{ visitId: id, name: 'Freja Holm' }] },
  })
  const other = await formOf(tenant, `again=${id}`, bo)
  expect(other).toMatchObject({ values: { guest: 'new', services: [] }, found: null })
  expect(JSON.stringify(other)).not.toMatch(/Freja|Holm|20123456/)
})

test('how often a guest has not come is in the form that books them again', async () => {
  const tenant = await salon()
  for (const days of [10, 20])
    await makeVisit(app, tenant, {
      start: new Date(nine - days * 86_400_000),
      services: [{ id: 'cut', name: 'Cut', member: 'anna', minutes: 30, price: 32_000 }],
      progress: days === 10 ? 'noShow' : 'done',
    })
  const { id } = await visitBy(tenant, 'anna')
  expect((await formOf(tenant, `again=${id}`)).found?.documents).toMatchObject([
    { visitId: id, visits: 2, noShows: 1 },
  ])
})

test('who waits for a pressed place is shown with it, to who may offer it', async () => {
  const tenant = await salon()
  await makeEntry(app, tenant, { members: ['anna'] })
  const query = `member=anna&start=${nine}`
  expect((await formOf(tenant, query)).queue?.documents).toMatchObject([{ name: 'Freja Holm', start: nine }])
  expect((await formOf(tenant, query, bo)).queue).toBeNull()
  const { waitlist: _waitlist, ...rights } = reception.rights
  expect((await formOf(tenant, query, makeSignedIn({ rights }))).queue).toBeNull()
})

test('visits without a place are listed to be handed over, and gone once their time is open again', async () => {
  const tenant = await salon()
  const { id } = await visitBy(tenant, 'anna')
  await visitBy(tenant, 'bo')
  const call = await staffClient(app, tenant)
  const times = { memberId: 'anna', from: `${date}T00:00`, until: `${date}T23:59` }
  const block = await call('addBlock', { ...times, kind: 'ill' })
  const shown = await absenceOf(tenant, `date=${date}`)
  expect(shown.uncovered).toEqual([{ id: 'anna', name: 'anna', ids: [id] }])
  expect(shown.planned.members[0]?.away).toMatchObject([{ id: block.id, kind: 'ill' }])
  // The week itself has no guests.
  expect(JSON.stringify(shown)).not.toMatch(/Freja|20123456/)
  const { handOver } = await absenceOf(tenant, `member=anna&ids=${id}`)
  expect(handOver).toMatchObject({ visits: [{ id, candidates: [] }], shared: 0 })
  await call('removeBlock', { id: block.id ?? '' })
  expect((await absenceOf(tenant, `date=${date}`)).uncovered).toEqual([])
})

test('who may block only their own time gets nothing of others', async () => {
  const tenant = await salon()
  const { id } = await visitBy(tenant, 'anna')
  const shown = await absenceOf(tenant, `member=anna&date=${date}&ids=${id}`, bo)
  expect(shown).toMatchObject({
    people: [{ id: 'bo' }],
    member: 'bo',
    salon: false,
    handOver: { visits: [], shared: 1 },
    block: { member: 'bo' },
    hours: { hoursMember: 'bo' },
  })
  expect(JSON.stringify(shown)).not.toMatch(/Freja|20123456/)
  const { block: _block, ...rights } = reception.rights
  const thrown = await absenceOf(tenant, '', makeSignedIn({ rights })).catch((error: unknown) => error)
  expect((thrown as Response).status).toBe(404)
})

test('a date that is none is today, and ids of nobody are not handed over', async () => {
  const tenant = await salon()
  expect(await absenceOf(tenant, 'date=2026-02-31&ids=x,y&member=anna')).toMatchObject({
    date: '2026-06-11',
    handOver: null,
    salon: true,
    hours: { hoursMember: '' },
  })
})

const formData = (fields: Record<string, string>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
/** What an action answers: where it leads, or what its page shows. */
type Answered = { to: string | null; status: number; data: Record<string, unknown> }
function readAnswer(answer: Response | { data: unknown; init: ResponseInit | null }): Answered {
  if (answer instanceof Response)
    return { to: answer.headers.get('location'), status: answer.status, data: {} }
  return { to: null, status: answer.init?.status ?? 200, data: answer.data as Record<string, unknown> }
}
const booking = {
  intent: 'book',
  date,
  time: '09:00',
  member: 'anna',
  service: 'cut',
  guest: 'new',
  firstname: 'Ida',
}
const bookAs = async (tenant: TenantId, fields: Record<string, string>, staff = reception) =>
  readAnswer(await answerNewVisit(await contextOf(tenant, staff), formData({ ...booking, ...fields })))
const blockAs = async (tenant: TenantId, fields: Record<string, string>, staff = reception) => {
  const form = { intent: 'block', member: 'anna', kind: 'ill', fromDate: date, ...fields }
  return readAnswer(await answerAbsence(await contextOf(tenant, staff), formData(form), date))
}
const visitsOf = async (tenant: TenantId) =>
  (await (await staffClient(app, tenant))('getSchedule', { date })).visits

test('a form that is booked leads to its day, where it can be taken back', async () => {
  const tenant = await salon()
  const { to } = await bookAs(tenant, { firstname: 'Xenia', mobile: '20998877', inform: 'on' })
  const { pathname, searchParams } = new URL(to ?? '', 'http://here')
  expect([pathname, searchParams.get('date'), searchParams.get('did')]).toEqual([
    '/admin/day',
    date,
    'booked',
  ])
  expect(searchParams.get('undo')).toMatch(/^[\w-]{36}$/)
  expect(await visitsOf(tenant)).toMatchObject([{ start: nine, guest: { name: 'Xenia' }, source: 'phone' }])
})

test('a warning is shown with all that was typed, and accepted by what was shown only', async () => {
  const tenant = await salon()
  const late = { time: '20:00', firstname: 'Xenia', staffNote: 'Prefers the window' }
  for (const accept of ['', 'buffer', 'everything']) {
    const { status, data } = await bookAs(tenant, { ...late, accept })
    expect(status).toBe(400)
    expect(data).toMatchObject({
      errors: { form: 'newVisit.notBookedYet' },
      placement: { reason: 'warned', warnings: ['hours'] },
      values: late,
    })
  }
  expect(await visitsOf(tenant)).toEqual([])
  expect((await bookAs(tenant, { ...late, accept: 'hours' })).to).not.toBeNull()
})

test('somebody without a name is booked once that was asked; who walks in without asking', async () => {
  const tenant = await salon()
  const { status, data } = await bookAs(tenant, { firstname: '' })
  expect(status).toBe(400)
  expect(data).toMatchObject({ errors: { form: 'newVisit.notBookedYet' }, nameless: true })
  expect((await bookAs(tenant, { firstname: '', nameless: '1' })).to).not.toBeNull()
  expect((await bookAs(tenant, { firstname: '', source: 'walkIn', accept: 'hours' })).data).not.toMatchObject(
    {
      nameless: true,
    },
  )
  // What was searched is their name.
  expect((await bookAs(tenant, { firstname: '', q: 'Xenia Quist', time: '10:00' })).to).not.toBeNull()
  expect((await visitsOf(tenant)).map(({ guest }) => guest.name)).toEqual(['', 'Xenia Quist'])
})

test('the only guest who is found is chosen, and a known number of somebody new is said', async () => {
  const tenant = await salon()
  const { id } = await visitBy(tenant, 'anna')
  const found = await bookAs(tenant, { intent: 'search', firstname: '', q: '3456' })
  expect(found.data).toMatchObject({ values: { guest: `visit:${id}` } })
  const typed = { firstname: 'Freja', mobile: '20 12 34 56', time: '10:00' }
  const { status, data } = await bookAs(tenant, typed)
  expect(status).toBe(400)
  expect(data).toMatchObject({ known: [{ visitId: id, name: 'Freja Holm' }], placement: { ok: true } })
  const { data: taken } = await bookAs(tenant, { ...typed, intent: '', take: `visit:${id}` })
  expect(taken).toMatchObject({ values: { guest: `visit:${id}` }, found: { documents: [{ visitId: id }] } })
  expect((await bookAs(tenant, { ...typed, known: `visit:${id}` })).to).not.toBeNull()
})

test('a check writes nothing, and says all that there is to know', async () => {
  const tenant = await salon()
  const { status, data } = await bookAs(tenant, { intent: 'check', time: '20:00' })
  expect([status, data.placement]).toMatchObject([200, { ok: true, warnings: ['hours'] }])
  expect((await bookAs(tenant, { intent: 'check', time: '' })).data).not.toHaveProperty('placement')
  expect(await visitsOf(tenant)).toEqual([])
})

test('a form that names nothing it can do books nothing, nor does a length that is too long', async () => {
  const tenant = await salon()
  expect(await bookAs(tenant, { intent: 'other' })).toMatchObject({
    status: 400,
    data: { errors: { form: 'error.notDone' } },
  })
  expect(await bookAs(tenant, { 'minutes-cut': '800' })).toMatchObject({
    status: 400,
    data: { errors: { service: 'newVisit.lengthWrong' } },
  })
  expect(await visitsOf(tenant)).toEqual([])
})

test('who may book only with themselves is refused for others, whatever the form says', async () => {
  const tenant = await salon()
  await visitBy(tenant, 'anna')
  const forms: Record<string, string>[] = [
    {},
    { place: `${nine}:anna` },
    { 'member-cut': 'anna', member: '' },
  ]
  for (const form of forms)
    expect((await bookAs(tenant, form, bo)).data).toMatchObject({ errors: { form: 'staffDay.forbidden' } })
  // Over another visit neither, without that right.
  expect((await bookAs(tenant, { over: 'Because' })).data).toMatchObject({
    errors: { form: 'staffDay.forbidden' },
  })
  expect(await visitsOf(tenant)).toHaveLength(1)
})

test('what a block breaks is shown before it is saved, and again if it is something else by then', async () => {
  const tenant = await salon()
  const { id } = await visitBy(tenant, 'anna')
  const first = await blockAs(tenant, {})
  expect(first.data).toMatchObject({ breaks: { visits: [{ id }] }, block: { kind: 'ill' } })
  const other = await visitBy(tenant, 'anna', nine + 3_600_000)
  const again = await blockAs(tenant, { seen: `${id}.0.0` })
  expect(again.data).toMatchObject({ breaks: { visits: [{ id }, { id: other.id }] } })
  expect((await absenceOf(tenant, `date=${date}`)).uncovered).toEqual([])
  const seen = [...[id, other.id].toSorted(), 0, 0].join('.')
  const { to } = await blockAs(tenant, { seen })
  expect(new URL(to ?? '', 'http://here').searchParams.get('ids')?.split(',').toSorted()).toEqual(
    [id, other.id].toSorted(),
  )
  expect((await absenceOf(tenant, `date=${date}`)).uncovered).toMatchObject([{ id: 'anna' }])
})

test('what was removed is taken back from the bar of the page that follows, or it is said why not', async () => {
  const tenant = await salon()
  const call = await staffClient(app, tenant, reception)
  const times = { from: `${date}T12:00`, until: `${date}T13:00` }
  const { id } = await call('addBlock', { memberId: 'anna', kind: 'ill', ...times, reason: 'Migraine' })
  const remove = async () => {
    const { to } = await blockAs(tenant, { intent: 'removeBlock', id: id ?? '' })
    return new URL(to ?? '', 'http://here')
  }
  const { pathname, searchParams } = await remove()
  expect([pathname, searchParams.get('date'), searchParams.get('did')]).toEqual([
    '/admin/absence',
    date,
    'removedBlock',
  ])
  const changes = searchParams.get('undo') ?? ''
  const undone = await blockAs(tenant, { intent: 'undo', changes })
  expect(undone.to).toBe(`/admin/absence?date=${date}&message=undone`)
  expect((await absenceOf(tenant, `date=${date}`)).planned.members[0]?.away).toMatchObject([
    { id, kind: 'ill', reason: 'Migraine' },
  ])
  const again = (await remove()).searchParams.get('undo') ?? ''
  app.clock.now = now + 1_000
  await makeVisit(app, tenant, {
    start: new Date(nine + 3 * 3_600_000),
    services: [{ id: 'cut', name: 'Cut', member: 'anna', minutes: 30, price: 32_000 }],
    createdAt: new Date(now + 1_000),
  })
  const refused = await blockAs(tenant, { intent: 'undo', changes: again })
  expect(refused).toMatchObject({ status: 409, data: { of: 'undo', errors: { form: 'staffDay.undoTaken' } } })
  // Somebody else has removed it by now.
  expect((await blockAs(tenant, { intent: 'removeBlock', id: id ?? '' })).to).toBe(
    `/admin/absence?date=${date}&message=unchanged`,
  )
})

test('nobody blocks the time of others, or changes what is theirs, by a form of their own', async () => {
  const tenant = await salon()
  const call = await staffClient(app, tenant)
  const { id } = await call('addBlock', {
    memberId: 'anna',
    from: `${date}T12:00`,
    until: `${date}T13:00`,
    kind: 'break',
  })
  const refused = { errors: { form: 'staffDay.forbidden' } }
  expect((await blockAs(tenant, {}, bo)).data).toMatchObject(refused)
  expect((await blockAs(tenant, { intent: 'removeBlock', id: id ?? '' }, bo)).data).toMatchObject(refused)
  const hours = { intent: 'hours', hoursDate: date, hoursMember: '', closed: 'on' }
  expect((await blockAs(tenant, hours, bo)).data).toMatchObject(refused)
  expect((await blockAs(tenant, { intent: 'toString' })).status).toBe(400)
  const shown = await absenceOf(tenant, `date=${date}`)
  expect(shown.planned).toMatchObject({ members: [{ away: [{ id }] }, { away: [] }], otherHours: [] })
})

test('visits are handed over by one form, and what failed is said of each', async () => {
  const tenant = await salon()
  const { id, sequence } = await visitBy(tenant, 'anna')
  const form = {
    intent: 'handOver',
    member: 'anna',
    ids: id,
    inform: 'none',
    [`outcome-${id}`]: 'give:bo',
    [`who-${id}`]: 'Freja',
    [`start-${id}`]: String(nine),
    [`sequence-${id}`]: String(sequence + 1),
  }
  const stale = await blockAs(tenant, form)
  expect(stale.data).toMatchObject({
    handed: { results: [{ ok: false, id, reason: 'changed' }] },
    handOver: { visits: { [id]: 'give:bo' }, inform: 'none' },
  })
  const done = await blockAs(tenant, { ...form, [`sequence-${id}`]: String(sequence) })
  expect(done.data).toMatchObject({
    handed: {
      results: [{ ok: true, id }],
      visits: [{ id, who: 'Freja', choice: 'give:bo' }],
      day: `/admin/day?date=${date}`,
    },
  })
  expect((await visitsOf(tenant))[0]?.segments).toMatchObject([{ memberId: 'bo' }])
  const { data } = await blockAs(tenant, { ...form, [`outcome-${id}`]: '' })
  expect(data).toMatchObject({ errors: { form: 'staffAbsence.chooseOutcome' } })
})

test('what was decided is not asked again, and one free time is not given to two', async () => {
  const tenant = await salon()
  const first = await visitBy(tenant, 'anna')
  const second = await visitBy(tenant, 'anna', nine + 3_600_000)
  const call = await staffClient(app, tenant)
  await call('addBlock', { memberId: 'anna', from: `${date}T00:00`, until: `${date}T23:59`, kind: 'ill' })
  const ids = `${first.id},${second.id}`
  const place = `place:${nine + 5 * 3_600_000}:bo`
  const form = {
    intent: 'handOver',
    member: 'anna',
    ids,
    [`outcome-${first.id}`]: place,
    [`outcome-${second.id}`]: place,
    [`sequence-${first.id}`]: String(first.sequence),
    [`sequence-${second.id}`]: String(second.sequence),
  }
  const twice = await blockAs(tenant, form)
  expect(twice).toMatchObject({
    status: 400,
    data: { errors: { [`outcome-${second.id}`]: 'staffAbsence.twice' }, handOver: { visits: {} } },
  })
  const listed = async () =>
    (await absenceOf(tenant, `member=anna&ids=${ids}`)).handOver?.visits.map(({ id }) => id)
  expect(await listed()).toEqual([first.id, second.id])
  await blockAs(tenant, { ...form, [`outcome-${second.id}`]: 'ask' })
  expect(await listed()).toEqual([])
  expect((await absenceOf(tenant, `date=${date}`)).uncovered).toEqual([])
})

test('a visit that is over, or whose guest has not come, is not one without a place', async () => {
  const tenant = await salon()
  const { id } = await visitBy(tenant, 'anna')
  await visitBy(tenant, 'anna', nine + 3_600_000)
  const call = await staffClient(app, tenant)
  app.clock.now = nine + 20 * 60_000
  await call('setVisitProgress', { id, progress: 'noShow' })
  await call('addBlock', { memberId: 'anna', from: `${date}T00:00`, until: `${date}T23:59`, kind: 'ill' })
  const count = async () => (await absenceOf(tenant, `date=${date}`)).uncovered[0]?.ids.length ?? 0
  expect(await count()).toBe(1)
  app.clock.now = nine + 2 * 3_600_000
  expect(await count()).toBe(0)
})
