import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CallError } from '#contract/errors.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { register } from '#test/steps.ts'
import { openAuth } from '../open-auth.ts'
import type { TenantId } from '#server/database/db.ts'
import { listMail } from '#server/mail/queries.ts'
import { listSms } from '#server/sms/queries.ts'

const MINUTE = 60_000

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const errorCodeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'granted',
    (error: unknown) => {
      if (error instanceof CallError) return error.code
      throw error
    },
  )
const email = 'freja@example.com'

async function createSalon() {
  app.clock.now = Date.UTC(2030, 4, 6, 10)
  const id = await makeTenant(app)
  const uid = await register(app.guest(id), id, email)
  await asOwner(
    app,
    id,
    `update guest set mobile = '+4520123456', mobile_verified = true where tenant_id = '${id}';
    delete from mail where tenant_id = '${id}'`,
  )
  const mailedCode = async () => /^\d{6}$/m.exec((await app.db.read(id, listMail))[0]?.text ?? '')?.[0] ?? ''
  return { id, uid, tablet: app.guest(id), mailed: mailedCode }
}
const otherCode = (digits: string, index = 1) => String((Number(digits) + index) % 1_000_000).padStart(6, '0')
const signInWith = (guest: ReturnType<TestApp['guest']>, id: TenantId, code: string) =>
  guest('signInWithCode', { tenantId: id, email, code })

test('a one-time code by mail signs in the requesting browser for ten minutes, not renewed', async () => {
  const { id, uid, tablet, mailed: mailedCode } = await createSalon()
  expect(await tablet('sendSignInCode', { tenantId: id, email })).toEqual({ success: true })
  const fullWidth = (await mailedCode()).replaceAll(/\d/g, (digit) =>
    String.fromCodePoint(0xff10 + Number(digit)),
  )
  const answer = await tablet.send('signInWithCode', {
    tenantId: id,
    email,
    // As it is pasted: full-width digits, an en dash and a direction mark.
    code: `\u200e${fullWidth.slice(0, 3)}\u2009– ${fullWidth.slice(3)}`,
  })
  expect(((await answer.json()) as { uid: string }).uid).toBe(uid)
  expect(answer.headers.getSetCookie().find((one) => one.startsWith('session='))).toMatch(/Max-Age=600$/)
  app.clock.now = (app.clock.now ?? 0) + 10 * MINUTE - 1
  expect((await tablet('getUser', { tenantId: id, uid })).uid).toBe(uid)
  app.clock.now += 1
  expect(await errorCodeOf(tablet('getUser', { tenantId: id, uid }))).toBe('auth/unauthenticated')
})

test('a one-time code by text message signs in, and the message ends with the autofill line', async () => {
  const { id, uid, tablet } = await createSalon()
  await tablet('sendSignInCode', { tenantId: id, mobile: '20 12 34 56', dialcode: '+45' })
  const { text = '' } = (await app.db.read(id, listSms))[0] ?? {}
  const [, digits = ''] = new RegExp(`\\n\\n@${id}\\.localhost:3000 #(\\d{6})$`).exec(text) ?? []
  expect(text.startsWith(digits)).toBe(true)
  expect(
    (await tablet('signInWithCode', { tenantId: id, mobile: '+4520123456', dialcode: '+45', code: digits }))
      .uid,
  ).toBe(uid)
})

