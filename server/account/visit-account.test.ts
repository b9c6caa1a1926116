import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { codeTo, countMail } from '#test/action-mail.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { book, errorCodeOf, freja, register, summer } from '#test/steps.ts'
import type { TenantId } from '../database/db.ts'
import { openAuth } from '../identity/open-auth.ts'
import { listMail } from '../mail/queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
  app.deps.messageLimit = async () => null
})
afterAll(() => app.close())

const password = 'en rolig aften ved søen'
const nine = summer('2026-06-11T09:00')

async function salon(): Promise<TenantId> {
  app.clock.now = summer('2026-06-10T08:00')
  return makeTenant(app)
}
const accounts = (tenant: TenantId) =>
  asOwner(
    app,
    tenant,
    `select g.email, g.firstname, g.mobile, g.email_verified, g.terms_accepted_at is not null as terms,
      (select count(*)::int from session s where s.tenant_id = g.tenant_id and s.user_id = g.id) as sessions,
      (select count(*)::int from visit v where v.tenant_id = g.tenant_id and v.guest_id = g.id) as visits
     from guest g where g.tenant_id = '${tenant}'`,
  )

/** An account of a visit whose address is not verified yet. */
async function made() {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { handle } = await book(guest, { tenantId, start: nine })
  await guest('createVisitAccount', { tenantId, handle, password })
  return { tenantId, guest, oobCode: await codeTo(app, tenantId, freja.email, 'verifyEmail') }
}

test('one password makes an account of a visit, which joins once the address is verified in that browser', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { handle } = await book(guest, { tenantId, start: nine })
  expect(await guest('createVisitAccount', { tenantId, handle, password })).toEqual({ sent: true })
  const details = { email: freja.email, firstname: 'Freja', mobile: '+4520123456', terms: true }
  expect(await accounts(tenantId)).toEqual([{ ...details, email_verified: false, sessions: 0, visits: 0 }])
  const oobCode = await codeTo(app, tenantId, freja.email, 'verifyEmail')
  const { uid = '', to } = await guest('applyActionCode', { oobCode })
  expect(to).toBe('/my-account?message=account-ready')
  expect(await accounts(tenantId)).toEqual([{ ...details, email_verified: true, sessions: 1, visits: 1 }])
  expect(await guest('listBookings', { tenantId, uid })).toMatchObject({ documents: [{ handle }] })
  await guest('signOut', {})
  await guest('signInWithEmailAndPassword', { tenantId, email: freja.email, password })
})

test('the link signs in once, and only the browser that has made the account', async () => {
  const toLogin = { operation: 'VERIFY_EMAIL', email: freja.email, to: '/login?message=account-made' }
  const { tenantId, guest, oobCode } = await made()
  expect(await app.guest(tenantId)('applyActionCode', { oobCode })).toEqual(toLogin)
  expect(await accounts(tenantId)).toMatchObject([{ sessions: 0, visits: 1 }])
  expect(await guest('applyActionCode', { oobCode })).toEqual(toLogin)
  expect(await accounts(tenantId)).toMatchObject([{ sessions: 0, visits: 1 }])

  const own = await made()
  const use = () => own.guest('applyActionCode', { oobCode: own.oobCode })
  expect(await use()).toMatchObject({ uid: expect.any(String) })
  await own.guest('signOut', {})
  expect(await use()).toEqual(toLogin)
  expect(await accounts(own.tenantId)).toMatchObject([{ sessions: 0 }])

  // Whoever is signed in there by then stays so.
  const later = await made()
  await register(later.guest, later.tenantId)
  expect(await later.guest('applyActionCode', { oobCode: later.oobCode })).toEqual(toLogin)
  expect((await accounts(later.tenantId)).find(({ email }) => email === freja.email)).toMatchObject({
    email_verified: true,
    sessions: 0,
  })
})

test('verified in another browser, only the visit of which the account was made joins it', async () => {
  const tenantId = await salon()
  const owner = app.guest(tenantId)
  // Booked by the owner of the address, of which the browser that makes the account must learn nothing.
  await book(owner, { tenantId, start: nine + 7_200_000 })
  const guest = app.guest(tenantId)
  const { handle } = await book(guest, { tenantId, start: nine })
  await guest('createVisitAccount', { tenantId, handle, password })
  const oobCode = await codeTo(app, tenantId, freja.email, 'verifyEmail')
  const { uid } = await guest('signInWithEmailAndPassword', { tenantId, email: freja.email, password })
  expect(await guest('listBookings', { tenantId, uid })).toEqual({ documents: [] })
  await owner('applyActionCode', { oobCode })
  await owner('applyActionCode', { oobCode })
  expect(await guest('listBookings', { tenantId, uid })).toMatchObject({ documents: [{ handle }] })
  expect(await accounts(tenantId)).toMatchObject([{ visits: 1 }])
})

test('a forged or foreign link attaches no visit, nor does a visit of another address or account', async () => {
  const [one, two] = [await made(), await made()]
  for (const oobCode of [two.oobCode, `${one.oobCode}x`, 'x'.repeat(43)])
    expect(await errorCodeOf(app.guest(one.tenantId)('applyActionCode', { oobCode }))).toMatch(
      /^(auth\/invalid-action-code|request\/invalid)$/,
    )
  expect(await accounts(one.tenantId)).toMatchObject([{ email_verified: false, visits: 0 }])
  expect(await accounts(two.tenantId)).toMatchObject([{ email_verified: false, visits: 0 }])
  // The visit's address is another one by the time the link is opened.
  await asOwner(
    app,
    one.tenantId,
    `update visit set contact = contact || '{"email": "alma@example.com"}' where tenant_id = '${one.tenantId}'`,
  )
  await app.guest(one.tenantId)('applyActionCode', { oobCode: one.oobCode })
  expect(await accounts(one.tenantId)).toMatchObject([{ email_verified: true, visits: 0 }])
  // The visit has an account by then.
  const other = await register(app.guest(two.tenantId), two.tenantId)
  await asOwner(
    app,
    two.tenantId,
    `update visit set guest_id = '${other}' where tenant_id = '${two.tenantId}'`,
  )
  await app.guest(two.tenantId)('applyActionCode', { oobCode: two.oobCode })
  expect((await accounts(two.tenantId)).find(({ email }) => email === freja.email)).toMatchObject({
    email_verified: true,
    visits: 0,
  })
})

