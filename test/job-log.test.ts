import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Db, TenantId } from '#server/data/db.ts'
import { createInvite } from '#server/data/invite.ts'
import { listMail } from '#server/data/mail.ts'
import { listSms } from '#server/data/sms.ts'
import { handlers } from '#server/jobs/handlers.ts'
import type { JobDeps } from '#server/jobs/jobs.ts'
import { openJobs } from '#server/jobs/open.ts'
import { queues } from '#server/jobs/queues.ts'
import { AnalyticsRefused, AnalyticsUncertain } from '#server/providers/analytics/port.ts'
import { simulatedAnalytics } from '#server/providers/analytics/simulator.ts'
import { MailRefused, type Mail } from '#server/providers/email/port.ts'
import { simulatedMailer } from '#server/providers/email/simulator.ts'
import { smtpMailer } from '#server/providers/email/smtp.ts'
import { SmsRefused, SmsUncertain, SmsUnreached, type OutgoingSms } from '#server/providers/sms/port.ts'
import { simulatedSms } from '#server/providers/sms/simulator.ts'
import { startMailServer } from './mail-server.ts'
import { makeApp, makeTenant, type TestApp } from './make.ts'
import { asOwner } from './seeded.ts'
import { book, hold } from './steps.ts'
import { withoutLimits } from './without-limits.ts'

/*
 * The work in the background: mails, text messages, reminders, events and sweeps of a guest whose every word is a canary, in fair weather
 * and where whoever takes them fails and names the guest. Neither the log at its most talkative nor what the queue keeps does.
 */
const person = {
  firstname: 'Frejahilde',
  lastname: 'Bjoernstrupsen',
  address: 'Hemmelighedsgade 17B',
  postalcode: 'HX4 9QQ',
  city: 'Hemmeligstrup',
}
const mobile = '28764419'
const passwords = ['Tr0ub4dor-and-3-horses', 'en hemmelig aften ved søen']
const clientId = randomUUID()
const DAY = 86_400_000

let app: TestApp
const log: string[] = []
/** What is written beside the log. */
const beside: string[] = []
const talkative = pino(
  { level: 'trace', base: null },
  {
    write: (line: string) => {
      log.push(line)
    },
  },
)
beforeAll(async () => {
  app = await makeApp()
  withoutLimits(app)
  app.clock.now = Date.now()
})
afterAll(() => app.close())
beforeEach(() => {
  log.length = beside.length = 0
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      beside.push(
        parts.map((one) => (one instanceof Error ? `${one.stack} ${one.message}` : String(one))).join(' '),
      )
    })
})
afterEach(() => vi.restoreAllMocks())

/** Between two mails or messages to one guest there is a pause, and they are counted by the hour. */
const later = (ms: number) => {
  app.clock.now = app.deps.now() + ms
}

