import { afterAll, beforeAll, expect, test } from 'vitest'
import { headersOf, startMailServer } from '#test/mail-server.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { errorCodeOf, register } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import { jobContext, makeEntry, orderOf } from '#test/waitlist.ts'
import { asOwner } from '#test/seeded.ts'
import { readConfig } from '../config/config.ts'
import type { TenantId } from '../database/db.ts'
import { listMail } from '../mail/queries.ts'
import { findTenantById } from '../tenant/queries.ts'
import { notifyGuest } from '../notification/notify.ts'
import { createUnsubscribeToken, readUnsubscribeToken } from '../notification/unsubscribe-token.ts'
import { listSms } from '../sms/queries.ts'
import { findVisit } from '../visit/queries.ts'
import { jobHandlers } from '../job-handlers.ts'
import { smtpMailer } from '../providers/email/smtp.ts'
import { simulatedSms } from '#simulators/messages.ts'
import { tenantFrom } from '../tenant/tenant.ts'
import { enqueueChangeMail, enqueueReminderMail } from '../visit/mail/mail.ts'
import {
  enqueueConfirmMessage,
  enqueueEndingMessage,
  enqueuePausedMail,
  enqueueWithdrawnMail,
} from './mail.ts'
import { findEntry, listEntriesOf } from './queries.ts'

const HOUR = 3_600_000
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const email = 'noah@example.com'
const choice = { mail: true, sms: false, push: false }

/** Makes a visit of tomorrow for a guest with an account, or without one where `uid` is null. */
async function soon(tenant: TenantId, uid: string | null) {
  const { id } = await makeVisit(app, tenant, {
    start: new Date(Math.floor(Date.now() / 900_000) * 900_000 + 23 * HOUR + (uid ? 0 : -4 * HOUR)),
    secret: app.deps.secret,
    ...(uid ? { guestId: uid, contact: null } : {}),
  })
  const visit = await app.db.read(tenant, (tx) => findVisit(tx, { id }))
  const row = await findTenantById(app.db, tenant)
  if (!visit || !row) throw new Error('visit or tenant not found')
  return { visit, ctx: { tenant: tenantFrom(row, app.deps.config), deps: app.deps } }
}

async function remind(tenant: TenantId, uid: string | null): Promise<number> {
  const { visit, ctx } = await soon(tenant, uid)
  const before = (await app.db.read(tenant, listMail)).length
  await app.db.write(tenant, (tx) => enqueueReminderMail(ctx, tx, visit))
  await asOwner(app, tenant, 'delete from segment where visit_id = $1', [visit.id])
  return (await app.db.read(tenant, listMail)).length - before
}

