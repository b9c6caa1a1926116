import { afterAll, beforeAll, expect, test } from 'vitest'
import { headersOf, startMailServer } from '#test/mail-server.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { faultOf, register } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import { asOwner } from '#test/seeded.ts'
import { readConfig } from '../config.ts'
import type { TenantId } from '../data/db.ts'
import { listMail } from '../data/mail.ts'
import { findVisit } from '../data/visit.ts'
import { findTenantById } from '../data/tenant.ts'
import { sealReminderSwitch } from '../identity/reminder-switch.ts'
import { handlers } from '../jobs/handlers.ts'
import { smtpMailer } from '../providers/email/smtp.ts'
import { simulatedSms } from '../providers/sms/simulator.ts'
import { tenantFrom } from '../tenant-row.ts'
import { visitBooked, visitReminder } from '../visit-mail.ts'

const HOUR = 3_600_000
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const email = 'noah@example.com'
const choice = { mail: true, sms: false, push: false }

/** A visit of tomorrow of a guest with an account, or of `stranger@…` without one. */
async function soon(tenant: TenantId, uid: string | null) {
  const { id } = await makeVisit(app, tenant, {
    start: new Date(Math.floor(Date.now() / 900_000) * 900_000 + 23 * HOUR + (uid ? 0 : -4 * HOUR)),
    secret: app.deps.secret,
    ...(uid ? { guestId: uid, contact: null } : {}),
  })
  const visit = await app.db.read(tenant, (tx) => findVisit(tx, { id }))
  const row = await findTenantById(app.db, tenant)
  if (!visit || !row) throw new Error('there is a visit')
  return { visit, scope: { tenant: tenantFrom(row, app.deps.config), deps: app.deps } }
}

async function remind(tenant: TenantId, uid: string | null): Promise<number> {
  const { visit, scope } = await soon(tenant, uid)
  const before = (await app.db.read(tenant, listMail)).length
  await app.db.write(tenant, (tx) => visitReminder(scope, tx, visit))
  await asOwner(app, tenant, 'delete from segment where visit_id = $1', [visit.id])
  return (await app.db.read(tenant, listMail)).length - before
}

test('a reminder arrives with the link that stops reminders, in the header for mail programs and in the mail; no other mail does', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, email)
  const [own, strange] = [await soon(tenant, uid), await soon(tenant, null)]
  await app.db.write(tenant, async (tx) => {
    for (const { visit, scope } of [own, strange])
      for (const write of [visitBooked, visitReminder]) await write(scope, tx, visit)
  })
  const server = await startMailServer()
  const config = readConfig({ MAIL: 'smtp', SMTP_URL: server.url })
  const mailer = smtpMailer(server.url)
  const rows = await app.db.read(tenant, listMail)
  for (const { id } of rows)
    await handlers.sendMail(
      { ...app.deps, config, url: app.appUrl, mailer, sms: simulatedSms(), work: false },
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
  const told = rows.filter((row) => /\/unsubscribe\//.test(row.text))
  expect(
    told.map((row) => [row.to, row.key.startsWith('visit-reminder:'), /\/unsubscribe\//.test(row.html)]),
  ).toEqual([[email, true, true]])
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(uid)

  expect(await guest('getUser', { tenantId: tenant, uid })).toMatchObject({ notifications: choice })
  expect(await app.guest(tenant)('stopReminders', { token })).toEqual({ success: true })
  expect(await guest('getUser', { tenantId: tenant, uid })).toMatchObject({
    notifications: { ...choice, mail: false },
  })
})

test('who has stopped them is reminded no more, keeps what else was chosen, and can have them again', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, email)
  const self = { tenantId: tenant, uid }
  await guest('updateUser', { ...self, notifications: { ...choice, sms: true } })
  expect(await remind(tenant, uid)).toBe(1)
  const token = sealReminderSwitch(app.deps.secret, { id: tenant }, uid)
  for (let time = 0; time < 3; time += 1)
    expect(await app.guest(tenant)('stopReminders', { tenantId: tenant, token })).toEqual({ success: true })
  expect(await guest('getUser', self)).toMatchObject({ notifications: { ...choice, mail: false, sms: true } })
  expect(await remind(tenant, uid)).toBe(0)
  await guest('updateUser', { ...self, notifications: choice })
  expect(await remind(tenant, uid)).toBe(1)
})

test('any other link is answered like one that never was: changed in any bit, cut, another tenant’s, another guest’s who is gone', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, email)
  const token = sealReminderSwitch(app.deps.secret, { id: tenant }, uid)
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
    sealReminderSwitch(app.deps.secret, { id: other }, uid),
    sealReminderSwitch('another secret', { id: tenant }, uid),
    sealReminderSwitch(app.deps.secret, { id: tenant }, 'nobody'),
  ]
  const answers = new Set<string>()
  for (const one of wrong) {
    const answer = await app.guest(tenant).send('stopReminders', { token: one })
    answers.add(`${answer.status} ${await answer.text()}`)
  }
  expect([...answers]).toEqual([
    '404 {"error":{"status":"NOT_FOUND","message":"not-found","code":"not-found"}}',
  ])
  expect(await faultOf(app.guest(other)('stopReminders', { token }))).toBe('not-found')
  expect(await faultOf(app.guest(tenant)('stopReminders', { tenantId: other, token }))).toBe('not-found')
  expect(await guest('getUser', { tenantId: tenant, uid })).toMatchObject({ notifications: choice })
})

test('two reminders to one guest carry two links, so that nobody can tell by them that it is one', async () => {
  const tenant = await makeTenant(app)
  const links = new Set(
    Array.from({ length: 50 }, () => sealReminderSwitch(app.deps.secret, { id: tenant }, 'somebody')),
  )
  expect(links.size).toBe(50)
})
