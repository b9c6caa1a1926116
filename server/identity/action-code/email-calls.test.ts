import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeTo, countMail, mailTo } from '#test/action-mail.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { errorCodeOf, register } from '#test/steps.ts'
import type { TenantId } from '#server/database/db.ts'
import { messageLimits } from '#server/rate-limit/message-limit.ts'

const HOUR = 3_600_000
let app: TestApp
beforeAll(async () => {
  app = await makeApp({ addressLimits: true })
  app.clock.now = Date.now()
})
afterAll(() => app.close())

const advanceClock = (ms: number) => {
  app.clock.now = (app.clock.now ?? 0) + ms
}
const readAll = async (answer: Response) => ({
  status: answer.status,
  body: await answer.text(),
  cookies: answer.headers.getSetCookie(),
})

test('a reset has the same response for a known, unknown, foreign and invalid e-mail', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  await register(app.guest(tenant), tenant, 'known@example.com')
  await register(app.guest(other), other, 'foreign@example.com')
  const answers = []
  for (const email of [
    'known@example.com',
    'KNOWN@example.com ',
    'unknown@example.com',
    'foreign@example.com',
    'no address',
    "x'; drop table guest",
  ]) {
    advanceClock(1_000)
    answers.push(await readAll(await app.guest(tenant).send('sendPasswordResetEmail', { email })))
  }
  for (const answer of answers) expect(answer).toEqual({ status: 200, body: '{"success":true}', cookies: [] })
  expect([
    await countMail(app, tenant, 'known@example.com'),
    await countMail(app, tenant, 'unknown@example.com'),
    await countMail(app, tenant, 'foreign@example.com'),
  ]).toEqual([3, 0, 0])
})

test('resets are limited: one a second and 5 an hour per e-mail, 20 an hour per client', async () => {
  const tenant = await makeTenant(app)
  await register(app.guest(tenant), tenant, 'known@example.com')
  const ask = async (email: string) =>
    (await app.guest(tenant).send('sendPasswordResetEmail', { email })).status
  for (const email of ['known@example.com', 'unknown@example.com']) {
    advanceClock(HOUR)
    expect([await ask(email), await ask(email)]).toEqual([200, 429])
    advanceClock(messageLimits.pause)
    const rest = []
    for (let index = 0; index < 9; index += 1) {
      rest.push(await ask(email))
      advanceClock(messageLimits.pause)
    }
    expect(rest.filter((status) => status === 200)).toHaveLength(messageLimits.perHour - 1)
  }
  expect(await countMail(app, tenant, 'known@example.com')).toBe(1 + messageLimits.perHour)
  advanceClock(HOUR)
  const many = []
  for (let index = 0; index < 25; index += 1) many.push(await ask(`guest${index}@example.com`))
  expect(many.filter((status) => status === 200)).toHaveLength(messageLimits.clientPerHour)
  const refused = await app.guest(tenant).send('sendPasswordResetEmail', { email: 'one@example.com' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  advanceClock(HOUR)
  expect(await ask('one@example.com')).toBe(200)
})

test('the mail is in the guest’s language and links to the stored host, not the requested one', async () => {
  const tenant = await makeTenant(app, {
    vanityHost: 'www.nordlys.example',
    profile: { companyname: 'Salon Nordlys' },
  })
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, 'known@example.com')
  await guest('updateUser', { tenantId: tenant, uid, preferredLanguage: 'da' })
  const request = new Request(`http://${tenant}.localhost/api/sendPasswordResetEmail`, {
    method: 'POST',
    body: JSON.stringify({ email: 'known@example.com' }),
    headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example' },
  })
  expect((await app.fetch(tenant, request)).status).toBe(200)
  const mail = await mailTo(app, tenant, 'known@example.com', 'resetPassword')
  expect(mail?.subject).toBe('Salon Nordlys: Vælg en ny adgangskode')
  expect(mail?.text).toMatch(
    /http:\/\/www\.nordlys\.example\S*\/confirm\?mode=resetPassword&oobCode=\S+&lang=da/,
  )
  expect(mail?.text).not.toContain('evil.example')
  expect(mail?.html).toContain('Nulstil adgangskode')
})

test('sign-up mails a verification link; another is sent only until the e-mail is verified', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  await register(guest, tenant, 'new@example.com')
  const code = await codeTo(app, tenant, 'new@example.com', 'verifyEmail')
  await guest('sendEmailVerification', {})
  expect(await errorCodeOf(guest('sendEmailVerification', {}))).toBe('auth/too-many-requests')
  expect(await countMail(app, tenant, 'new@example.com')).toBe(2)
  await guest('applyActionCode', { oobCode: code })
  advanceClock(HOUR)
  await guest('sendEmailVerification', {})
  expect(await countMail(app, tenant, 'new@example.com')).toBe(2)
  expect(await errorCodeOf(app.guest(tenant)('sendEmailVerification', {}))).toBe('auth/unauthenticated')
})