test('only the reminder of an account has the unsubscribe link, in its header and text', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, email)
  const [own, strange] = [await soon(tenant, uid), await soon(tenant, null)]
  await app.db.write(tenant, async (tx) => {
    for (const { visit, ctx } of [own, strange]) {
      await enqueueChangeMail(ctx, tx, visit, { about: 'booked' })
      await enqueueReminderMail(ctx, tx, visit)
    }
  })
  const server = await startMailServer()
  const config = readConfig({ MAIL: 'smtp', SMTP_URL: server.url })
  const mailer = smtpMailer(server.url)
  const rows = await app.db.read(tenant, listMail)
  for (const { id } of rows)
    await jobHandlers.sendMail(
      { ...app.deps, config, url: app.appUrl, mailer, sms: simulatedSms() },
      { tenant, id },
    )
  mailer.close()
  await server.stop()
  expect(server.received).toHaveLength(5)
  const carrying = server.received.filter((mail) => /^List-Unsubscribe/im.test(headersOf(mail)))
  expect(carrying.map(({ to }) => to)).toEqual([[email]])
  const headers = headersOf(carrying[0] ?? { from: '', to: [], raw: '' })
  expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  const token =
    new RegExp(`^List-Unsubscribe: <http://${tenant}\\.localhost:3000/unsubscribe/([\\w-]+)>$`, 'm').exec(
      headers,
    )?.[1] ?? ''
  const withLink = rows.filter((row) => /\/unsubscribe\//.test(row.text))
  expect(
    withLink.map((row) => [row.to, row.key.startsWith('visit-reminder:'), /\/unsubscribe\//.test(row.html)]),
  ).toEqual([[email, true, true]])
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(uid)

  expect(await guest('getUser', { tenantId: tenant, uid })).toMatchObject({ notifications: choice })
  expect(await app.guest(tenant)('unsubscribe', { token })).toEqual({ success: true, paused: 0 })
  expect(await guest('getUser', { tenantId: tenant, uid })).toMatchObject({
    notifications: { ...choice, mail: false },
  })
})

test('a guest who unsubscribes gets no reminders, keeps other choices and can subscribe again', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, email)
  const self = { tenantId: tenant, uid }
  await guest('updateUser', { ...self, notifications: { ...choice, sms: true } })
  expect(await remind(tenant, uid)).toBe(1)
  const token = createUnsubscribeToken(app.deps.secret, { id: tenant }, { kind: 'reminder', id: uid })
  for (let time = 0; time < 3; time += 1)
    expect(await app.guest(tenant)('unsubscribe', { tenantId: tenant, token })).toEqual({
      success: true,
      paused: 0,
    })
  expect(await guest('getUser', self)).toMatchObject({ notifications: { ...choice, mail: false, sms: true } })
  expect(await remind(tenant, uid)).toBe(0)
  await guest('updateUser', { ...self, notifications: choice })
  expect(await remind(tenant, uid)).toBe(1)
})

test('a changed, truncated, foreign or unknown token is not found', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, email)
  const token = createUnsubscribeToken(app.deps.secret, { id: tenant }, { kind: 'reminder', id: uid })
  const bytes = Buffer.from(token, 'base64url')
  const flipped = [...bytes].flatMap((byte, at) =>
    [1, 16, 128].map((bit) =>
      Buffer.concat([bytes.subarray(0, at), Buffer.from([byte ^ bit]), bytes.subarray(at + 1)]).toString(
        'base64url',
      ),
    ),
  )
  const wrong = [
    ...flipped,
    token.slice(0, -1),
    token.slice(1),
    `${token}A`,
    `${token}=`,
    token.toUpperCase(),
    '',
    '.',
    'A',
    'A'.repeat(400),
    createUnsubscribeToken(app.deps.secret, { id: other }, { kind: 'reminder', id: uid }),
    createUnsubscribeToken('another secret', { id: tenant }, { kind: 'reminder', id: uid }),
    createUnsubscribeToken(app.deps.secret, { id: tenant }, { kind: 'reminder', id: 'nobody' }),
  ]
  const answers = new Set<string>()
  for (const one of wrong) {
    const answer = await app.guest(tenant).send('unsubscribe', { token: one })
    answers.add(`${answer.status} ${await answer.text()}`)
  }
  expect([...answers]).toEqual([
    '404 {"error":{"status":"NOT_FOUND","message":"not-found","code":"not-found"}}',
  ])
  expect(await errorCodeOf(app.guest(other)('unsubscribe', { token }))).toBe('not-found')
  expect(await errorCodeOf(app.guest(tenant)('unsubscribe', { tenantId: other, token }))).toBe('not-found')
  expect(await guest('getUser', { tenantId: tenant, uid })).toMatchObject({ notifications: choice })
})

test('two tokens for one guest differ, so that they cannot be linked', async () => {
  const tenant = await makeTenant(app)
  const links = new Set(
    Array.from({ length: 50 }, () =>
      createUnsubscribeToken(app.deps.secret, { id: tenant }, { kind: 'reminder', id: 'somebody' }),
    ),
  )
  expect(links.size).toBe(50)
})

