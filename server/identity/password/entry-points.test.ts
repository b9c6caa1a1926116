import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCode, makeFixture } from '#test/action-code-kinds.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { withoutLimits } from '#test/without-limits.ts'
import type { TenantId } from '#server/database/db.ts'

/*
 * One table of passwords × every call that sets one. The hash is a stub, so that the test can read the
 * stored password.
 */
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
  withoutLimits(app, {
    hash: async (typed) => `plain:${typed}`,
    verify: async (stored, typed) => stored === `plain:${typed}`,
  })
})
afterAll(() => app.close())

const first = 'en rolig aften ved søen'
let made = 0

/** Each sets a password of a new guest. @returns the error code, or null. */
const passwordCalls: Record<
  string,
  (tenant: TenantId, password: string) => Promise<{ refused: string | null; email: string }>
> = {
  async 'signing up'(tenant, password) {
    const email = `freja.holm${(made += 1)}@example.com`
    return {
      email,
      refused: await codeOf(app.guest(tenant).send('createUserWithEmailAndPassword', { email, password })),
    }
  },
  async 'a new password by mail'(tenant, newPassword) {
    const world = await makeFixture(app, tenant)
    const oobCode = await makeCode('resetPassword', world, new Date(app.deps.now() + 60_000))
    return {
      email: world.email,
      refused: await codeOf(app.guest(tenant).send('confirmPasswordReset', { oobCode, newPassword })),
    }
  },
  async 'a new password by the old'(tenant, newPassword) {
    const email = `freja.holm${(made += 1)}@example.com`
    const guest = app.guest(tenant)
    const { uid } = await guest('createUserWithEmailAndPassword', { email, password: first })
    return {
      email,
      refused: await codeOf(
        guest.send('updatePassword', { tenantId: tenant, uid, currentPassword: first, newPassword }),
      ),
    }
  },
  async 'an invitation'(tenant, password) {
    const world = await makeFixture(app, tenant)
    const uid = await makeCode('invite', world, new Date(app.deps.now() + 60_000))
    const email = `freja.holm${(made += 1)}@example.com`
    const answer = app.guest(tenant).send('userHandlingApi-newUserCreateFromInvite', {
      tenantId: tenant,
      userData: {
        uid,
        firstname: 'Freja',
        lastname: 'Holm',
        email,
        mobile: '20123456',
        countryCode: 'DK',
        dialCode: '+45',
        preferredLanguage: 'da',
        password,
      },
    })
    return { email, refused: await codeOf(answer) }
  },
}

async function codeOf(sent: Promise<Response>): Promise<string | null> {
  const answer = await sent
  const body = (await answer.json()) as {
    error?: { code: string }
    result?: { error?: { errorInfo: { code: string } } }
  }
  return body.error?.code ?? body.result?.error?.errorInfo.code ?? null
}

const storedFor = async (tenant: TenantId, email: string) =>
  (
    await asOwner<{ password: string }>(
      app,
      tenant,
      `select a.password from account a join guest g on g.tenant_id = a.tenant_id and g.id = a.user_id
        where g.tenant_id = '${tenant}' and g.email = '${email}' and a.provider_id = 'credential'`,
    )
  )[0]?.password

const long = (length: number) => 'x7Kq2! v '.repeat(200).slice(0, length)
const weak = [
  'x7Kq2',
  '     ',
  '🐎🔋📎🦩🎻',
  'password',
  'Password1',
  'P@ssw0rd!',
  '123456',
  'qwerty',
  'hemmelig1',
  'Sommer2026!',
  'abcdefgh',
  'aaaaaa',
  'Nordlys2026',
  'salon nordlys',
  'ｐａｓｓｗｏｒｄ',
]
const good = [
  'x7Kq2!',
  'stamgast-demo',
  'correct horse battery staple',
  ' x7Kq2!  v ',
  'ælgpåtur i marts',
  'パスワードです',
  '🐎🔋📎🦩🎻🧭',
  'q8%zk"\'<>&\\',
  long(64),
  long(256),
  long(1_024),
]

const salon = (profile: MakeTenant['profile'] = {}) =>
  makeTenant(app, { profile: { companyname: 'Salon Nordlys', ...profile } })

test.each(Object.entries(passwordCalls))(
  '%s rejects weak passwords without storing them, and stores good ones exactly',
  async (_, set) => {
    const tenant = await salon()
    const found: Record<string, unknown> = {}
    for (const password of [...weak, ...good]) {
      const { refused, email } = await set(tenant, password)
      const stored = await storedFor(tenant, email)
      found[password] = refused ?? stored === `plain:${password}`
      if (refused) expect([undefined, `plain:${first}`]).toContain(stored)
    }
    expect(found).toEqual(
      Object.fromEntries([
        ...weak.map((one) => [one, 'auth/weak-password']),
        ...good.map((one) => [one, true]),
      ]),
    )
  },
)

test.each(Object.entries(passwordCalls))(
  '%s rejects more than 1024 characters and an empty password',
  async (_, set) => {
    const tenant = await salon()
    expect((await set(tenant, long(1_025))).refused).toBe('request/invalid')
    expect((await set(tenant, '')).refused).toMatch(/^(?:request\/invalid|auth\/weak-password)$/)
  },
)

test.each(Object.entries(passwordCalls))(
  '%s applies the salon’s minimum length where it is above six',
  async (_, set) => {
    const tenant = await salon({ passwordFloor: 12 })
    expect((await set(tenant, 'x7Kq2!vR8zW')).refused).toBe('auth/weak-password')
    expect((await set(tenant, 'x7Kq2!vR8zWp')).refused).toBeNull()
  },
)
