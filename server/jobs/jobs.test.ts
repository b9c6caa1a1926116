import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { makeDb, makeTenant, type TestDb } from '#test/make.ts'
import { makeVisit } from '#test/visit.ts'
import { readConfig } from '../config/config.ts'
import type { TenantId } from '../database/db.ts'
import { createGuest } from '../guest/queries.ts'
import { createMail, findMail, listMail } from '../mail/queries.ts'
import { findVisit, updateVisit } from '../visit/queries.ts'
import { MailRejected, type Mail } from '../providers/email/port.ts'
import { simulatedAnalytics } from '#simulators/analytics.ts'
import { openPayments } from '../providers/payments/open.ts'
import { noPush } from '../providers/push/open.ts'
import { simulatedSms } from '#simulators/messages.ts'
import { loadTexts } from '../context/load-texts.ts'
import { jobHandlers } from '../job-handlers.ts'
import type { JobDeps } from './jobs.ts'
import { parseRole } from '../database/role.ts'
import { migrateJobs } from './migrate.ts'
import { schedules, type JobData, type SealedMessage } from './queues.ts'
import { openJobs } from './open.ts'

const HOUR = 3_600_000

async function open({
  work,
  send,
  env,
}: {
  work: boolean
  send?: (mail: Mail, attempts: number) => void
  env?: Record<string, string>
}) {
  const testDb = await makeDb()
  const id = await makeTenant(testDb, { id: 'aurora' })
  const sent: Mail[] = []
  let attempts = 0
  const mailer = {
    async send(mail: Mail) {
      attempts += 1
      send?.(mail, attempts)
      sent.push(mail)
    },
    close() {},
  }
  const logged: string[] = []
  const log = pino(
    { level: 'warn' },
    {
      write: (line: string) => {
        logged.push(line)
      },
    },
  )
  const text = loadTexts()
  const deps: JobDeps = {
    url: testDb.appUrl,
    db: testDb.db,
    mailer,
    sms: simulatedSms(),
    push: noPush(),
    analytics: simulatedAnalytics(),
    payments: openPayments(readConfig({ PAYMENT: 'off' })),
    config: readConfig(env ?? {}),
    log,
    now: () => Date.now(),
    text: text.translate,
    locales: text.locales,
    secret: 'a secret',
  }
  const jobs = await openJobs(deps, work ? jobHandlers : null)
  return {
    testDb,
    id,
    sent,
    logged,
    jobs,
    deps: { ...deps, jobs },
    close: async () => {
      await jobs.stop()
      await testDb.close()
    },
  }
}

const newMail = (key: string) => ({
  key,
  to: 'freja@example.com',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  ics: null,
  icsMethod: null,
  createdAt: new Date(),
})

const until = async (met: () => boolean | Promise<boolean>) => {
  for (const timeoutMs = Date.now() + 45_000; !(await met());) {
    if (Date.now() > timeoutMs) throw new Error('condition not met in time')
    await pause(50)
  }
}

const asOwner = async <T extends pg.QueryResultRow>({ ownerUrl }: TestDb, sql: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<T>(sql)
  await client.end()
  return rows
}

const post = async ({ testDb, id, jobs }: Awaited<ReturnType<typeof open>>, key: string) =>
  testDb.db.write(id, async (tx) => {
    const mail = await createMail(tx, newMail(key))
    if (mail) await jobs.sendMail(tx, mail)
    return mail ?? ''
  })
const sentAt = async (db: TestDb['db'], id: TenantId, mail: string) =>
  (await db.read(id, (tx) => findMail(tx, mail)))?.sentAt