test('an address with an account gets the same answer, and changes nothing', async () => {
  const [fresh, taken] = [await salon(), await salon()]
  await register(app.guest(taken), taken, freja.email)
  const before = await accounts(taken)
  const answers = await Promise.all(
    [fresh, taken].map(async (tenantId) => {
      const guest = app.guest(tenantId)
      const { handle } = await book(guest, { tenantId, start: nine })
      const answer = await guest.send('createVisitAccount', { tenantId, handle, password })
      const cookies = answer.headers.getSetCookie().map((one) => one.replace(/=[^;]*/, ''))
      return { status: answer.status, cookies, body: await answer.text() }
    }),
  )
  expect(answers[0]).toMatchObject({ status: 200 })
  expect(answers[1]).toEqual(answers[0])
  expect(await accounts(taken)).toEqual(before)
  const toOwner = (await app.db.read(taken, listMail)).filter(({ key }) => key.startsWith('addressTaken:'))
  expect(toOwner.map(({ to }) => to)).toEqual([freja.email])
})

test('the mail to an account that there is signs in, and the visit joins it', async () => {
  const tenantId = await salon()
  const uid = await register(app.guest(tenantId), tenantId, freja.email)
  const guest = app.guest(tenantId)
  const { handle } = await book(guest, { tenantId, start: nine })
  await guest('createVisitAccount', { tenantId, handle, password })
  const oobCode = await codeTo(app, tenantId, freja.email, 'signIn')
  expect(await guest('applyActionCode', { oobCode })).toMatchObject({
    uid,
    to: '/my-account?message=account-ready',
  })
  expect(await guest('listBookings', { tenantId, uid })).toMatchObject({ documents: [{ handle }] })
})

test('weak passwords are refused with or without an account', async () => {
  for (const known of [false, true]) {
    const tenantId = await salon()
    if (known) await register(app.guest(tenantId), tenantId, freja.email)
    const guest = app.guest(tenantId)
    const { handle } = await book(guest, { tenantId, start: nine })
    for (const weak of ['123', 'password', freja.email])
      expect(await errorCodeOf(guest('createVisitAccount', { tenantId, handle, password: weak }))).toBe(
        'auth/weak-password',
      )
  }
})

test('only the browser that has booked makes the account, of a visit that has none', async () => {
  const [tenantId, other] = [await salon(), await salon()]
  const guest = app.guest(tenantId)
  const { handle, cancelHandle } = await book(guest, { tenantId, start: nine })
  for (const [caller, at, named] of [
    [app.guest(tenantId), tenantId, handle],
    [app.guest(other), other, handle],
    [guest, tenantId, cancelHandle],
    [guest, tenantId, 'x'.repeat(32)],
  ] as const)
    expect(await errorCodeOf(caller('createVisitAccount', { tenantId: at, handle: named, password }))).toBe(
      'not-found',
    )
  const signedIn = app.guest(tenantId)
  await register(signedIn, tenantId)
  const own = await book(signedIn, { tenantId, start: nine + 7_200_000 })
  expect(await errorCodeOf(signedIn('createVisitAccount', { tenantId, handle: own.handle, password }))).toBe(
    'not-found',
  )
  expect(await accounts(tenantId)).toHaveLength(1)
})

test('without its mail no account is made', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { handle } = await book(guest, { tenantId, start: nine })
  const failing = vi.spyOn(app.deps.jobs, 'sendAccountMessage').mockRejectedValue(new Error('lost'))
  expect((await guest.send('createVisitAccount', { tenantId, handle, password })).status).toBe(500)
  failing.mockRestore()
  expect(await accounts(tenantId)).toEqual([])
  expect(await guest('createVisitAccount', { tenantId, handle, password })).toEqual({ sent: true })
  expect(await countMail(app, tenantId, freja.email)).toBe(2)
})

// Sign-up reveals whether an address has an account, within its limits: an attempt here counts as one, so the
// answer to signing in afterwards reveals no more.
test('attempts count as sign-ups', async () => {
  const { auth, now } = app.deps
  app.deps.auth = openAuth({ db: app.db, now, secret: 'the secret of other counters, long enough' })
  onTestFinished(() => {
    app.deps.auth = auth
  })
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { handle } = await book(guest, { tenantId, start: nine })
  const statuses = []
  for (let attempts = 0; attempts < 6; attempts += 1)
    statuses.push((await guest.send('createVisitAccount', { tenantId, handle, password })).status)
  expect(statuses).toEqual([...Array<number>(5).fill(200), 429])
  const signUp = { tenantId, email: freja.email, password }
  expect((await app.guest(tenantId).send('createUserWithEmailAndPassword', signUp)).status).toBe(429)
})

test('ten submissions at the same moment make one account', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { handle } = await book(guest, { tenantId, start: nine })
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => guest('createVisitAccount', { tenantId, handle, password })),
  )
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await accounts(tenantId)).toHaveLength(1)
})