async function signUp(tenant: TenantId, email: string) {
  const guest = app.guest(tenant)
  await register(guest, tenant, email)
  return guest
}

test('an e-mail changes only after a password or recent sign-in, once the link is opened', async () => {
  const tenant = await makeTenant(app)
  const guest = await signUp(tenant, 'old@example.com')
  const email = async () =>
    (await app.unrecorded.read(tenant, (tx) => tx.execute('select email, email_verified from guest'))).rows[0]
  expect(
    await errorCodeOf(app.guest(tenant)('verifyBeforeUpdateEmail', { newEmail: 'new@example.com' })),
  ).toBe('auth/unauthenticated')
  advanceClock(10 * 60_000 + 1)
  expect(await errorCodeOf(guest('verifyBeforeUpdateEmail', { newEmail: 'new@example.com' }))).toBe(
    'auth/requires-recent-login',
  )
  expect(
    await errorCodeOf(
      guest('verifyBeforeUpdateEmail', { newEmail: 'new@example.com', currentPassword: 'not it at all' }),
    ),
  ).toBe('auth/invalid-credential')
  expect(
    await errorCodeOf(
      guest('verifyBeforeUpdateEmail', { newEmail: 'OLD@example.com', currentPassword: 'stamgast-demo' }),
    ),
  ).toBe('auth/invalid-email')
  expect(await countMail(app, tenant, 'new@example.com')).toBe(0)
  await guest('verifyBeforeUpdateEmail', { newEmail: 'New@example.com', currentPassword: 'stamgast-demo' })
  expect(await email()).toEqual({ email: 'old@example.com', email_verified: false })
  await guest('applyActionCode', {
    oobCode: await codeTo(app, tenant, 'new@example.com', 'verifyAndChangeEmail'),
  })
  expect(await email()).toEqual({ email: 'new@example.com', email_verified: true })
  expect(await errorCodeOf(guest('sendEmailVerification', {}))).toBe('auth/unauthenticated')
  expect((await mailTo(app, tenant, 'old@example.com', 'recoverEmail'))?.text).toContain('new@example.com')
  await app.guest(tenant)('signInWithEmailAndPassword', {
    email: 'new@example.com',
    password: 'stamgast-demo',
  })
})

test('a change to a taken e-mail has the same response as to a free one, and mails its owner', async () => {
  const tenant = await makeTenant(app)
  await signUp(tenant, 'owner@example.com')
  const guest = await signUp(tenant, 'mine@example.com')
  const answers = []
  advanceClock(1)
  for (const newEmail of ['owner@example.com', 'free@example.com'])
    answers.push(await readAll(await guest.send('verifyBeforeUpdateEmail', { newEmail })))
  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
    { status: 200, body: '{"success":true}' },
    { status: 200, body: '{"success":true}' },
  ])
  expect((await mailTo(app, tenant, 'owner@example.com'))?.text).not.toContain('oobCode')
})

test('a second change of e-mail ends the link of the first', async () => {
  const tenant = await makeTenant(app)
  const guest = await signUp(tenant, 'old@example.com')
  await guest('verifyBeforeUpdateEmail', { newEmail: 'typo@example.com' })
  await guest('verifyBeforeUpdateEmail', { newEmail: 'right@example.com' })
  expect(
    await errorCodeOf(
      guest('applyActionCode', {
        oobCode: await codeTo(app, tenant, 'typo@example.com', 'verifyAndChangeEmail'),
      }),
    ),
  ).toBe('auth/invalid-action-code')
  await guest('applyActionCode', {
    oobCode: await codeTo(app, tenant, 'right@example.com', 'verifyAndChangeEmail'),
  })
})
