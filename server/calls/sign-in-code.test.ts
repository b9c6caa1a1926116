import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CallError } from '#contract/errors.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { register } from '#test/steps.ts'
import { openAuth } from '../data/auth.ts'
import type { TenantId } from '../data/db.ts'
import { listMail } from '../data/mail.ts'
import { listSms } from '../data/sms.ts'

const MINUTE = 60_000

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'granted',
    (error: unknown) => {
      if (error instanceof CallError) return error.code
      throw error
    },
  )
const email = 'freja@example.com'

async function salon() {
  app.clock.now = Date.UTC(2030, 4, 6, 10)
  const id = await makeTenant(app)
  const uid = await register(app.guest(id), id, email)
  await asOwner(
    app,
    id,
    `update guest set mobile = '+4520123456', mobile_verified = true where tenant_id = '${id}'; delete from mail where tenant_id = '${id}'`,
  )
  const mailed = async () => /^\d{6}$/m.exec((await app.db.read(id, listMail))[0]?.text ?? '')?.[0] ?? ''
  return { id, uid, tablet: app.guest(id), mailed }
}
const other = (digits: string, index = 1) => String((Number(digits) + index) % 1_000_000).padStart(6, '0')
const type = (guest: ReturnType<TestApp['guest']>, id: TenantId, code: string) =>
  guest('signInWithCode', { tenantId: id, email, code })

test('six digits by mail sign in where they were asked for, for ten minutes, without renewal', async () => {
  const { id, uid, tablet, mailed } = await salon()
  expect(await tablet('sendSignInCode', { tenantId: id, email })).toEqual({ success: true })
  const answer = await tablet.send('signInWithCode', {
    tenantId: id,
    email,
    code: (await mailed()).replace(/^(...)/, '$1 '),
  })
  expect(((await answer.json()) as { uid: string }).uid).toBe(uid)
  expect(answer.headers.getSetCookie().find((one) => one.startsWith('session='))).toMatch(/Max-Age=600$/)
  app.clock.now = (app.clock.now ?? 0) + 10 * MINUTE - 1
  expect((await tablet('getUser', { tenantId: id, uid })).uid).toBe(uid)
  app.clock.now += 1
  expect(await refusal(tablet('getUser', { tenantId: id, uid }))).toBe('auth/unauthenticated')
})

test('six digits by text message sign in, and end with the line that telephones read', async () => {
  const { id, uid, tablet } = await salon()
  await tablet('sendSignInCode', { tenantId: id, mobile: '20 12 34 56', dialcode: '+45' })
  const { text = '' } = (await app.db.read(id, listSms))[0] ?? {}
  const [, digits = ''] = new RegExp(`\\n\\n@${id}\\.localhost:3000 #(\\d{6})$`).exec(text) ?? []
  expect(text.startsWith(digits)).toBe(true)
  expect(
    (await tablet('signInWithCode', { tenantId: id, mobile: '+4520123456', dialcode: '+45', code: digits }))
      .uid,
  ).toBe(uid)
})

test('where no text message can be sent, nobody is asked to wait for one', async () => {
  const { id, tablet } = await salon()
  expect(await refusal(tablet('sendSignInCode', { tenantId: id, mobile: '+4790123456' }))).toBe(
    'auth/operation-not-allowed',
  )
  for (const env of [{ SMS: 'off' }, { SMS_BUDGET: '0' }] as Record<string, string>[]) {
    const silent = await makeApp({ env, testDb: app })
    for (const mobile of ['+4520123456', '+4520999999'])
      expect(await refusal(silent.guest(id)('sendSignInCode', { tenantId: id, mobile }))).toBe(
        'auth/operation-not-allowed',
      )
    expect(await silent.guest(id)('sendSignInCode', { tenantId: id, email })).toEqual({ success: true })
    expect(
      await silent.guest(id)('sendMagicLink', {
        tenantId: id,
        email: 'nobody@example.com',
        mobile: '20123456',
        dialcode: '+45',
      }),
    ).toEqual({ success: true })
  }
  expect(await app.db.read(id, listSms)).toEqual([])
})

