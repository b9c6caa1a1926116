import { randomUUID } from 'node:crypto'
import { reloadVisit } from '#server/visit/queries.ts'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Db, TenantId } from '#server/database/db.ts'
import { createInvite } from '#server/identity/invite/queries.ts'
import { listMail } from '#server/mail/queries.ts'
import { listSms } from '#server/sms/queries.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import type { JobDeps, JobHandlers } from '#server/jobs/jobs.ts'
import { readConfig } from '#server/config/config.ts'
import { openJobs } from '#server/jobs/open.ts'
import { queues } from '#server/jobs/queues.ts'
import { AnalyticsRejected, AnalyticsOutcomeUnknown } from '#server/providers/analytics/port.ts'
import { simulatedAnalytics } from '#simulators/analytics.ts'
import { MailRejected, type Mail } from '#server/providers/email/port.ts'
import { simulatedMailer, simulatedSms, simulatedPush } from '#simulators/messages.ts'
import { smtpMailer } from '#server/providers/email/smtp.ts'
import { gatewayApi } from '#server/providers/sms/gatewayapi.ts'
import type { OutgoingSms } from '#server/providers/sms/port.ts'
import { openPayments } from '#server/providers/payments/open.ts'
import { listen, type Listening } from '#test/listen.ts'
import { startMailServer } from '#test/mail-server.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { makeSignedIn, staffClient, storeStaff } from '#test/signed-in.ts'
import { book, hold } from '#test/steps.ts'
import { withoutLimits } from '#test/without-limits.ts'
import { exhaustive } from '#test/tier.ts'

/*
 * Background jobs (mails, text messages, reminders, events and sweeps) for a guest whose every text is a
 * marker, with providers that work and with providers that fail and repeat the guest's data. Neither the log
 * at its lowest level nor the stored jobs contain a marker.
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
/** A provider of text messages that answers with the status in the path and repeats what it was sent. */
let repeating: Listening
const log: string[] = []
/** Output of console and process.stderr. */
const otherOutput: string[] = []
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
  repeating = await listen(async (request) => {
    const sent = (await request.json()) as { message: string; recipients: { msisdn: number }[] }
    const message = `Not sent to ${sent.recipients[0]?.msisdn}: ${sent.message}`
    const [, status] = new URL(request.url).pathname.split('/')
    return Response.json({ code: message, message }, { status: Number(status) })
  })
})
afterAll(async () => {
  await repeating.close()
  await app.close()
})
beforeEach(() => {
  log.length = otherOutput.length = 0
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      otherOutput.push(
        parts.map((one) => (one instanceof Error ? `${one.stack} ${one.message}` : String(one))).join(' '),
      )
    })
})
afterEach(() => vi.restoreAllMocks())

/** Moves the clock past the pause between two messages to one guest and past the hourly limit. */
const later = (ms: number) => {
  app.clock.now = app.deps.now() + ms
}

/** A visit to be reminded of, and a change by the salon that its guest and the salon's people are told of. */
type Prepared = { visit: string; change: string }

/** Cancels a visit as a receptionist who wants every mail that the salon's people can have. */
async function cancelAsReceptionist(tenant: TenantId, id: string): Promise<string> {
  const person = makeSignedIn()
  await storeStaff(app, tenant, person)
  const call = await staffClient(app, tenant, person)
  await call('updateNoticeSettings', { mail: true, tomorrow: true })
  const { changeId } = await call('cancelVisitBySalon', { id, sequence: 0, inform: true })
  return changeId ?? ''
}