test('the workers of all processes send a hundred stored mails, each once', async () => {
  const all = await open({ work: true })
  await Promise.all(Array.from({ length: 100 }, (_, index) => post(all, `hello:${index}`)))
  await until(async () => (await all.testDb.db.read(all.id, listMail)).every((row) => row.sentAt))
  expect(all.sent).toHaveLength(100)
  expect(new Set(all.sent.map((mail) => mail.messageId)).size).toBe(100)
  expect(all.sent[0]).toMatchObject({
    from: { name: 'Company aurora', address: 'no-reply@stamgast.dk' },
    to: 'freja@example.com',
    replyTo: 'salon@aurora.example',
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  expect(all.logged).toEqual([])
  await all.close()
})

test('a job of a rolled back transaction does not exist', async () => {
  const all = await open({ work: false })
  await expect(
    all.testDb.db.write(all.id, async (tx) => {
      const mail = await createMail(tx, newMail('hello'))
      await all.jobs.sendMail(tx, mail ?? '')
      await all.jobs.remind(tx, { id: mail ?? '', start: new Date() }, new Date())
      throw new Error('rollback')
    }),
  ).rejects.toThrow('rollback')
  expect(
    await asOwner(all.testDb, "select * from pgboss.job where name in ('send-mail', 'remind-visit')"),
  ).toEqual([])
  await all.close()
})

test('a crash between sending and recording resends the mail once with the same Message-ID', async () => {
  const all = await open({ work: false })
  const mail = await post(all, 'hello')
  const dying = { ...all.deps, db: { ...all.deps.db, write: () => Promise.reject(new Error('killed')) } }
  await expect(jobHandlers.sendMail(dying, { tenant: all.id, id: mail })).rejects.toThrow('killed')
  for (let again = 0; again < 3; again += 1)
    await jobHandlers.sendMail(all.deps, { tenant: all.id, id: mail })
  expect(all.sent).toHaveLength(2)
  expect(all.sent[0]?.messageId).toBe(all.sent[1]?.messageId)
  await all.close()
})

test('a mail is retried when the server is unreachable, and the log names no guest', async () => {
  const all = await open({
    work: true,
    send: (mail, attempts) => {
      if (attempts === 1) throw Object.assign(new Error(`550 ${mail.to}`), { responseCode: 450 })
    },
  })
  const mail = await post(all, 'hello')
  await until(async () => Boolean(await sentAt(all.testDb.db, all.id, mail)))
  expect(all.sent).toHaveLength(1)
  expect(all.logged.join('')).toContain('"code":450')
  expect(all.logged.join('')).not.toContain('freja')
  const booked = await asOwner<{ output: unknown }>(
    all.testDb,
    "select output from pgboss.job where name = 'send-mail'",
  )
  expect(JSON.stringify(booked)).not.toContain('freja')
  await all.close()
})

test('a permanently rejected mail is not retried', async () => {
  const all = await open({
    work: true,
    send: () => {
      throw new MailRejected('not an e-mail address')
    },
  })
  await post(all, 'hello')
  await until(
    async () =>
      (
        await asOwner<{ state: string }>(all.testDb, "select state from pgboss.job where name = 'send-mail'")
      )[0]?.state === 'failed',
  )
  expect(all.sent).toEqual([])
  await all.close()
})

test('with mail switched off a mail stays unsent', async () => {
  const all = await open({ work: false, env: { MAIL: 'off' } })
  const mail = await post(all, 'hello')
  await jobHandlers.sendMail(all.deps, { tenant: all.id, id: mail })
  expect(all.sent).toEqual([])
  expect(await sentAt(all.testDb.db, all.id, mail)).toBeNull()
  await all.close()
})

test('workers continue after PostgreSQL closes every connection', async () => {
  const all = await open({ work: true })
  const before = await post(all, 'before')
  await until(async () => Boolean(await sentAt(all.testDb.db, all.id, before)))
  await asOwner(
    all.testDb,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ' +
      "application_name like 'stamgast%'",
  )
  const mail = await retried(() => post(all, 'after'))
  await until(async () => Boolean(await sentAt(all.testDb.db, all.id, mail)))
  expect(all.sent).toHaveLength(2)
  await all.close()
})

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (attempts === 10) throw error
    }
  }
}

test('the reminder is enqueued at its time if the visit is still booked', async () => {
  const all = await open({ work: true })
  const start = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 23 * HOUR)
  const [booked, cancelled] = await Promise.all([
    makeVisit(all.testDb, all.id, { start }),
    makeVisit(all.testDb, all.id, { start: new Date(start.getTime() - 12 * HOUR) }),
  ])
  await all.testDb.db.write(all.id, async (tx) => {
    await updateVisit(tx, cancelled.id, { state: 'cancelled' })
    for (const visit of [booked, cancelled, booked]) await all.jobs.remind(tx, visit, new Date())
  })
  await until(() => all.sent.length > 0)
  await until(
    async () =>
      (
        await asOwner<{ count: number }>(
          all.testDb,
          "select count(*)::int from pgboss.job where name = 'remind-visit' and state <> 'completed'",
        )
      )[0]?.count === 0,
  )
  expect((await all.testDb.db.read(all.id, listMail)).map((row) => row.key)).toEqual([
    `visit-reminder:${booked.id}:${start.toISOString()}`,
  ])
  await all.close()
})

