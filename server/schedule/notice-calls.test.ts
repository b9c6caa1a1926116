import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTICE_MS } from '#domain/staff/notice.ts'
import { UNDO_MS } from '#domain/visit/undo.ts'
import type { SignedInStaff } from '#contract/staff/staff.ts'
import type { TenantId } from '#server/database/db.ts'
import { handlers, etags } from '#server/handlers.ts'
import { createInProcessClient } from '#server/http/dispatch.ts'
import {
  createStaffSession,
  removeStaffSession,
  removeStaffSessions,
} from '#server/identity/staff/session-queries.ts'
import type { HandlerDeps } from '#server/jobs/jobs.ts'
import { listMail } from '#server/mail/queries.ts'
import type { OutgoingPush, PushTarget } from '#server/providers/push/port.ts'
import { staffSubscriptions, upsertStaffPush } from '#server/push/staff-queries.ts'
import { updateStaffRow } from '#server/staff/queries.ts'
import { listChangesOfVisit } from '#server/visit/change-queries.ts'
import { simulatedMailer } from '#simulators/messages.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makeBrowser } from '#test/push-service.ts'
import { makeSignedIn, staffClient, staffContext, storeStaff } from '#test/signed-in.ts'
import { book, errorCodeOf, summer } from '#test/steps.ts'
import { jobContext } from '#test/waitlist.ts'
import { tellOfAbsence, tellStaff } from './notice.ts'
import { mailTomorrow } from './tomorrow.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const date = '2026-06-12'
const noon = summer('2026-06-10T12:00')
const nine = summer(`${date}T09:00`)
const [hour, day] = [3_600_000, 86_400_000]

type Sent = { endpoint: string; push: OutgoingPush }
/** A salon with a receptionist and two practitioners, each with a browser of their own. */
async function salon(now = noon) {
  app.clock.now = now
  const tenant = await makeTenant(app)
  const people = {
    mia: makeSignedIn(),
    anna: makeSignedIn({ name: 'Anna', role: 'practitioner', memberId: 'anna' }),
    bo: makeSignedIn({ name: 'Bo', role: 'practitioner', memberId: 'bo' }),
  }
  const endpoints = new Map<string, string>()
  for (const [name, person] of Object.entries(people)) {
    await storeStaff(app, tenant, person)
    const { target } = makeBrowser()
    endpoints.set(target.endpoint, name)
    await subscribe(tenant, person, target)
  }
  const sent: Sent[] = []
  const later: Date[] = []
  const { deps, tenant: known } = await jobContext(app, tenant)
  const jobDeps: HandlerDeps = {
    ...deps,
    url: app.appUrl,
    mailer: simulatedMailer(),
    push: {
      ...deps.push,
      send: async ({ endpoint }, push) => {
        sent.push({ endpoint, push })
        return { is: 'ok' as const }
      },
    },
    jobs: {
      ...deps.jobs,
      noticeVisitChange: async (_, __, at) => {
        if (at) later.push(at)
      },
      noticeAbsence: async (_, __, at) => {
        later.push(at)
      },
    },
  }
  /** Runs the jobs of all changes of a visit; returns who got a push message, and its title. */
  async function told(id: string): Promise<string[]> {
    sent.length = 0
    for (const change of await app.db.read(tenant, (tx) => listChangesOfVisit(tx, id)))
      await tellStaff({ deps: jobDeps, tenant: known }, change.id)
    return sent.map(({ endpoint, push }) => `${endpoints.get(endpoint)}: ${push.title}`).toSorted()
  }
  /** The same of an absence. */
  async function toldOfAbsence(id: string): Promise<string[]> {
    sent.length = 0
    await tellOfAbsence({ deps: jobDeps, tenant: known }, id)
    return sent.map(
      ({ endpoint, push }) => `${endpoints.get(endpoint)}: ${push.title}, ${push.body.replace(/\s/g, ' ')}`,
    )
  }
  return { tenant, ...people, told, toldOfAbsence, sent, later, ctx: { deps: jobDeps, tenant: known } }
}
async function subscribe(tenant: TenantId, person: SignedInStaff, target: PushTarget): Promise<string> {
  const at = new Date(app.deps.now())
  return app.db.write(tenant, async (tx) => {
    const session = { staffId: person.id, deviceId: null, method: 'link' as const, userAgent: '', at }
    const token = await createStaffSession(tx, session)
    await upsertStaffPush(tx, person.id, target, { token, at })
    return token
  })
}
const browsersOf = (tenant: TenantId, { id }: SignedInStaff) =>
  app.db.read(tenant, (tx) => staffSubscriptions(id).list(tx, new Date(app.deps.now())))
const staffMails = async (tenant: TenantId) =>
  (await app.db.read(tenant, listMail)).filter(({ key }) => /^salon-(notice|tomorrow):/.test(key))

