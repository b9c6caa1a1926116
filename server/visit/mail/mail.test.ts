import ICAL from 'ical.js'
import pg from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { sms } from '#db/schema/message.ts'
import type { LateFee, TenantProfile } from '#contract/content/tenant.ts'
import { makeDb, makeTenant, type TestDb } from '#test/make.ts'
import { makeVisit } from '#test/visit.ts'
import { deriveHandle } from '#server/secret/handle.ts'
import { sha256 } from '#server/secret/hash.ts'
import { claimTranslations, saveTranslations } from '#server/translation/queries.ts'
import { readConfig } from '#server/config/config.ts'
import type { TenantId } from '#server/database/db.ts'
import { findGuestByEmail } from '#server/guest/email-queries.ts'
import { createGuest, findGuest, updateGuest, type GuestDetails } from '#server/guest/queries.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { listMail } from '#server/mail/queries.ts'
import { listNotificationsOf, listPending } from '#server/notification/queries.ts'
import { listSms } from '#server/sms/queries.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { updateVisit, type VisitWithSegments } from '../queries.ts'
import { openJobs } from '#server/jobs/open.ts'
import { createProviders } from '#server/providers/create-providers.ts'
import { openSimulators } from '#simulators/open.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { visitCalendar } from '../calendar.ts'
import { enqueueChangeMail, enqueueReminderMail } from './mail.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import { findVisitFacts } from '../change-queries.ts'
import { finishChange } from './finish-change.ts'
import { settleVisit } from './notify-visit.ts'

const HOUR = 3_600_000
const secret = 'a secret of tests, long enough for all'
const now = Date.parse('2026-11-20T12:00:00Z')
/** Thursday 10:00 in Copenhagen. */
const start = new Date('2026-12-03T09:00:00Z')

async function open(wanted: { profile?: Partial<TenantProfile>; lateFee?: LateFee } = {}) {
  const testDb = await makeDb()
  const id = await makeTenant(testDb, {
    id: 'aurora',
    ...wanted,
    profile: {
      companyname: 'Aurora Salon',
      phone: '+45 12 34 56 78',
      address: { street: 'Gade 1', postalcode: '8000', city: 'Aarhus', country: 'DK' },
      ...wanted.profile,
    },
  })
  const config = readConfig({})
  const simulators = openSimulators(config, secret)
  const text = loadTexts()
  const clock = { now }
  const deps = {
    url: testDb.appUrl,
    db: testDb.db,
    ...createProviders(config, secret, simulators),
    mailer: simulators.mailer,
    config,
    log: pino({ level: 'silent' }),
    now: () => clock.now,
    text: text.translate,
    locales: text.locales,
    secret,
  }
  const jobs = await openJobs(deps, null)
  const row = await findTenantById(testDb.db, id)
  if (!row) throw new Error('no tenant')
  const ctx: MailContext = {
    tenant: tenantFrom(row, config),
    deps: { config, text: text.translate, locales: text.locales, now: () => clock.now, secret, jobs },
  }
  return {
    testDb,
    id,
    ctx,
    clock,
    /** Runs the jobs of the notifications that wait for one. */
    async deliver() {
      for (const one of await testDb.db.read(id, listPending))
        await jobHandlers.notifyGuest({ ...deps, jobs }, { tenant: id, id: one })
    },
    close: async () => {
      await jobs.stop()
      await testDb.close()
    },
  }
}

const freja = {
  email: 'freja@example.com',
  firstname: 'Freja',
  lastname: 'Holm',
  mobile: '+4520123456',
  mobileVerified: true,
  preferredLanguage: 'da',
  notifications: { mail: false, sms: true, push: false },
}

/** An account, and a visit of its own, as `change` says. */
async function visitOf({ db }: TestDb, id: TenantId, visit: VisitWithSegments, change: GuestDetails = {}) {
  return db.write(id, async (tx) => {
    const known = await findGuestByEmail(tx, freja.email)
    const uid = known?.id ?? (await createGuest(tx, { ...freja, createdAt: new Date(now) }))
    const row = await findGuest(tx, uid)
    if (!row) throw new Error('no guest')
    const guest = await updateGuest(tx, row, { ...freja, ...change }, new Date(now))
    return { ...visit, guestId: uid, guest }
  })
}