test('the sweep releases expired holds of every tenant and nothing else', async () => {
  const all = await open({ work: false })
  const other = await makeTenant(all.testDb, { id: 'fjord' })
  const past = new Date(Date.now() - 48 * HOUR)
  const start = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + HOUR)
  const hold = { start, state: 'held', contact: null, bookedAt: null } as const
  const stale = await Promise.all(
    [all.id, other].map((tenant) => makeVisit(all.testDb, tenant, { ...hold, holdUntil: past })),
  )
  const booked = await makeVisit(all.testDb, all.id, { start: new Date(start.getTime() + 3 * HOUR) })
  const held = await makeVisit(all.testDb, other, {
    ...hold,
    start: new Date(start.getTime() + 3 * HOUR),
    holdUntil: new Date(Date.now() + HOUR),
  })
  await jobHandlers.sweepHolds(all.deps)
  await jobHandlers.sweepHolds(all.deps)
  for (const [index, tenant] of [all.id, other].entries()) {
    expect(await all.testDb.db.read(tenant, (tx) => findVisit(tx, { id: stale[index]?.id ?? '' }))).toBeNull()
  }
  expect((await all.testDb.db.read(all.id, (tx) => findVisit(tx, { id: booked.id })))?.state).toBe('booked')
  expect((await all.testDb.db.read(other, (tx) => findVisit(tx, { id: held.id })))?.state).toBe('held')
  await all.close()
})

test('no sweep, which opens a transaction for every tenant, runs more than once an hour', () => {
  for (const [name, cron] of Object.entries(schedules))
    expect([name, cron]).toEqual([name, expect.stringMatching(/^\d+ /)])
})

test('the owner creates the job tables idempotently, and job data names no guest', async () => {
  const all = await open({ work: false })
  const role = parseRole(all.testDb.appUrl)
  await Promise.all([migrateJobs(all.testDb.ownerUrl, role), migrateJobs(all.testDb.ownerUrl, role)])
  const [made] = await asOwner<{ owner: boolean; schedules: number }>(
    all.testDb,
    `select bool_and(tableowner <> '${role}') as owner, (select count(*)::int from pgboss.schedule) as ` +
      `schedules from pg_tables where schemaname = 'pgboss'`,
  )
  expect(made).toEqual({ owner: true, schedules: 7 })
  await post(all, 'hello')
  const [job] = await asOwner<{ data: object }>(
    all.testDb,
    "select data from pgboss.job where name = 'send-mail'",
  )
  expect(Object.keys(job?.data ?? {}).toSorted()).toEqual(['id', 'tenant'])
  await all.close()
})

test('the job of an account message does not reveal the account, and runs once', async () => {
  const all = await open({ work: false })
  const uid = await all.testDb.db.write(all.id, (tx) =>
    createGuest(tx, { email: 'freja@example.com', createdAt: new Date() }),
  )
  const messages = [
    { kind: 'resetPassword', email: 'freja@example.com' },
    { kind: 'addressTaken', email: 'freja@example.com' },
    { kind: 'verifyEmail', uid },
    { kind: 'signInLink', channel: { email: 'freja@example.com' }, browserHash: 'browser', to: '' },
    { kind: 'resetPassword', email: 'nobody@example.com' },
    { kind: 'signInLink', channel: { email: 'nobody@example.com' }, browserHash: 'browser', to: '' },
  ] as const
  await all.testDb.db.write(all.id, async (tx) => {
    for (const message of messages) await all.jobs.sendAccountMessage(tx, { ...message, language: 'en' })
  })
  const jobs = await asOwner<{ data: JobData & SealedMessage }>(
    all.testDb,
    "select data from pgboss.job where name = 'account-message'",
  )
  expect(jobs).toHaveLength(messages.length)
  expect(JSON.stringify(jobs)).not.toMatch(/example\.com|freja/)
  for (let again = 0; again < 3; again += 1)
    await Promise.all(jobs.map(({ data }) => jobHandlers.accountMessage(all.deps, data)))
  const mails = await all.testDb.db.read(all.id, listMail)
  expect(mails.map(({ key, to }) => `${key.split(':')[0]} ${to}`).toSorted()).toEqual(
    ['addressTaken', 'resetPassword', 'signIn', 'verifyEmail'].map((kind) => `${kind} freja@example.com`),
  )
  // For an unknown account a one-time code without a guest is stored, so that attempts are counted there as
  // well.
  expect(
    await asOwner(
      all.testDb,
      'select kind, guest_id is null as nobody, uses_left from action_code order by 1, 2',
    ),
  ).toEqual([
    { kind: 'resetPassword', nobody: false, uses_left: 1 },
    { kind: 'signIn', nobody: false, uses_left: 1 },
    { kind: 'signInCode', nobody: false, uses_left: 1 },
    { kind: 'signInCode', nobody: true, uses_left: 1 },
    { kind: 'verifyEmail', nobody: false, uses_left: 1 },
  ])
  // A job encrypted with another secret is ignored.
  await jobHandlers.accountMessage(
    { ...all.deps, secret: 'another' },
    jobs[0]?.data ?? { tenant: '', id: '', sealed: '' },
  )
  expect(await all.testDb.db.read(all.id, listMail)).toHaveLength(4)
  await all.close()
})