/** A guest with every kind of mail and message waiting for its job. @returns their secrets, and the visit to be reminded of. */
async function live(tenant: TenantId): Promise<{ secrets: string[]; visit: string }> {
  const email = `freja.secret.${tenant}@privatmail.dk`
  const [guest, password = '', fresh = ''] = [app.guest(tenant), ...passwords]
  const { uid } = await guest('createUserWithEmailAndPassword', { email, password })
  await guest('updateUser', {
    tenantId: tenant,
    uid,
    ...person,
    mobile,
    countryCode: 'DK',
    notifications: { mail: true, sms: true, push: false },
  })
  await guest('sendMobileConfirmation', { tenantId: tenant })
  await asOwner(
    app,
    tenant,
    `update guest set mobile_verified = true, email_verified = true where tenant_id = '${tenant}'`,
  )
  await guest('updatePassword', { tenantId: tenant, uid, currentPassword: password, newPassword: fresh })
  await guest('sendPasswordResetEmail', { email })
  await guest('verifyBeforeUpdateEmail', { newEmail: `other.${email}` })
  const stranger = app.guest(tenant)
  await stranger('sendMagicLink', { tenantId: tenant, email, mobile, dialcode: '+45' })
  later(60_000)
  await stranger('sendSignInCode', { tenantId: tenant, email })
  later(60_000)
  await stranger('sendSignInCode', { tenantId: tenant, mobile: `+45${mobile}` })
  later(3_600_000)
  const start = Math.ceil((app.deps.now() + 3_600_000) / 900_000) * 900_000
  // The month may be over tomorrow.
  const months = [start, start + 31 * DAY].map((at) => new Date(at).toISOString().slice(0, 7))
  const offers = (
    await Promise.all(
      months.map((month) => guest('getAvailability', { tenantId: tenant, services: 'cut', month })),
    )
  ).flatMap((one) => one.offers)
  const free = offers.map((one) => one.start).filter((one) => one > start)
  const visit = await book(guest, { tenantId: tenant, start: free[0] ?? 0 })
  const second = await book(guest, { tenantId: tenant, start: free[9] ?? 0 })
  await guest('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, bookingId: second.cancelHandle })
  const held = await hold(guest, { tenantId: tenant, start: free[18] ?? 0 })
  const invite = await app.db.write(tenant, (tx) =>
    createInvite(tx, {
      prefill: { ...person, email },
      expiresAt: new Date(app.deps.now() - 31 * DAY),
      createdAt: new Date(app.deps.now() - 40 * DAY),
    }),
  )
  // What the sweeps find.
  await asOwner(
    app,
    tenant,
    `update session set expires_at = now() - interval '2 hours' where tenant_id = '${tenant}'; update action_code set expires_at = now() - interval '9 days' where tenant_id = '${tenant}' and kind = 'resetPassword'; update visit set hold_until = now() - interval '2 days' where tenant_id = '${tenant}' and state = 'held'`,
  )
  const texts = [
    ...(await app.db.read(tenant, listMail)).map(({ text, subject }) => `${subject} ${text}`),
    ...(await app.db.read(tenant, listSms)).map(({ text }) => text),
  ].join('\n')
  // Links, handles and codes, as they stand in what is sent.
  const sent = [...texts.matchAll(/[\w-]{22,}|(?<![\w+-])\d{6}(?![\w-])/g)]
    .map(([one]) => one)
    .filter((one) => !one.includes(tenant))
  return {
    visit: visit.id,
    secrets: [
      ...new Set([
        ...Object.values(person),
        email,
        mobile,
        uid,
        invite,
        held.handle,
        visit.handle,
        visit.cancelHandle,
        clientId,
        ...passwords,
        ...guest.cookies.values(),
        ...sent,
      ]),
    ],
  }
}

/** What they say when they fail: all that they were given. */
const naming = (one: Mail | OutgoingSms) =>
  `550 ${one.to}: ${JSON.stringify(one)}\n    at ${one.to} (${one.text})`
const failing = (fail: (told: string) => unknown): Pick<JobDeps, 'mailer' | 'sms' | 'analytics'> => ({
  mailer: {
    async send(mail) {
      throw fail(naming(mail))
    },
    close() {},
  },
  sms: {
    ...simulatedSms(),
    async send(sms) {
      throw fail(naming(sms))
    },
  },
  analytics: {
    ...simulatedAnalytics(),
    async send(hit) {
      throw fail(JSON.stringify(hit))
    },
  },
})
const fair = () => ({ mailer: simulatedMailer(), sms: simulatedSms(), analytics: simulatedAnalytics() })
const databaseFault = (told: string) =>
  Object.assign(
    new Error(`Failed query: insert into mail\nparams: ${told}`, {
      cause: Object.assign(new Error(`duplicate key\nDETAIL: Key (email)=(${told})`), { code: '23505' }),
    }),
    { detail: told, parameters: [told] },
  )

type Weather = Partial<JobDeps> | ((all: string) => Partial<JobDeps>)
const weathers: [string, Weather, { logged: RegExp | null }][] = [
  ['everybody takes what they are given', fair(), { logged: null }],
  [
    'everybody fails, and says of whom',
    failing((told) =>
      Object.assign(new Error(told), {
        code: 'EENVELOPE',
        responseCode: 450,
        response: told,
        rejected: [told],
      }),
    ),
    { logged: /"msg":"job failed"/ },
  ],
  [
    'everybody fails with what is no error at all',
    failing((told) => ({ told, message: told })),
    { logged: /"msg":"job failed"/ },
  ],
  [
    'everybody refuses',
    {
      mailer: {
        async send(mail) {
          throw new MailRefused(naming(mail))
        },
        close() {},
      },
      sms: {
        ...simulatedSms(),
        async send(sms) {
          throw Object.assign(new SmsRefused('0x0213'), { message: naming(sms) })
        },
      },
      analytics: {
        ...simulatedAnalytics(),
        async send(hit) {
          throw new AnalyticsRefused(JSON.stringify(hit))
        },
      },
    },
    { logged: /"msg":"text message not sent"/ },
  ],
  [
    'nobody is reached',
    {
      ...fair(),
      sms: {
        ...simulatedSms(),
        async send(sms) {
          throw new SmsUnreached(naming(sms))
        },
      },
    },
    { logged: /"msg":"job failed"/ },
  ],
  [
    'nobody knows whether it was taken',
    {
      ...fair(),
      sms: {
        ...simulatedSms(),
        async send(sms) {
          throw new SmsUncertain(naming(sms))
        },
      },
      analytics: {
        ...simulatedAnalytics(),
        async send(hit) {
          throw new AnalyticsUncertain(JSON.stringify(hit))
        },
      },
    },
    { logged: /"code":"uncertain"/ },
  ],
  [
    'the database fails, and says on which rows',
    (all) => ({ ...fair(), db: broken(() => databaseFault(all)) }),
    { logged: /"msg":"job failed"/ },
  ],
]
function broken(fault: () => Error): Db {
  return { ...app.deps.db, read: () => Promise.reject(fault()), write: () => Promise.reject(fault()) }
}

const spelt = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  secret.toLowerCase(),
  Buffer.from(secret).toString('base64'),
  JSON.stringify(secret).slice(1, -1),
]
/** Times and random ids are meant to be there, and could spell six digits by chance. */
const said = () =>
  log.map((line) =>
    JSON.stringify({ ...(JSON.parse(line) as object), time: undefined, job: undefined, sms: undefined }),
  )