const mailOf = ({ db }: TestDb, id: TenantId) => db.read(id, listMail)

async function jobsOf({
  ownerUrl,
}: TestDb): Promise<
  { name: string; data: { tenant: string; id: string; start?: number }; startAfter: Date }[]
> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query(
    `select name, data, start_after as "startAfter" from pgboss.job
     where name in ('send-mail', 'remind-visit') order by name`,
  )
  await client.end()
  return rows
}

const plain = (text: string) => text.replace(/\u00a0|\u202f/g, ' ')

test('a booked visit is confirmed by one mail with all details, however often it is enqueued', async () => {
  const { testDb, id, ctx, close } = await open()
  const visit = await makeVisit(testDb, id, { start, secret, paid: 50_000 })
  await Promise.all(
    Array.from({ length: 20 }, () =>
      testDb.db.write(id, async (tx) => {
        await settleVisit(ctx, tx, visit, null)
        return enqueueChangeMail(ctx, tx, visit, { about: 'booked' })
      }),
    ),
  )

  const [mail, ...more] = await mailOf(testDb, id)
  expect(more).toEqual([])
  if (!mail) throw new Error('no mail')
  expect(mail).toMatchObject({
    key: `visit-booked:${visit.id}`,
    to: 'freja@example.com',
    icsMethod: 'REQUEST',
    sentAt: null,
  })
  expect(mail.subject).toBe('Aurora Salon: your visit on Thursday 3 December at 10:00')
  const handle = deriveHandle(secret, 'visit', id, visit.id)
  const cancel = deriveHandle(secret, 'cancel', id, visit.id)
  const links = [
    `http://aurora.localhost:3000/book/done?visit=${handle}`,
    `http://aurora.localhost:3000/visit/${handle}/calendar.ics`,
    `http://aurora.localhost:3000/cancelBooking/${cancel}/en`,
  ]
  for (const part of [
    'Hi Freja',
    'Cut',
    '10:00 with anna',
    'Colour',
    '10:30 with bo',
    'kr. 400.00',
    'kr. 800.00',
    'kr. 1,200.00',
    'kr. 500.00',
    'kr. 700.00',
    'Gade 1',
    '8000 Aarhus',
    '+45 12 34 56 78',
    'Thursday, 3 December 2026',
    '10:00 to 11:30',
    'until Wednesday, 2 December 2026 at 10:00',
    'costs kr. 600.00',
  ]) {
    expect(plain(mail.text)).toContain(part)
    expect(plain(mail.html)).toContain(part)
  }
  for (const link of links) {
    expect(mail.text).toContain(link)
    expect(mail.html).toContain(link)
  }
  expect(mail.html).toContain('<html lang="en">')
  expect(mail.html).not.toMatch(/<(img|script|link|iframe)|url\(/)

  expect(
    (await jobsOf(testDb)).map(({ name, data, startAfter }) => [
      name,
      data,
      name === 'remind-visit' && startAfter.getTime(),
    ]),
  ).toEqual([
    ['remind-visit', { tenant: id, id: visit.id, start: start.getTime() }, start.getTime() - 24 * HOUR],
    ['send-mail', { tenant: id, id: mail.id }, false],
  ])
  await close()
})

test('a booking that is rolled back leaves neither mail nor job', async () => {
  const { testDb, id, ctx, close } = await open()
  const visit = await makeVisit(testDb, id, { start, secret })
  const undone = testDb.db.write(id, async (tx) => {
    await enqueueChangeMail(ctx, tx, visit, { about: 'booked' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await mailOf(testDb, id)).toEqual([])
  expect(await jobsOf(testDb)).toEqual([])
  await close()
})

test('a visit within a day gets no reminder job, and a guest without an e-mail address no mail', async () => {
  const { testDb, id, ctx, close } = await open()
  const soon = await makeVisit(testDb, id, { start: new Date(now + 23 * HOUR), secret })
  const nobody = await makeVisit(testDb, id, { start, secret, contact: null })
  await testDb.db.write(id, async (tx) => {
    await enqueueChangeMail(ctx, tx, soon, { about: 'booked' })
    await enqueueChangeMail(ctx, tx, nobody, { about: 'booked' })
  })
  expect((await jobsOf(testDb)).map((job) => job.name)).toEqual(['send-mail'])
  const [mail] = await mailOf(testDb, id)
  expect(plain(mail?.text ?? '')).toContain(
    'Your visit begins in less than 24 hours, so cancelling now costs kr. 600.00.',
  )
  await close()
})

test("the mail uses the guest's language, number format and date format", async () => {
  const { testDb, id, ctx, close } = await open()
  const contact = {
    firstname: 'Freja',
    lastname: 'Holm',
    email: 'freja@example.com',
    mobile: '+4520123456',
    language: 'da',
  }
  const visit = await makeVisit(testDb, id, { start, secret, contact })
  await testDb.db.write(id, (tx) => enqueueChangeMail(ctx, tx, visit, { about: 'booked' }))
  const [mail] = await mailOf(testDb, id)
  expect(mail?.subject).toBe('Aurora Salon: din tid torsdag 3. december kl. 10.00')
  for (const part of [
    'Hej Freja',
    'torsdag den 3. december 2026',
    'kl. 10.00 til 11.30',
    'kl. 10.30 hos bo',
    '1.200,00 kr.',
    'indtil onsdag den 2. december 2026 kl. 10.00',
  ])
    expect(plain(mail?.text ?? '')).toContain(part)
  expect(mail?.text).toContain('/da\n')
  expect(mail?.html).toContain('<html lang="da">')
  await close()
})

test('what is written to a guest has the services as pages show them: a stored translation, else as named', async () => {
  const { testDb, id, ctx, close } = await open()
  const hash = sha256('Cut')
  const pair = { source: 'en', target: 'de', provider: 'simulator' } as const
  const claim = { now: new Date(now), since: new Date(now), retryBefore: new Date(now), budget: 100 }
  await testDb.db.write(id, async (tx) => {
    await claimTranslations(tx, pair, [{ hash, characters: 3 }], claim)
    await saveTranslations(tx, pair, [{ hash, words: 'Schnitt' }])
  })
  const account = await visitOf(testDb, id, await makeVisit(testDb, id, { start, secret }), {
    preferredLanguage: 'de',
  })
  await testDb.db.write(id, async (tx) => {
    await updateVisit(tx, account.id, { guestId: account.guestId })
    await finishChange(ctx, tx, account.id, {
      actor: { kind: 'guest' },
      kind: 'booked',
      before: null,
      message: { about: 'booked' },
    })
  })
  const mails = await mailOf(testDb, id)
  const [mail, salon] = [true, false].map((own) => mails.find(({ to }) => (to === freja.email) === own))
  const [notification] = await testDb.db.read(id, (tx) => listNotificationsOf(tx, account.guestId))
  for (const text of [mail?.text, mail?.ics, notification?.body]) {
    expect(text).toMatch(/Schnitt/)
    expect(text).toMatch(/Colour/)
    expect(text).not.toMatch(/Cut/)
  }
  expect(salon?.text).toContain('Cut')
  await close()
})

test.each([
  [false, 0],
  [true, 2],
])('an open price (%s) is "From" in the mail, at its service and in the total', async (from, count) => {
  const { testDb, id, ctx, close } = await open()
  const visit = await makeVisit(testDb, id, { start, secret })
  const segments = visit.segments.map((one, index) => ({ ...one, from: from && index === 0 }))
  await testDb.db.write(id, (tx) => enqueueChangeMail(ctx, tx, { ...visit, segments }, { about: 'booked' }))
  const [mail] = await mailOf(testDb, id)
  expect(mail?.text.match(/\bFrom kr/g) ?? []).toHaveLength(count)
  await close()
})

test('times in the repeated hour of a clock change have UTC offsets in mail and text message', async () => {
  const { testDb, id, ctx, clock, deliver, close } = await open()
  const contact = {
    firstname: 'Freja',
    lastname: 'Holm',
    email: 'freja@example.com',
    mobile: '+4520123456',
    language: 'da',
  }
  const visit = await makeVisit(testDb, id, { start: new Date('2026-10-25T00:30Z'), secret, contact })
  clock.now = visit.start.getTime() - 48 * HOUR
  await testDb.db.write(id, (tx) => enqueueChangeMail(ctx, tx, visit, { about: 'booked' }))
  clock.now += 24 * HOUR
  const own = await visitOf(testDb, id, visit)
  await testDb.db.write(id, (tx) => enqueueReminderMail(ctx, tx, own))
  // The night is quiet: the text message waits for the end.
  clock.now += 6 * HOUR
  await deliver()
  const [mail] = await mailOf(testDb, id)
  expect(mail?.subject).toContain('kl. 02.30 GMT+2')
  // Cancelling is free until the day before, when that hour is unambiguous.
  for (const part of ['kl. 02.30 GMT+2 til 03.00', 'kl. 02.00 GMT+1 hos bo', 'oktober 2026 kl. 02.30. '])
    expect(plain(mail?.text ?? '')).toContain(part)
  expect(mail?.ics).toContain('DTSTART:20261025T003000Z')
  expect(mail?.ics).toContain('DTEND:20261025T020000Z')
  expect(
    (await testDb.db.read(id, (tx) => tx.select({ text: sms.text }).from(sms).where(eq(sms.tenantId, id))))[0]
      ?.text,
  ).toContain('02.30 GMT+2')
  await close()
})

test.each<[string, { cancelLimit?: number }, LateFee, string]>([
  [
    'a limit of zero',
    { cancelLimit: 0 },
    { kind: 'full' },
    'You can cancel free of charge until the visit begins.',
  ],
  ['no late fee', {}, { kind: 'none' }, 'You can cancel free of charge until the visit begins.'],
  [
    'a longer limit and a fixed fee',
    { cancelLimit: 48 },
    { kind: 'fixed', amount: 15_000 },
    'until Tuesday, 1 December 2026 at 10:00. After that, cancelling costs kr. 150.00.',
  ],
])('the mail states the cancellation terms: %s', async (_, tenantMessages, lateFee, expectedText) => {
  const { testDb, id, ctx, close } = await open({ profile: { tenantMessages }, lateFee })
  const visit = await makeVisit(testDb, id, { start, secret })
  await testDb.db.write(id, (tx) => enqueueChangeMail(ctx, tx, visit, { about: 'booked' }))
  expect(plain((await mailOf(testDb, id))[0]?.text ?? '')).toContain(expectedText)
  await close()
})

test.each([
  [0, 0, 0, 'Cancelling was free of charge.\n'],
  [120_000, 0, 120_000, 'We refund the kr. 1,200.00 you paid.'],
  [0, 60_000, 0, 'There is a fee of kr. 600.00 because the visit was cancelled late.\n'],
  [30_000, 60_000, 0, 'It is taken from the kr. 300.00 you paid.\n'],
  [120_000, 60_000, 60_000, 'and you get kr. 600.00 back.'],
])(
  'the mail of a visit cancelled with %i paid, fee %i, refund %i states them and cancels the event',
  async (paid, fee, refunded, expectedText) => {
    const { testDb, id, ctx, close } = await open()
    const visit = await makeVisit(testDb, id, { start, secret, paid })
    await testDb.db.write(id, (tx) => enqueueChangeMail(ctx, tx, visit, { about: 'booked' }))
    const cancelled: VisitWithSegments = {
      ...visit,
      state: 'cancelled',
      sequence: visit.sequence + 1,
      fee,
      refunded,
    }
    await testDb.db.write(id, async (tx) => {
      await updateVisit(tx, visit.id, { state: 'cancelled', sequence: cancelled.sequence, fee, refunded })
      for (let again = 0; again < 3; again += 1)
        await enqueueChangeMail(ctx, tx, cancelled, { about: 'cancelled' })
    })
    const mail = await mailOf(testDb, id)
    expect(mail).toHaveLength(2)
    const [booked, gone] = ['booked', 'cancelled'].map((idempotencyKey) =>
      mail.find((one) => one.key.startsWith(`visit-${idempotencyKey}:`)),
    )
    expect(gone?.key).toBe(`visit-cancelled:${visit.id}:1`)
    expect(plain(gone?.text ?? '')).toContain(expectedText)
    expect(gone?.text).toContain(
      'http://aurora.localhost:3000/book/time?services=cut,color&teamMember=anna,bo',
    )
    const [before, after] = [booked, gone].map((one) => {
      const calendar = new ICAL.Component(ICAL.parse(one?.ics ?? '') as unknown[])
      const event = calendar.getFirstSubcomponent('vevent')
      return ['method', 'uid', 'sequence', 'status'].map((name) =>
        String((name === 'method' ? calendar : event)?.getFirstPropertyValue(name)),
      )
    })
    expect(before).toEqual(['REQUEST', `${visit.id}@aurora.localhost`, '0', 'CONFIRMED'])
    expect(after).toEqual(['CANCEL', `${visit.id}@aurora.localhost`, '1', 'CANCELLED'])
    await close()
  },
)

test('a reminder is sent once, and only for a booked visit that is near', async () => {
  const { testDb, id, ctx, clock, close } = await open()
  const visit = await makeVisit(testDb, id, { start, secret })
  const remind = (change: Partial<VisitWithSegments> = {}) =>
    testDb.db.write(id, (tx) => enqueueReminderMail(ctx, tx, { ...visit, ...change }))
  await remind()
  clock.now = start.getTime() - 24 * HOUR
  await remind({ state: 'cancelled' })
  await remind({ start: new Date(start.getTime() + 3 * HOUR) })
  expect(await mailOf(testDb, id)).toEqual([])
  await Promise.all(Array.from({ length: 20 }, () => remind()))
  clock.now = start.getTime()
  await remind()
  const mail = await mailOf(testDb, id)
  expect(mail.map((one) => one.key)).toEqual([`visit-reminder:${visit.id}:${start.toISOString()}`])
  expect(mail[0]).toMatchObject({
    subject: 'Aurora Salon: reminder of your visit on Thursday 3 December at 10:00',
    ics: null,
    icsMethod: null,
  })
  await close()
})

test('a reminder is sent by text message where chosen and the number is verified', async () => {
  const { testDb, id, ctx, clock, deliver, close } = await open()
  const visit = await makeVisit(testDb, id, { start, secret })
  clock.now = start.getTime() - 24 * HOUR
  const remind = async (change: GuestDetails) => {
    const own = await visitOf(testDb, id, visit, change)
    await testDb.db.write(id, (tx) => enqueueReminderMail(ctx, tx, own))
    await deliver()
  }
  const texts = () =>
    testDb.db.read(id, (tx) =>
      tx.select({ to: sms.to, text: sms.text, state: sms.state }).from(sms).where(eq(sms.tenantId, id)),
    )
  await remind({ notifications: { mail: false, sms: false, push: false } })
  expect(await texts()).toEqual([])
  await Promise.all(Array.from({ length: 5 }, () => remind({})))
  expect(await texts()).toEqual([
    {
      to: '+4520123456',
      text: expect.stringMatching(/^Aurora Salon: .+ torsdag 3\. december.+https?:\/\/\S+$/),
      state: 'sent',
    },
  ])
  clock.now = start.getTime() - 2 * HOUR
  await remind({ mobileVerified: false })
  expect(await texts()).toHaveLength(1)
  expect(await mailOf(testDb, id)).toEqual([])
  await close()
})

test.each(['cancelled', 'moved'] as const)(
  'a reminder that still waits for its text message is silent once the visit is %s',
  async (about) => {
    const { testDb, id, ctx, clock, deliver, close } = await open()
    const visit = await makeVisit(testDb, id, { start, secret })
    const own = await visitOf(testDb, id, visit)
    clock.now = start.getTime() - 24 * HOUR
    await testDb.db.write(id, (tx) => enqueueReminderMail(ctx, tx, own))
    expect(await testDb.db.read(id, listPending)).toHaveLength(1)
    const before = { start: start.getTime(), end: visit.end.getTime(), members: ['anna'] }
    const later = (at: Date) => new Date(at.getTime() + 72 * HOUR)
    await testDb.db.write(id, async (tx) => {
      const facts = await findVisitFacts(tx, visit.id)
      await updateVisit(tx, visit.id, {
        guestId: own.guestId,
        ...(about === 'moved'
          ? { start: later(start), end: later(visit.end) }
          : { state: 'cancelled' as const }),
      })
      const change = about === 'moved' ? { about, before, segments: visit.segments } : { about }
      await finishChange(ctx, tx, visit.id, {
        actor: { kind: 'guest' },
        kind: about,
        before: facts,
        message: change,
      })
    })
    await deliver()
    expect(await testDb.db.read(id, listSms)).toEqual([])
    await close()
  },
)

test('typed names are escaped in subject, HTML and calendar', async () => {
  const { testDb, id, ctx, close } = await open({
    profile: { companyname: 'Salon\r\nBcc: eve@example.com <script>alert(1)</script>' },
  })
  const evil = '<img src=x onerror=alert(1)>"\'\r\nBEGIN:VEVENT'
  const visit = await makeVisit(testDb, id, {
    start,
    secret,
    contact: { firstname: evil, lastname: evil, email: 'freja@example.com', mobile: '', language: 'en' },
    services: [{ id: 'cut', name: evil, member: 'anna', minutes: 30, price: 1 }],
  })
  await testDb.db.write(id, (tx) => enqueueChangeMail(ctx, tx, visit, { about: 'booked' }))
  const [mail] = await mailOf(testDb, id)
  if (!mail?.ics) throw new Error('no mail')
  expect(mail.subject).not.toMatch(/[\r\n]/)
  expect(mail.html).not.toMatch(/<script|<img/)
  expect(new ICAL.Component(ICAL.parse(mail.ics) as unknown[]).getAllSubcomponents('vevent')).toHaveLength(1)
  expect(await testDb.db.read(id, (tx) => visitCalendar(ctx, tx, visit))).toContain('METHOD:PUBLISH')
  await close()
})

test.each([
  ['Freja@Example.com', 'mailto:no-reply@stamgast.dk'],
  ['hej@example.com', 'mailto:hej@example.com'],
])('the organizer is the salon (%s), by %s, which is never the address of the guest', async (salon, by) => {
  const { testDb, id, ctx, close } = await open({ profile: { contact_email: salon } })
  const visit = await makeVisit(testDb, id, { start, secret })
  await testDb.db.write(id, (tx) => enqueueChangeMail(ctx, tx, visit, { about: 'booked' }))
  const [mail] = await mailOf(testDb, id)
  const download = await testDb.db.read(id, (tx) => visitCalendar(ctx, tx, visit))
  for (const ics of [mail?.ics ?? '', download]) {
    const event = new ICAL.Component(ICAL.parse(ics) as unknown[]).getFirstSubcomponent('vevent')
    expect(event?.getFirstPropertyValue('organizer')).toBe(by)
    expect(event?.getFirstProperty('organizer')?.getParameter('cn')).toBe('Aurora Salon')
    expect(ics).toMatch(/END:VCALENDAR\r\n$/)
  }
  await close()
})

test("links use the tenant's stored host, not that of a request", async () => {
  const { testDb, id, ctx, close } = await open({ profile: { canonicalHost: 'www.aurora.example' } })
  const visit = await makeVisit(testDb, id, { start, secret })
  await testDb.db.write(id, (tx) => enqueueChangeMail(ctx, tx, visit, { about: 'booked' }))
  const [mail] = await mailOf(testDb, id)
  const hosts = new Set(
    [
      ...(mail?.html ?? '').matchAll(/https?:\/\/([^/"]+)/g),
      ...(mail?.text ?? '').matchAll(/https?:\/\/([^/\s]+)/g),
    ].map((match) => match[1]),
  )
  // The address leads to a map.
  expect([...hosts]).toEqual(['www.aurora.example:3000', 'www.google.com'])
  expect(mail?.ics).toContain(`UID:${visit.id}@www.aurora.example`)
  await close()
})