test('a code by text message is rejected when none can be sent', async () => {
  const { id, tablet } = await createSalon()
  expect(await errorCodeOf(tablet('sendSignInCode', { tenantId: id, mobile: '+4790123456' }))).toBe(
    'auth/operation-not-allowed',
  )
  for (const env of [{ SMS: 'off' }, { SMS_BUDGET: '0' }] as Record<string, string>[]) {
    const silent = await makeApp({ env, testDb: app })
    for (const mobile of ['+4520123456', '+4520999999'])
      expect(await errorCodeOf(silent.guest(id)('sendSignInCode', { tenantId: id, mobile }))).toBe(
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

test('an unknown e-mail has the same responses as a known one, to the request and to a code', async () => {
  const { id, tablet } = await createSalon()
  const [known, unknown] = [
    await tablet.send('sendSignInCode', { tenantId: id, email }),
    await tablet.send('sendSignInCode', { tenantId: id, email: 'nobody@example.com' }),
  ]
  expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()])
  const [unknownGuest, otherBrowser] = [
    await tablet.send('signInWithCode', { tenantId: id, email: 'nobody@example.com', code: '000000' }),
    await app.guest(id).send('signInWithCode', { tenantId: id, email, code: '000000' }),
  ]
  expect([unknownGuest.status, await unknownGuest.text()]).toEqual([
    otherBrowser.status,
    await otherBrowser.text(),
  ])
})

test('a code allows five attempts, also when 25 are concurrent', async () => {
  const { id, tablet, mailed: mailedCode } = await createSalon()
  await tablet('sendSignInCode', { tenantId: id, email })
  const digits = await mailedCode()
  const wrong = await Promise.all(
    Array.from({ length: 25 }, (_, index) =>
      errorCodeOf(signInWith(tablet, id, otherCode(digits, index + 1))),
    ),
  )
  expect(new Set(wrong)).toEqual(new Set(['auth/invalid-verification-code']))
  expect(
    await asOwner(
      app,
      id,
      `select failures from action_code where tenant_id = '${id}' and kind = 'signInCode'`,
    ),
  ).toEqual([{ failures: 5 }])
  expect(await errorCodeOf(signInWith(tablet, id, digits))).toBe('auth/invalid-verification-code')
})

test('the right code signs in after four wrong ones, and only once', async () => {
  const { id, tablet, mailed: mailedCode } = await createSalon()
  await tablet('sendSignInCode', { tenantId: id, email })
  const digits = await mailedCode()
  for (let index = 1; index <= 4; index += 1)
    expect(await errorCodeOf(signInWith(tablet, id, otherCode(digits, index)))).toBe(
      'auth/invalid-verification-code',
    )
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => errorCodeOf(signInWith(tablet, id, digits))),
  )
  expect(outcomes.filter((one) => one === 'granted')).toHaveLength(1)
})

test('a code is invalid after ten minutes, after a newer one, and in another browser', async () => {
  const { id, tablet, mailed: mailedCode } = await createSalon()
  await tablet('sendSignInCode', { tenantId: id, email })
  const first = await mailedCode()
  const attacker = app.guest(id)
  await attacker('sendSignInCode', { tenantId: id, email: 'thief@example.com' })
  expect(await errorCodeOf(signInWith(attacker, id, first))).toBe('auth/invalid-verification-code')
  expect(await errorCodeOf(signInWith(app.guest(id), id, first))).toBe('auth/invalid-verification-code')
  app.clock.now = (app.clock.now ?? 0) + 30_000
  await tablet('sendSignInCode', { tenantId: id, email })
  const second = await mailedCode()
  expect(await errorCodeOf(signInWith(tablet, id, first))).toBe('auth/invalid-verification-code')
  app.clock.now += 10 * MINUTE
  expect(await errorCodeOf(signInWith(tablet, id, second))).toBe('auth/invalid-verification-code')
})

test('a client with 30 wrong attempts gets a Retry-After', async () => {
  // The production limits, with counters of their own by another secret.
  const { consumeCodeLimit } = openAuth({
    db: app.db,
    now: app.deps.now,
    secret: 'the secret of other counters, long enough',
  })
  const { auth } = app.deps
  app.deps.auth = { ...auth, consumeCodeLimit }
  onTestFinished(() => {
    app.deps.auth = auth
  })
  const { id, tablet } = await createSalon()
  for (let time = 0; time < 30; time += 1) await errorCodeOf(signInWith(tablet, id, '000000'))
  const refused = await tablet.send('signInWithCode', { tenantId: id, email, code: '000000' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
})

test('a request needs either an e-mail or a number, and a code of five digits is rejected', async () => {
  const { id, tablet } = await createSalon()
  expect(await errorCodeOf(tablet('sendSignInCode', { tenantId: id }))).toBe('request/invalid')
  expect(await errorCodeOf(tablet('sendSignInCode', { tenantId: id, email, mobile: '20123456' }))).toBe(
    'request/invalid',
  )
  expect(await errorCodeOf(tablet('signInWithCode', { tenantId: id, email, code: '12345' }))).toBe(
    'request/invalid',
  )
})

test('a code is not stored in plain text', async () => {
  const { id, tablet, mailed: mailedCode } = await createSalon()
  await tablet('sendSignInCode', { tenantId: id, email })
  const rows = JSON.stringify(await asOwner(app, id, `select * from action_code where tenant_id = '${id}'`))
  expect(rows).not.toContain(await mailedCode())
})