test('reception hears of all, a practitioner of their own, and nobody of what they did themselves', async () => {
  const { tenant, mia, told, sent } = await salon()
  const { id } = await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['anna'] })
  expect(await told(id)).toEqual(['anna: New: Freja', 'mia: New: Freja'])
  expect(sent[0]?.push.body.replace(/\s/g, ' ')).toBe(`Friday 12 June at 09:00: cut of ${tenant}`)
  // The number of the guest, and the last name, stay in the salon's site.
  expect(JSON.stringify(sent)).not.toMatch(/Holm|20123456|example/)
  const call = await staffClient(app, tenant, mia)
  await call('placeVisit', { id, sequence: 0, start: nine + hour, members: ['bo'] })
  app.clock.now = noon + UNDO_MS + hour
  expect((await told(id)).filter((one) => one.includes('Moved'))).toEqual([
    'anna: Moved: Freja',
    'bo: Moved: Freja',
  ])
  expect(await staffMails(tenant)).toEqual([])
})

test('a change says with whom the visit is now, until when, or that its guest was asked', async () => {
  const { tenant, mia, bo, told, sent } = await salon()
  const { id } = await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const call = await staffClient(app, tenant, mia)
  const bodies = () => [...new Set(sent.map(({ push }) => `${push.title}, ${push.body.replace(/\s/g, ' ')}`))]
  await call('placeVisit', { id, sequence: 0, start: nine, members: ['bo'] })
  app.clock.now = noon + hour
  await call('placeVisit', { id, sequence: 1, start: nine, minutes: [35] })
  app.clock.now = noon + 2 * hour
  await call('askGuestForOtherTime', { id, sequence: 2 })
  await told(id)
  expect(bodies()).toEqual(
    expect.arrayContaining([
      `Moved: Freja, Friday 12 June at 09:00, now with bo: cut of ${tenant}`,
      `Longer: Freja, Friday 12 June at 09:00 until 09:35: cut of ${tenant}`,
      `Asked to choose another time: Freja, Friday 12 June at 09:00: cut of ${tenant}`,
    ]),
  )
  const { documents } = await (await staffClient(app, tenant, bo))('listStaffNotices', {})
  expect(documents).toMatchObject([
    { kind: 'asked', members: [] },
    { kind: 'longer', start: nine, end: nine + 35 * 60_000, before: null },
    { kind: 'moved', members: ['bo'], before: null },
  ])
})

test('what was taken back is told to nobody', async () => {
  const { tenant, mia, told } = await salon()
  const { id } = await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const call = await staffClient(app, tenant, mia)
  const { changeId } = await call('cancelVisitBySalon', { id, sequence: 0, inform: true })
  await call('undoVisitChange', { changeIds: [changeId ?? ''] })
  expect((await told(id)).filter((one) => one.includes('Cancelled'))).toEqual([])
})

test('at night it waits for the morning, unless the visit is of the same day', async () => {
  const { tenant, told, later } = await salon(summer('2026-06-11T22:00'))
  const { id } = await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['anna'] })
  expect(await told(id)).toEqual([])
  expect(later).toEqual([new Date(summer(`${date}T08:00`))])
  app.clock.now = summer(`${date}T07:30`)
  expect(await told(id)).toHaveLength(2)
  app.clock.now = nine + day
  expect(await told(id)).toEqual([])
})

test('by mail where it is chosen, once each, in the person’s language', async () => {
  const { tenant, anna, told } = await salon()
  const call = await staffClient(app, tenant, anna)
  expect(await call('getNoticeSettings', {})).toMatchObject({ push: true, mail: false, tomorrow: false })
  expect(await call('updateNoticeSettings', { push: false, mail: true })).toMatchObject({
    push: false,
    mail: true,
    tomorrow: false,
    pushKey: expect.any(String),
  })
  await app.db.write(tenant, async (tx) => {
    await updateStaffRow(tx, anna.id, { language: 'da' })
  })
  const { id } = await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['anna'] })
  expect(await told(id)).toEqual(['mia: New: Freja'])
  await told(id)
  const mails = await staffMails(tenant)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[`${anna.id}@example.com`, 'Ny tid: Freja']])
  expect(mails[0]?.key).toContain(`salon-notice:${id}:`)
  expect(mails[0]?.text).not.toMatch(/Holm|20123456/)
})