const waitlistChoice = { push: true, sms: true, mail: true }
const salon = async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, email)
  return { tenant, guest, uid, self: { tenantId: tenant, uid } }
}
const tokenOf = (tenant: TenantId, kind: 'waitlist' | 'entry', id: string) =>
  createUnsubscribeToken(app.deps.secret, { id: tenant }, { kind, id })
const statesOf = async (tenant: TenantId) => (await orderOf(app, tenant)).map(({ state }) => state)

/** The mails about the waitlist: registering has written one as well. */
const waitlistMails = async (tenant: TenantId) =>
  (await app.db.read(tenant, listMail)).filter(({ key }) => /^(waitlist-|notification:)/.test(key))

/** Sends the mails about the waitlist and returns their unsubscribe tokens by recipient; null without one. */
async function unsubscribeTokens(tenant: TenantId) {
  const server = await startMailServer()
  const config = readConfig({ MAIL: 'smtp', SMTP_URL: server.url })
  const mailer = smtpMailer(server.url)
  for (const { id } of await waitlistMails(tenant))
    await jobHandlers.sendMail(
      { ...app.deps, config, url: app.appUrl, mailer, sms: simulatedSms() },
      { tenant, id },
    )
  mailer.close()
  await server.stop()
  return server.received.map((mail) => ({
    to: mail.to[0] ?? '',
    oneClick: /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m.test(headersOf(mail)),
    token: /^List-Unsubscribe: <[^>]+\/unsubscribe\/([\w.-]+)>$/m.exec(headersOf(mail))?.[1] ?? null,
  }))
}

test('every mail about the waitlist ends by one click: offers, ends, pauses and requests to confirm', async () => {
  const { tenant, uid } = await salon()
  const ctx = await jobContext(app, tenant)
  const own = await makeEntry(app, tenant, { guestId: uid })
  const others = await makeEntry(app, tenant, { confirmed: false })
  await app.db.write(tenant, async (tx) => {
    for (const id of [own, others]) {
      const entry = await findEntry(tx, { id })
      if (!entry) throw new Error('no entry')
      for (const write of [enqueueEndingMessage, enqueuePausedMail, enqueueConfirmMessage])
        await write(ctx, tx, entry)
      await enqueueWithdrawnMail(ctx, tx, entry, {
        id: entry.id,
        start: new Date(),
        end: new Date(Date.now() + HOUR),
        segments: [],
      })
    }
    await notifyGuest(ctx, tx, {
      guestId: uid,
      type: 'af',
      title: 'A time',
      body: 'One',
      usefulUntil: new Date(Date.now() + HOUR),
    })
  })
  const mails = await unsubscribeTokens(tenant)
  expect(mails).toHaveLength(9)
  expect(mails.filter(({ oneClick, token }) => !oneClick || !token)).toEqual([])
  for (const { to, token } of mails)
    expect(readUnsubscribeToken(app.deps.secret, { id: tenant }, token ?? '')).toEqual(
      to === email ? { kind: 'waitlist', id: uid } : { kind: 'entry', id: others },
    )
  // The same link stands in the text of the mails to an account.
  const texts = (await waitlistMails(tenant)).filter((row) => row.to === email)
  expect(texts.filter(({ text, html }) => !/\/unsubscribe\/w\./.test(text + html))).toEqual([])
})