const found = (secrets: string[], lines: string[]) =>
  secrets.filter((one) => spelt(one).some((spelling) => lines.some((line) => line.includes(spelling))))

/** Does all that waits, and sweeps, with these helpers in the place of the fair ones. */
async function work(tenant: TenantId, visit: string, weather: Partial<JobDeps>) {
  const { config, text, locales, secret, now } = app.deps
  const deps: JobDeps = {
    url: app.appUrl,
    db: app.deps.db,
    config,
    text,
    locales,
    secret,
    now,
    log: talkative,
    ...fair(),
    ...weather,
    work: true,
  }
  await app.db.write(tenant, async (tx) => {
    await app.deps.jobs.remind(tx, visit, new Date())
    await app.deps.jobs.sendEvent(tx, {
      id: randomUUID(),
      clientId,
      at: app.deps.now(),
      event: { name: 'login', params: { method: 'password' } },
    })
  })
  const jobs = await openJobs(deps)
  await app.db.write(tenant, (tx) =>
    jobs.sendAccountMessage(tx, {
      kind: 'resetPassword',
      email: `freja.secret.${tenant}@privatmail.dk`,
      language: 'en',
    }),
  )
  try {
    // Each has been tried: what failed waits for its next time.
    await expect
      .poll(
        async () =>
          Number(
            (
              await asOwner<{ left: string }>(
                app,
                tenant,
                `select count(*) as left from pgboss.job where data->>'tenant' = '${tenant}' and start_after <= now() and (state = 'created' or state = 'active')`,
              )
            )[0]?.left,
          ),
        { timeout: 60_000, interval: 100 },
      )
      .toBe(0)
    for (const sweep of [handlers.sweepHolds, handlers.sweepIdentity]) await sweep({ ...deps, jobs })
  } finally {
    await jobs.stop()
  }
}

const measured = { profile: { analytics: { measurementId: 'G-TEST1234' } } }