test('the list on the day’s page has what others did, until it is three days old, and what is new', async () => {
  const { tenant, mia, anna, bo } = await salon()
  const guest = app.guest(tenant)
  const { id, cancelHandle } = await book(guest, { tenantId: tenant, start: nine, teamMember: ['anna'] })
  await guest('changeVisitNote', { tenantId: tenant, handle: cancelHandle, note: 'A secret wish' })
  const call = await staffClient(app, tenant, mia)
  const listed = async (person: SignedInStaff) =>
    (await (await staffClient(app, tenant, person))('listStaffNotices', {})).documents
  expect((await listed(mia)).map(({ kind, seen }) => `${kind} ${seen}`).toSorted()).toEqual([
    'booked false',
    'noted false',
  ])
  expect(JSON.stringify(await listed(mia))).not.toMatch(/Holm|20123456|secret wish/)
  expect(await listed(bo)).toEqual([])
  await call('markStaffNoticesSeen', { until: noon })
  expect((await listed(mia)).every(({ seen }) => seen)).toBe(true)
  expect((await listed(anna)).every(({ seen }) => seen)).toBe(false)
  app.clock.now = noon + hour
  await call('cancelVisitBySalon', { id, sequence: 0, inform: false })
  expect((await listed(mia)).map(({ kind }) => kind)).not.toContain('cancelled')
  expect((await listed(anna))[0]).toMatchObject({
    kind: 'cancelled',
    actor: 'staff',
    name: 'Mia Lund',
    firstname: 'Freja',
    start: nine,
  })
  app.clock.now = noon + NOTICE_MS + 2 * hour
  expect(await listed(anna)).toEqual([])
})

const illness = {
  memberId: 'anna',
  from: `${date}T00:00`,
  until: '2026-06-13T00:00',
  kind: 'ill' as const,
  reason: 'A secret ailment',
}

test('who is away hears what others have entered for them: kind and times, and nothing else', async () => {
  const { tenant, mia, anna, bo, toldOfAbsence, sent } = await salon()
  const call = await staffClient(app, tenant, mia)
  const { id } = await call('addBlock', illness)
  const pause = { ...illness, from: `${date}T12:00`, until: `${date}T12:30`, kind: 'break' as const }
  const short = await call('addBlock', pause)
  expect(await toldOfAbsence(id ?? '')).toEqual(['anna: Entered for you: Ill, Friday, 12 June 2026'])
  expect(JSON.stringify(sent)).not.toContain('ailment')
  expect(await toldOfAbsence(short.id ?? '')).toEqual([
    'anna: Entered for you: Break, Friday 12 June at 12:00 – 12:30',
  ])
  const listed = async (person: SignedInStaff) =>
    (await (await staffClient(app, tenant, person))('listStaffNotices', {})).documents
  expect(await listed(anna)).toEqual(
    expect.arrayContaining([
      {
        id,
        at: noon,
        kind: 'absence',
        actor: 'staff',
        name: 'Mia Lund',
        absence: 'ill',
        date,
        start: summer(illness.from),
        end: summer(illness.until),
        wholeDays: true,
        seen: false,
      },
    ]),
  )
  expect([await listed(mia), await listed(bo)]).toEqual([[], []])
  await (
    await staffClient(app, tenant, anna)
  )('markStaffNoticesSeen', { until: noon })
  expect((await listed(anna)).every(({ seen }) => seen)).toBe(true)
  // What was removed is no news, nor what comes back.
  app.clock.now = noon + hour
  const { undo } = await call('removeBlock', { id: id ?? '' })
  expect((await listed(anna)).map((one) => one.id)).toEqual([short.id])
  expect(await toldOfAbsence(id ?? '')).toEqual([])
  await call('undoRemoval', { removal: undo?.removal ?? '' })
  const seen = new Map((await listed(anna)).map((one) => [one.id, one.seen]))
  expect(seen).toEqual(
    new Map([
      [id, true],
      [short.id, true],
    ]),
  )
})

test('who has entered it themselves is not told, and at night it waits, unless it is of the same day', async () => {
  const night = summer('2026-06-11T22:00')
  const { tenant, mia, anna, toldOfAbsence, later } = await salon(night)
  const mine = await staffClient(app, tenant, anna)
  const { id } = await mine('addBlock', illness)
  app.clock.now = summer(`${date}T08:00`)
  expect(await toldOfAbsence(id ?? '')).toEqual([])
  expect((await mine('listStaffNotices', {})).documents).toEqual([])
  app.clock.now = night
  const call = await staffClient(app, tenant, mia)
  const other = await call('addBlock', { ...illness, until: '2026-06-12T12:00' })
  expect(await toldOfAbsence(other.id ?? '')).toEqual([])
  expect(later).toEqual([new Date(summer(`${date}T08:00`))])
  app.clock.now = summer(`${date}T07:00`)
  expect(await toldOfAbsence(other.id ?? '')).toHaveLength(1)
  app.clock.now = summer(`${date}T12:00`)
  expect(await toldOfAbsence(other.id ?? '')).toEqual([])
})

