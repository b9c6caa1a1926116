import { afterAll, beforeAll, expect, test } from 'vitest'
import { headersOf, startMailServer } from '#test/mail-server.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { errorCodeOf, register } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import { asOwner } from '#test/seeded.ts'
import { readConfig } from '../config/config.ts'
import type { TenantId } from '../database/db.ts'
import { listMail } from '../mail/queries.ts'
import { findVisit } from './queries.ts'
import { findTenantById } from '../tenant/queries.ts'
import { createUnsubscribeToken } from './unsubscribe-token.ts'
import { handlers } from '../job-handlers.ts'
import { smtpMailer } from '../providers/email/smtp.ts'
import { simulatedSms } from '../providers/sms/simulator.ts'
import { tenantFrom } from '../tenant/tenant.ts'
import { enqueueChangeMail, enqueueReminderMail } from './mail.ts'

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
    await handlers.sendMail(
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
  expect(await app.guest(tenant)('stopReminders', { token })).toEqual({ success: true })
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
  const token = createUnsubscribeToken(app.deps.secret, { id: tenant }, uid)
  for (let time = 0; time < 3; time += 1)
    expect(await app.guest(tenant)('stopReminders', { tenantId: tenant, token })).toEqual({ success: true })
  expect(await guest('getUser', self)).toMatchObject({ notifications: { ...choice, mail: false, sms: true } })
  expect(await remind(tenant, uid)).toBe(0)
  await guest('updateUser', { ...self, notifications: choice })
  expect(await remind(tenant, uid)).toBe(1)
})

test('a changed, truncated, foreign or unknown token is not found', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, email)
  const token = createUnsubscribeToken(app.deps.secret, { id: tenant }, uid)
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
    createUnsubscribeToken(app.deps.secret, { id: other }, uid),
    createUnsubscribeToken('another secret', { id: tenant }, uid),
    createUnsubscribeToken(app.deps.secret, { id: tenant }, 'nobody'),
  ]
  const answers = new Set<string>()
  for (const one of wrong) {
    const answer = await app.guest(tenant).send('stopReminders', { token: one })
    answers.add(`${answer.status} ${await answer.text()}`)
  }
  expect([...answers]).toEqual([
    '404 {"error":{"status":"NOT_FOUND","message":"not-found","code":"not-found"}}',
  ])
  expect(await errorCodeOf(app.guest(other)('stopReminders', { token }))).toBe('not-found')
  expect(await errorCodeOf(app.guest(tenant)('stopReminders', { tenantId: other, token }))).toBe('not-found')
  expect(await guest('getUser', { tenantId: tenant, uid })).toMatchObject({ notifications: choice })
})

test('two tokens for one guest differ, so that they cannot be linked', async () => {
  const tenant = await makeTenant(app)
  const links = new Set(
    Array.from({ length: 50 }, () => createUnsubscribeToken(app.deps.secret, { id: tenant }, 'somebody')),
  )
  expect(links.size).toBe(50)
})