/** Creates a guest with every kind of mail and message queued. @returns their secrets as well. */
async function createGuestWithJobs(tenant: TenantId): Promise<Prepared & { secrets: string[] }> {
  const email = `freja.secret.${tenant}@privatmail.dk`
  const [guest, password = '', fresh = ''] = [app.guest(tenant), ...passwords]
  const { uid } = await guest('createUserWithEmailAndPassword', { email, password })
  await guest('updateUser', {
    tenantId: tenant,
    uid,
    ...person,
    mobile,
    countryCode: 'DK',
    notifications: { mail: true, sms: true, push: false, quiet: null },
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
  const otherGuest = app.guest(tenant)
  await otherGuest('sendMagicLink', { tenantId: tenant, email, mobile, dialcode: '+45' })
  later(60_000)
  await otherGuest('sendSignInCode', { tenantId: tenant, email })
  later(60_000)
  await otherGuest('sendSignInCode', { tenantId: tenant, mobile: `+45${mobile}` })
  later(3_600_000)
  const start = Math.ceil((app.deps.now() + 3_600_000) / 900_000) * 900_000
  // Also the next month, which may have begun when the visit starts.
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
  const third = await book(guest, { tenantId: tenant, start: free[27] ?? 0 })
  const change = await cancelAsReceptionist(tenant, third.id)
  const invite = await app.db.write(tenant, (tx) =>
    createInvite(tx, {
      prefill: { ...person, email },
      expiresAt: new Date(app.deps.now() - 31 * DAY),
      createdAt: new Date(app.deps.now() - 40 * DAY),
    }),
  )
  // Expired records for the sweeps.
  await asOwner(
    app,
    tenant,
    `update session set expires_at = now() - interval '2 hours'
      where tenant_id = '${tenant}'; update action_code set expires_at = now() - interval '9 days'
      where tenant_id = '${tenant}' and kind = 'resetPassword'; update visit
      set hold_until = now() - interval '2 days' where tenant_id = '${tenant}' and state = 'held'`,
  )
  const texts = [
    ...(await app.db.read(tenant, listMail)).map(({ text, subject }) => `${subject} ${text}`),
    ...(await app.db.read(tenant, listSms)).map(({ text }) => text),
  ].join('\n')
  // Links, handles and codes in the sent texts.
  const sent = [...texts.matchAll(/[\w-]{22,}|(?<![\w+-])\d{6}(?![\w-])/g)]
    .map(([one]) => one)
    .filter((one) => !one.includes(tenant))
  return {
    visit: visit.id,
    change,
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

/** Runs it at the hour at which it sends, by the clocks of Europe. */
const mailTomorrow: JobHandlers['mailTomorrow'] = (deps) => {
  const evening = new Date(deps.now()).setUTCHours(17, 0, 0, 0)
  return jobHandlers.mailTomorrow({ ...deps, now: () => evening })
}

const smsAnswering = (status: number): JobDeps['sms'] => ({
  ...simulatedSms(),
  send: (sms) =>
    gatewayApi({
      url: `http://127.0.0.1:${repeating.port}/${status}`,
      token: 'token',
      webhookSecret: 'secret',
    }).send(sms),
})

/** The error message of a failing provider: everything that it was given. */
const messageWithData = (one: Mail | OutgoingSms) =>
  `550 ${one.to}: ${JSON.stringify(one)}\n    at ${one.to} (${one.text})`
const failing = (fail: (reported: string) => unknown): ReturnType<typeof workingProviders> => ({
  mailer: {
    async send(mail) {
      throw fail(messageWithData(mail))
    },
    close() {},
  },
  sms: {
    ...simulatedSms(),
    async send(sms) {
      throw fail(messageWithData(sms))
    },
  },
  push: {
    ...simulatedPush('key'),
    async send(target, push) {
      throw fail(JSON.stringify([target, push]))
    },
  },
  analytics: {
    ...simulatedAnalytics(),
    async send(hit) {
      throw fail(JSON.stringify(hit))
    },
  },
  // Its functions never throw: failures are values.
  payments: workingProviders().payments,
})
const workingProviders = (): Pick<JobDeps, 'mailer' | 'sms' | 'push' | 'analytics' | 'payments'> => ({
  mailer: simulatedMailer(),
  sms: simulatedSms(),
  push: simulatedPush('key'),
  analytics: simulatedAnalytics(),
  payments: openPayments(readConfig({ PAYMENT: 'off' })),
})
const databaseError = (reported: string) =>
  Object.assign(
    new Error(`Failed query: insert into mail\nparams: ${reported}`, {
      cause: Object.assign(new Error(`duplicate key\nDETAIL: Key (email)=(${reported})`), { code: '23505' }),
    }),
    { detail: reported, parameters: [reported] },
  )

type ProviderState = Partial<JobDeps> | ((all: string) => Partial<JobDeps>)
const providerStates: [string, ProviderState, { logged: RegExp | null }][] = [
  ['every provider works', workingProviders(), { logged: null }],
  [
    'every provider fails with the data in its error',
    failing((reported) =>
      Object.assign(new Error(reported), {
        code: 'EENVELOPE',
        responseCode: 450,
        response: reported,
        rejected: [reported],
      }),
    ),
    { logged: /"msg":"job failed"/ },
  ],
  [
    'every provider fails with a value that is no error',
    failing((reported) => ({ data: reported, message: reported })),
    { logged: /"msg":"job failed"/ },
  ],
  [
    'every provider rejects',
    {
      mailer: {
        async send(mail) {
          throw new MailRejected(messageWithData(mail))
        },
        close() {},
      },
      sms: smsAnswering(400),
      analytics: {
        ...simulatedAnalytics(),
        async send(hit) {
          throw new AnalyticsRejected(JSON.stringify(hit))
        },
      },
    },
    { logged: /"code":"400","said":"Not sent to …: .*"msg":"text message sending failed"/ },
  ],
  [
    'the SMS provider is unreachable',
    {
      ...workingProviders(),
      sms: smsAnswering(503),
    },
    { logged: /"msg":"job failed"/ },
  ],
  [
    'the outcome of a request is unknown',
    {
      ...workingProviders(),
      sms: smsAnswering(500),
      analytics: {
        ...simulatedAnalytics(),
        async send(hit) {
          throw new AnalyticsOutcomeUnknown(JSON.stringify(hit))
        },
      },
    },
    { logged: /"code":"status 500","said":"Not sent to …: / },
  ],
  [
    'the database fails with the rows in its error',
    (all) => ({ ...workingProviders(), db: broken(() => databaseError(all)) }),
    { logged: /"msg":"job failed"/ },
  ],
]
function broken(makeError: () => Error): Db {
  return { ...app.deps.db, read: () => Promise.reject(makeError()), write: () => Promise.reject(makeError()) }
}

const encodings = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  secret.toLowerCase(),
  Buffer.from(secret).toString('base64'),
  JSON.stringify(secret).slice(1, -1),
]
/** The log without times and random ids, which may contain a one-time code by chance. */
const comparableLog = () =>
  log.map((line) =>
    JSON.stringify({ ...(JSON.parse(line) as object), time: undefined, job: undefined, sms: undefined }),
  )
const found = (secrets: string[], lines: string[]) =>
  secrets.filter((one) => encodings(one).some((spelling) => lines.some((line) => line.includes(spelling))))

/** Runs all queued jobs and sweeps, with these dependencies in place of the working ones. */
async function work(tenant: TenantId, { visit, change }: Prepared, providerState: Partial<JobDeps>) {
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
    ...workingProviders(),
    ...providerState,
  }
  await app.db.write(tenant, async (tx) => {
    await app.deps.jobs.remind(tx, await reloadVisit(tx, visit), new Date())
    await app.deps.jobs.reportVisitChange(tx, change, new Date())
    await app.deps.jobs.sendEvent(tx, {
      id: randomUUID(),
      clientId,
      at: app.deps.now(),
      event: { name: 'login', params: { method: 'password' } },
    })
  })
  const jobs = await openJobs(deps, jobHandlers)
  await app.db.write(tenant, (tx) =>
    jobs.sendAccountMessage(tx, {
      kind: 'resetPassword',
      email: `freja.secret.${tenant}@privatmail.dk`,
      language: 'en',
    }),
  )
  try {
    // Each job has been attempted: a failed one waits for its retry.
    await expect
      .poll(
        async () =>
          Number(
            (
              await asOwner<{ left: string }>(
                app,
                tenant,
                `select count(*) as left from pgboss.job where data->>'tenant' = '${tenant}'
                  and start_after <= now() and (state = 'created' or state = 'active')`,
              )
            )[0]?.left,
          ),
        { timeout: 60_000, interval: 100 },
      )
      .toBe(0)
    for (const sweep of [jobHandlers.sweepHolds, jobHandlers.sweepIdentity, jobHandlers.sweepWaitlist])
      await sweep({ ...deps, jobs })
    await mailTomorrow({ ...deps, jobs })
  } finally {
    await jobs.stop()
  }
}

const measured = { profile: { analytics: { measurementId: 'G-TEST1234' } } }

test.each(providerStates)(
  'where %s, the log contains no personal data of the guest and no secret of theirs',
  { ...exhaustive, timeout: 180_000 },
  async (_, providerState, { logged }) => {
    const tenant = await makeTenant(app, measured)
    const { secrets, ...prepared } = await createGuestWithJobs(tenant)
    expect([secrets.length > 20, secrets.some((one) => /^\d{6}$/.test(one))]).toEqual([true, true])
    const before = await asOwner<{ name: string }>(
      app,
      tenant,
      `select distinct name from pgboss.job where data->>'tenant' = '${tenant}'`,
    )
    await work(
      tenant,
      prepared,
      typeof providerState === 'function' ? providerState(secrets.join(' ')) : providerState,
    )
    const jobs = await asOwner<{ name: string; attempted: boolean; kept: string }>(
      app,
      tenant,
      `select name, started_on is not null as attempted, concat_ws(' ', singleton_key, output::text, data -
        'id' - 'at' - 'clientId') as kept from pgboss.job where data->>'tenant' = '${tenant}'`,
    )
    const attempted = new Set(jobs.filter((one) => one.attempted).map(({ name }) => name))
    // Where the database fails, there is no reminder that would be a notification.
    expect([...attempted].toSorted()).toEqual([
      'account-message',
      'notice-visit-change',
      ...(typeof providerState === 'function' ? [] : ['notify-guest']),
      'remind-visit',
      'report-visit-change',
      'send-event',
      'send-mail',
      'send-sms',
    ])
    expect(before.length).toBeGreaterThan(1)
    const reminders = await asOwner<{ reminders: number }>(
      app,
      tenant,
      `select count(*)::int as reminders from notification where tenant_id = '${tenant}'
        and key like 'visit-reminder:%'`,
    )
    expect(reminders).toEqual([{ reminders: typeof providerState === 'function' ? 0 : 1 }])
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
              'attempts',
              'err',
              'sms',
              'code',
              'said',
              'event',
              'reason',
            ].includes(key),
        ),
      ).toEqual([])
      // Tenant, queue and cause of a failure are enough to fix it.
      if (entry.msg === 'job failed')
        expect(entry).toMatchObject({
          tenant: expect.any(String),
          queue: expect.stringMatching(/^[a-z-]+$/),
          job: expect.any(String),
          attempts: expect.any(Number),
          err: { name: expect.any(String) },
        })
    }
    expect(found(secrets, comparableLog())).toEqual([])
    expect(found(secrets, otherOutput)).toEqual([])
    // An event is stored in its job under the browser's client id.
    expect(
      found(
        secrets.filter((one) => one !== clientId),
        jobs.map(({ kept }) => kept),
      ),
    ).toEqual([])
  },
)