test('an absence is told of by mail where that is chosen', async () => {
  const { tenant, mia, anna, toldOfAbsence } = await salon()
  await (
    await staffClient(app, tenant, anna)
  )('updateNoticeSettings', { push: false, mail: true })
  const { id } = await (await staffClient(app, tenant, mia))('addBlock', illness)
  await toldOfAbsence(id ?? '')
  await toldOfAbsence(id ?? '')
  const mails = await staffMails(tenant)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [`${anna.id}@example.com`, 'Entered for you: Ill'],
  ])
  expect(mails[0]?.text).toContain('12 June 2026')
  expect(mails[0]?.text).not.toContain('ailment')
})

test('a browser is saved for its own session, ends when that is ended, and not when it was only unused', async () => {
  const { tenant, mia, anna } = await salon()
  const { target } = makeBrowser()
  const token = await subscribe(tenant, mia, target)
  expect(await browsersOf(tenant, mia)).toHaveLength(2)
  const context = { ...(await staffContext(app, tenant, mia)), sessionToken: token }
  const call = createInProcessClient(handlers, etags, context)
  const { endpoint, p256dh, auth } = makeBrowser().target
  // Another endpoint of the same browser replaces its first one.
  await call('saveStaffPush', { endpoint, keys: { p256dh, auth } })
  expect((await browsersOf(tenant, mia)).map((one) => one.endpoint)).toContain(endpoint)
  expect(await browsersOf(tenant, mia)).toHaveLength(2)
  // Another person's is not theirs to remove.
  const [theirs] = await browsersOf(tenant, anna)
  await call('removeStaffPush', { endpoint: theirs?.endpoint ?? '' })
  expect(await browsersOf(tenant, anna)).toHaveLength(1)
  const atDesk = makeSignedIn({ ...mia, device: { id: mia.id, name: 'Desk', lockMinutes: 5 } })
  const desk = await staffClient(app, tenant, atDesk)
  expect(await errorCodeOf(desk('saveStaffPush', { endpoint, keys: { p256dh, auth } }))).toBe(
    'auth/operation-not-allowed',
  )
  // A browser that becomes a desk device is nobody's own any more.
  const owner = await staffContext(app, tenant, makeSignedIn({ id: mia.id, role: 'owner' }))
  const enrol = createInProcessClient(handlers, etags, { ...owner, sessionToken: token })
  await enrol('enrolDevice', { name: 'Desk' })
  expect(await browsersOf(tenant, mia)).toHaveLength(1)
  const ended = await subscribe(tenant, mia, makeBrowser().target)
  await app.db.write(tenant, (tx) => removeStaffSession(tx, ended))
  expect(await browsersOf(tenant, mia)).toHaveLength(1)
  await app.db.write(tenant, (tx) => removeStaffSessions(tx, mia.id))
  expect(await browsersOf(tenant, mia)).toEqual([])
  app.clock.now = noon + 31 * day
  expect(await browsersOf(tenant, anna)).toEqual([])
})

test('who was removed, and the people of another salon, hear nothing', async () => {
  const { tenant, anna, mia, told } = await salon()
  await salon()
  await app.db.write(tenant, async (tx) => {
    await updateStaffRow(tx, anna.id, { removedAt: new Date(noon) })
    await updateStaffRow(tx, mia.id, { rights: { day: 'own' } })
  })
  const { id } = await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['anna'] })
  expect(await told(id)).toEqual([])
})

test('the list of tomorrow comes at six, once, as far as each may see, without numbers and last names', async () => {
  const six = summer('2026-06-11T18:00')
  const { tenant, mia, anna, ctx } = await salon(six - hour)
  for (const [start, member] of [
    [nine, 'anna'],
    [nine + hour, 'bo'],
    [nine + day, 'anna'],
  ] as const)
    await book(app.guest(tenant), { tenantId: tenant, start, teamMember: [member] })
  for (const person of [mia, anna])
    await (
      await staffClient(app, tenant, person)
    )('updateNoticeSettings', { tomorrow: true })
  await mailTomorrow(ctx)
  expect(await staffMails(tenant)).toEqual([])
  app.clock.now = six
  await mailTomorrow(ctx)
  app.clock.now = six + hour
  await mailTomorrow(ctx)
  const mails = await staffMails(tenant)
  const textTo = ({ id }: SignedInStaff) => mails.find(({ to }) => to.startsWith(id))?.text ?? ''
  expect(mails).toHaveLength(2)
  expect(textTo(mia)).toMatch(/09:00–09:30: Freja H\.\ncut of/)
  expect(textTo(mia)).toMatch(/10:00–10:30: Freja H\.\ncut of/)
  expect(textTo(mia)).not.toMatch(/Holm|20123456|example\.com/)
  expect(textTo(anna)).not.toContain('10:00–10:30')
  app.clock.now = six + 2 * day
  await mailTomorrow(ctx)
  expect(
    (await staffMails(tenant)).filter(({ text }) => text?.includes('No visits are booked')),
  ).toHaveLength(2)
})