test('ending mails about the waitlist keeps places that another channel reaches, and can be undone', async () => {
  const { tenant, guest, uid, self } = await salon()
  await asOwner(app, tenant, 'update guest set mobile_verified = true where tenant_id = $1', [tenant])
  await makeEntry(app, tenant, { guestId: uid })
  const token = tokenOf(tenant, 'waitlist', uid)
  const program = app.guest(tenant)
  for (let time = 0; time < 3; time += 1)
    expect(await program('unsubscribe', { token })).toEqual({ success: true, paused: 0 })
  expect(await statesOf(tenant)).toEqual(['waiting'])
  expect((await guest('getUser', self)).notifications).toEqual({
    ...choice,
    waitlist: { ...waitlistChoice, mail: false },
  })
  const ctx = await jobContext(app, tenant)
  await app.db.write(tenant, async (tx) => {
    const [entry] = await listEntriesOf(tx, { guestId: uid }, new Date())
    if (entry) await enqueueEndingMessage(ctx, tx, entry)
  })
  expect(await waitlistMails(tenant)).toEqual([])
  expect((await app.db.read(tenant, listSms)).map(({ to }) => to)).toEqual(['+4520123456'])
  expect(await program('unsubscribe', { token, undo: true })).toEqual({ success: true, paused: 0 })
  expect((await guest('getUser', self)).notifications).toEqual({ ...choice, waitlist: waitlistChoice })
})

test('places that nothing reaches any more are paused until the guest resumes them', async () => {
  const { tenant, guest, uid, self } = await salon()
  const [first, second] = [
    await makeEntry(app, tenant, { guestId: uid }),
    await makeEntry(app, tenant, { guestId: uid }),
  ]
  await makeEntry(app, tenant)
  const token = tokenOf(tenant, 'waitlist', uid)
  expect(await app.guest(tenant)('unsubscribe', { token })).toEqual({ success: true, paused: 2 })
  expect(await app.guest(tenant)('unsubscribe', { token })).toEqual({ success: true, paused: 0 })
  expect(await statesOf(tenant)).toEqual(['paused', 'paused', 'waiting'])
  const ctx = await jobContext(app, tenant)
  const none = { push: false, sms: false, mail: false }
  // Nobody has to choose a channel for places that are paused.
  await guest('updateUser', { ...self, notifications: { ...choice, waitlist: none } })
  const ending = () =>
    app.db.write(tenant, async (tx) => {
      const entry = await findEntry(tx, { id: first })
      if (entry) await enqueueEndingMessage(ctx, tx, entry)
    })
  await ending()
  expect(await waitlistMails(tenant)).toEqual([])
  // Resuming a place brings its mails back.
  await guest('updateWaitlistEntry', { ...self, id: first, paused: false })
  await ending()
  expect((await waitlistMails(tenant)).map(({ to }) => to)).toEqual([email])
  expect(
    await errorCodeOf(guest('updateUser', { ...self, notifications: { ...choice, waitlist: none } })),
  ).toBe('waitlist/no-channel')
  await guest('deleteWaitlistEntry', { ...self, id: first })
  await guest('deleteWaitlistEntry', { ...self, id: second })
  await guest('updateUser', { ...self, notifications: { ...choice, waitlist: none } })
})

test('a contact without an account leaves the waitlist by one click', async () => {
  const { tenant } = await salon()
  const [id, other] = [await makeEntry(app, tenant), await makeEntry(app, tenant)]
  const token = tokenOf(tenant, 'entry', id)
  expect(await errorCodeOf(app.guest(tenant)('unsubscribe', { token, undo: true }))).toBe('not-found')
  for (let time = 0; time < 2; time += 1)
    expect(await app.guest(tenant)('unsubscribe', { token })).toEqual({ success: true, paused: 0 })
  expect((await orderOf(app, tenant)).map((entry) => entry.id)).toEqual([other])
})

test('a token is of no use for another kind', async () => {
  const { tenant, uid } = await salon()
  const [reminder, waitlist] = [
    createUnsubscribeToken(app.deps.secret, { id: tenant }, { kind: 'reminder', id: uid }),
    tokenOf(tenant, 'waitlist', uid),
  ]
  for (const token of [`w.${reminder}`, `e.${reminder}`, waitlist.slice(2), `e.${waitlist.slice(2)}`])
    expect(await errorCodeOf(app.guest(tenant)('unsubscribe', { token }))).toBe('not-found')
})