test.each(weathers)(
  'where %s, the log names neither the guest nor anything by which somebody could act for them',
  { timeout: 180_000 },
  async (_, weather, { logged }) => {
    const tenant = await makeTenant(app, measured)
    const { secrets, visit } = await live(tenant)
    expect([secrets.length > 20, secrets.some((one) => /^\d{6}$/.test(one))]).toEqual([true, true])
    const before = await asOwner<{ name: string }>(
      app,
      tenant,
      `select distinct name from pgboss.job where data->>'tenant' = '${tenant}'`,
    )
    await work(tenant, visit, typeof weather === 'function' ? weather(secrets.join(' ')) : weather)
    const jobs = await asOwner<{ name: string; tried: boolean; kept: string }>(
      app,
      tenant,
      `select name, started_on is not null as tried, concat_ws(' ', singleton_key, output::text, data - 'id' - 'at' - 'clientId') as kept from pgboss.job where data->>'tenant' = '${tenant}'`,
    )
    const tried = new Set(jobs.filter((one) => one.tried).map(({ name }) => name))
    expect([...tried].toSorted()).toEqual([
      'account-message',
      'remind-visit',
      'send-event',
      'send-mail',
      'send-sms',
    ])
    expect(before.length).toBeGreaterThan(1)
    const reminders = await asOwner<{ reminders: number }>(
      app,
      tenant,
      `select ((select count(*) from mail where tenant_id = '${tenant}' and key like 'visit-reminder:%') + (select count(*) from sms where tenant_id = '${tenant}' and key like 'visit-reminder:%'))::int as reminders`,
    )
    expect(reminders).toEqual([{ reminders: typeof weather === 'function' ? 0 : 2 }])
    if (logged) expect(log.filter((line) => logged.test(line)).length).toBeGreaterThan(0)
    else expect(log).toEqual([])
    for (const line of log) {
      const entry = JSON.parse(line) as Record<string, unknown>
      expect(
        Object.keys(entry).filter(
          (key) =>
            ![
              'level',
              'time',
              'msg',
              'tenant',
              'queue',
              'job',
              'tries',
              'err',
              'sms',
              'code',
              'event',
              'why',
            ].includes(key),
        ),
      ).toEqual([])
      // Whose it is and what failed where: enough to mend it.
      if (entry.msg === 'job failed')
        expect(entry).toMatchObject({
          tenant: expect.any(String),
          queue: expect.stringMatching(/^[a-z-]+$/),
          job: expect.any(String),
          tries: expect.any(Number),
          err: { name: expect.any(String) },
        })
    }
    expect(found(secrets, said())).toEqual([])
    expect(found(secrets, beside)).toEqual([])
    // An event is kept with its job, under the number that stands for a browser.
    expect(
      found(
        secrets.filter((one) => one !== clientId),
        jobs.map(({ kept }) => kept),
      ),
    ).toEqual([])
  },
)

test('the sweeps find what is over, and say nothing of it; where they fail they say where', async () => {
  const tenant = await makeTenant(app)
  const { secrets } = await live(tenant)
  const { config, text, locales, secret, now } = app.deps
  const deps = {
    url: app.appUrl,
    db: app.deps.db,
    config,
    text,
    locales,
    secret,
    now,
    log: talkative,
    ...fair(),
    work: false,
    jobs: app.deps.jobs,
  }
  const left = async () =>
    (
      await asOwner<{ left: string[] }>(
        app,
        tenant,
        `select array_remove(array[(select 'session' from session where tenant_id = '${tenant}' limit 1), (select 'invite' from invite where tenant_id = '${tenant}' limit 1), (select 'held' from visit where tenant_id = '${tenant}' and state = 'held' limit 1)], null) as left`,
      )
    )[0]?.left
  const failed = { ...deps, db: broken(() => databaseFault(secrets.join(' '))) }
  for (const sweep of [handlers.sweepHolds, handlers.sweepIdentity]) await sweep(failed)
  const messages = log.map((line) => JSON.parse(line) as { msg: string; tenant: string; err: object })
  expect(messages.filter((one) => one.tenant === tenant).map(({ msg }) => msg)).toEqual([
    'holds not swept',
    'identity not swept',
  ])
  for (const { err } of messages)
    expect(err).toMatchObject({
      name: 'Error',
      cause: '23505',
      at: expect.arrayContaining([expect.stringMatching(/job-log\.test\.ts/)]),
    })
  expect(await left()).toEqual(['session', 'invite', 'held'])
  expect(found(secrets, [...said(), ...beside])).toEqual([])
  log.length = 0
  for (const sweep of [handlers.sweepHolds, handlers.sweepIdentity]) await sweep(deps)
  expect(await left()).toEqual([])
  expect([log, beside]).toEqual([[], []])
})

test('a real mail server that refuses is told of by its number alone', { timeout: 120_000 }, async () => {
  const server = await startMailServer(true)
  const tenant = await makeTenant(app, measured)
  const { secrets, visit } = await live(tenant)
  await work(tenant, visit, { mailer: smtpMailer(server.url) })
  await server.stop()
  expect(log.filter((line) => line.includes('"code":550')).length).toBeGreaterThan(3)
  expect(found(secrets, [...said(), ...beside])).toEqual([])
})

test('no queue is left out', () => {
  expect(Object.keys(queues).toSorted()).toEqual([
    'account-message',
    'remind-visit',
    'send-event',
    'send-mail',
    'send-sms',
    'sweep-holds',
    'sweep-identity',
    'sweep-visits',
  ])
})
