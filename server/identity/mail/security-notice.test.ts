import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailTo } from '#test/action-mail.ts'
import { openAuthenticator } from '#test/authenticator.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { errorCodeOf, register, type TestGuest } from '#test/steps.ts'
import { createAccount } from '../sign-in-methods/provider-queries.ts'
import type { TenantId } from '#server/database/db.ts'
import { listMail } from '#server/mail/queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

type Language = 'en' | 'da'
const to = 'noah@example.com'
/** The subjects of the security notices to Noah without the tenant's name, the oldest first. */
const noticeSubjects = async (tenant: TenantId) =>
  (await app.db.read(tenant, listMail))
    .filter((row) => row.to === to && !row.secret)
    .map((row) => row.subject.replace(/^.*?: /, ''))
    .toReversed()

async function createGuest(preferredLanguage: Language, { verified = true } = {}) {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, to)
  const self = { tenantId: tenant, uid }
  await guest('updateUser', { ...self, preferredLanguage })
  if (verified)
    await asOwner(app, tenant, `update guest set email_verified = true where tenant_id = $1`, [tenant])
  return { tenant, guest, self }
}

async function addPasskey(guest: TestGuest, self: { tenantId: TenantId; uid: string }) {
  const phone = openAuthenticator((await guest('getTenant', { tenantId: self.tenantId })).origin)
  const { code, options } = await guest('passkeyRegistrationOptions', self)
  return guest('registerPasskey', { ...self, code, response: phone.make(options), name: 'Win an evil prize' })
}

test.each<[Language, string[]]>([
  [
    'en',
    [
      'A passkey was added to your account',
      'A passkey was removed from your account',
      'Google was disconnected from your account',
      'Your account has a new password',
    ],
  ],
  [
    'da',
    [
      'Din konto har fået en ny adgangsnøgle',
      'En adgangsnøgle er fjernet fra din konto',
      'Google er fjernet fra din konto',
      'Din konto har fået en ny adgangskode',
    ],
  ],
])(
  'each change of a sign-in method sends one mail in the guest’s language (%s)',
  async (language, subjects) => {
    const { tenant, guest, self } = await createGuest(language)
    await app.db.write(tenant, (tx) =>
      createAccount(tx, { uid: self.uid, provider: 'google', subject: 's' }, new Date()),
    )
    const { id } = await addPasskey(guest, self)
    await guest('removePasskey', { ...self, id })
    expect(await errorCodeOf(guest('removePasskey', { ...self, id }))).toBe('not-found')
    expect(await guest('unlinkAccount', { provider: 'google' })).toEqual({ success: true })
    expect(await guest('unlinkAccount', { provider: 'google' })).toEqual({ success: false })
    await guest('updatePassword', {
      ...self,
      currentPassword: 'stamgast-demo',
      newPassword: 'et andet kodeord',
    })
    expect(
      await errorCodeOf(
        guest('updatePassword', {
          ...self,
          currentPassword: 'stamgast-demo',
          newPassword: 'et tredje kodeord',
        }),
      ),
    ).toBe('auth/invalid-credential')
    expect((await noticeSubjects(tenant)).toSorted()).toEqual(subjects.toSorted())
  },
)

test('a notice links to the tenant’s site, names time and device, and contains no user input', async () => {
  const { tenant, guest, self } = await createGuest('en')
  app.clock.now = Date.UTC(2026, 11, 3, 9)
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const again = await app.fetch(
    tenant,
    new Request(`http://${tenant}.localhost/api/signInWithEmailAndPassword`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': firefox },
      body: JSON.stringify({ email: to, password: 'stamgast-demo' }),
    }),
  )
  const { token } = (await again.json()) as { token: string }
  guest.cookies.set('session', token)
  await addPasskey(guest, self)
  const body = JSON.stringify({ ...self, currentPassword: 'stamgast-demo', newPassword: 'et andet kodeord' })
  await app.fetch(
    tenant,
    new Request(`http://${tenant}.localhost/api/updatePassword`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': firefox,
        authorization: `Bearer ${token}`,
      },
      body,
    }),
  )
  app.clock.now = null
  const rows = await app.db.read(tenant, listMail)
  const [added, changed] = ['passkeyAdded', 'newPassword'].map((kind) =>
    rows.find((row) => row.key.startsWith(`${kind}:`)),
  )
  expect(added?.text).toMatch(/on Thursday,? 3 December 2026 at\s10:00\./)
  expect(changed?.text).toContain('Firefox on Linux')
  for (const row of [added, changed]) {
    expect(row?.text).toContain(`http://${tenant}.localhost:3000/profile/security`)
    expect(row?.text).toContain(`http://${tenant}.localhost:3000/sign-in/reset`)
    expect(`${row?.subject}${row?.text}${row?.html}`).not.toContain('evil')
  }
})

test('a password reset by mail sends a notice', async () => {
  const { tenant, guest } = await createGuest('en')
  await guest('sendPasswordResetEmail', { email: to })
  const code =
    /oobCode=([^&\s]+)/.exec((await mailTo(app, tenant, to, 'resetPassword'))?.text ?? '')?.[1] ?? ''
  await app.guest(tenant)('confirmPasswordReset', { oobCode: code, newPassword: 'et andet kodeord' })
  expect(await noticeSubjects(tenant)).toEqual(['Your account has a new password'])
})

test('an unverified e-mail gets five notices an hour, and every change is made', async () => {
  const { tenant, guest, self } = await createGuest('en', { verified: false })
  const start = Date.now()
  for (let time = 0; time < 8; time += 1) {
    app.clock.now = start + time * 2_000
    const { id } = await addPasskey(guest, self)
    app.clock.now += 1_000
    await guest('removePasskey', { ...self, id })
  }
  app.clock.now = null
  expect(await noticeSubjects(tenant)).toHaveLength(5)
  expect((await guest('listPasskeys', self)).documents).toEqual([])
})