test('the sweeps delete expired records without logging them, and log where they failed', async () => {
  const tenant = await makeTenant(app)
  const { secrets } = await createGuestWithJobs(tenant)
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
    ...workingProviders(),
    jobs: app.deps.jobs,
  }
  const left = async () =>
    (
      await asOwner<{ left: string[] }>(
        app,
        tenant,
        `select array_remove(array[(select 'session' from session where tenant_id = '${tenant}'
          limit 1), (select 'invite' from invite where tenant_id = '${tenant}' limit 1), (select 'held'
          from visit where tenant_id = '${tenant}' and state = 'held' limit 1)], null) as left`,
      )
    )[0]?.left
  const { sweepHolds, sweepIdentity, sweepWaitlist, sweepPayments } = jobHandlers
  const sweeps = [sweepHolds, sweepIdentity, sweepWaitlist, sweepPayments, mailTomorrow]
  const failed = { ...deps, db: broken(() => databaseError(secrets.join(' '))) }
  for (const sweep of sweeps) await sweep(failed)
  const messages = log.map((line) => JSON.parse(line) as { msg: string; tenant: string; err: object })
  expect(messages.filter((one) => one.tenant === tenant).map(({ msg }) => msg)).toEqual([
    'holds not swept',
    'identity not swept',
    'waitlist not swept',
    'payments not swept',
    'list of tomorrow not mailed',
  ])
  for (const { err } of messages)
    expect(err).toMatchObject({
      name: 'Error',
      cause: '23505',
      at: expect.arrayContaining([expect.stringMatching(/job-log\.test\.ts/)]),
    })
  expect(await left()).toEqual(['session', 'invite', 'held'])
  expect(found(secrets, [...comparableLog(), ...otherOutput])).toEqual([])
  log.length = 0
  for (const sweep of sweeps) await sweep(deps)
  expect(await left()).toEqual([])
  expect([log, otherOutput]).toEqual([[], []])
})

test('a rejection by a real mail server is logged with its status code only', async () => {
  const server = await startMailServer(true)
  const tenant = await makeTenant(app, measured)
  const { secrets, ...prepared } = await createGuestWithJobs(tenant)
  await work(tenant, prepared, { mailer: smtpMailer(server.url) })
  await server.stop()
  expect(log.filter((line) => line.includes('"code":550')).length).toBeGreaterThan(3)
  expect(found(secrets, [...comparableLog(), ...otherOutput])).toEqual([])
})

test('every queue is covered', () => {
  expect(Object.keys(queues).toSorted()).toEqual([
    'account-message',
    'enqueue-missing-jobs',
    'expire-offer',
    'mail-tomorrow',
    'match-freed-time',
    'match-open-times',
    'notice-absence',
    'notice-visit-change',
    'notify-guest',
    'payment-operation',
    'remind-visit',
    'report-visit-change',
    'send-event',
    'send-mail',
    'send-sms',
    'settle-payment',
    'sweep-holds',
    'sweep-identity',
    'sweep-payments',
    'sweep-visits',
    'sweep-waitlist',
    'write-holidays',
  ])
})