test('an unknown address is answered like a known one, also when a code is typed for it', async () => {
  const { id, tablet } = await salon()
  const [known, unknown] = [
    await tablet.send('sendSignInCode', { tenantId: id, email }),
    await tablet.send('sendSignInCode', { tenantId: id, email: 'nobody@example.com' }),
  ]
  expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()])
  const [wrong, nobody] = [
    await tablet.send('signInWithCode', { tenantId: id, email: 'nobody@example.com', code: '000000' }),
    await app.guest(id).send('signInWithCode', { tenantId: id, email, code: '000000' }),
  ]
  expect([wrong.status, await wrong.text()]).toEqual([nobody.status, await nobody.text()])
})

test('a code has five guesses, also when fifty come at once', async () => {
  const { id, tablet, mailed } = await salon()
  await tablet('sendSignInCode', { tenantId: id, email })
  const digits = await mailed()
  const wrong = await Promise.all(
    Array.from({ length: 25 }, (_, index) => refusal(type(tablet, id, other(digits, index + 1)))),
  )
  expect(new Set(wrong)).toEqual(new Set(['auth/invalid-verification-code']))
  expect(
    await asOwner(
      app,
      id,
      `select failures from action_code where tenant_id = '${id}' and kind = 'signInCode'`,
    ),
  ).toEqual([{ failures: 5 }])
  expect(await refusal(type(tablet, id, digits))).toBe('auth/invalid-verification-code')
})

test('the right digits still sign in after four wrong ones, and only once', async () => {
  const { id, tablet, mailed } = await salon()
  await tablet('sendSignInCode', { tenantId: id, email })
  const digits = await mailed()
  for (let index = 1; index <= 4; index += 1)
    expect(await refusal(type(tablet, id, other(digits, index)))).toBe('auth/invalid-verification-code')
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => refusal(type(tablet, id, digits))))
  expect(outcomes.filter((one) => one === 'granted')).toHaveLength(1)
})

test('a code ends after ten minutes, with a newer one, and is worth nothing in another browser', async () => {
  const { id, tablet, mailed } = await salon()
  await tablet('sendSignInCode', { tenantId: id, email })
  const first = await mailed()
  const thief = app.guest(id)
  await thief('sendSignInCode', { tenantId: id, email: 'thief@example.com' })
  expect(await refusal(type(thief, id, first))).toBe('auth/invalid-verification-code')
  expect(await refusal(type(app.guest(id), id, first))).toBe('auth/invalid-verification-code')
  app.clock.now = (app.clock.now ?? 0) + 30_000
  await tablet('sendSignInCode', { tenantId: id, email })
  const second = await mailed()
  expect(await refusal(type(tablet, id, first))).toBe('auth/invalid-verification-code')
  app.clock.now += 10 * MINUTE
  expect(await refusal(type(tablet, id, second))).toBe('auth/invalid-verification-code')
})

test('a client that guesses on and on has to wait', async () => {
  // Limits as in earnest, whose counters nobody here has touched.
  const { admitCode } = openAuth({
    db: app.db,
    now: app.deps.now,
    secret: 'the secret of other counters, long enough',
  })
  const { auth } = app.deps
  app.deps.auth = { ...auth, admitCode }
  onTestFinished(() => {
    app.deps.auth = auth
  })
  const { id, tablet } = await salon()
  for (let time = 0; time < 30; time += 1) await refusal(type(tablet, id, '000000'))
  const refused = await tablet.send('signInWithCode', { tenantId: id, email, code: '000000' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
})

test('either an address or a number is asked for, and six digits typed', async () => {
  const { id, tablet } = await salon()
  expect(await refusal(tablet('sendSignInCode', { tenantId: id }))).toBe('request/invalid')
  expect(await refusal(tablet('sendSignInCode', { tenantId: id, email, mobile: '20123456' }))).toBe(
    'request/invalid',
  )
  expect(await refusal(tablet('signInWithCode', { tenantId: id, email, code: '12345' }))).toBe(
    'request/invalid',
  )
})

test('the digits are kept as a hash that needs the server’s secret', async () => {
  const { id, tablet, mailed } = await salon()
  await tablet('sendSignInCode', { tenantId: id, email })
  const rows = JSON.stringify(await asOwner(app, id, `select * from action_code where tenant_id = '${id}'`))
  expect(rows).not.toContain(await mailed())
})
