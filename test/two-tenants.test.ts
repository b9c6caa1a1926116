import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantId } from '#server/database/db.ts'
import { listMail } from '#server/mail/queries.ts'
import { listSms } from '#server/sms/queries.ts'
import { email, signInWithGoogle, accountFlows, password, makeCompleteGuest } from '#test/identity-flows.ts'
import { openFakeProvider, type FakeProvider } from '#test/identity-provider.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { rowsOf } from '#test/seeded.ts'

/*
 * One person with one e-mail address, number, password and Google account is a guest of two tenants. Every
 * flow runs to its end for one of them; after each step no byte of the other has changed, and sent messages
 * name only the first.
 */
let fake: FakeProvider
let app: TestApp
let here: TenantId
let there: TenantId
let other: Awaited<ReturnType<typeof makeCompleteGuest>>
beforeAll(async () => {
  fake = await openFakeProvider({ clientId: 'client', clientSecret: 'secret' })
  app = await makeApp({ env: { GOOGLE_ISSUER: fake.issuer, GOOGLE_CLIENTS: '*=client:secret' } })
  app.clock.now = Date.now()
  ;[here, there] = [await makeTenant(app), await makeTenant(app)]
  other = await makeCompleteGuest({ app, fake }, there)
})
afterAll(async () => {
  await app.close()
  await fake.stop()
})

test('every flow of a guest changes nothing of the guest with the same address at another tenant', async () => {
  const before = await rowsOf(app, there)
  expect(Object.values(before).filter((rows) => rows !== '').length).toBeGreaterThan(12)
  const flows = accountFlows({ app, fake }, here, app.guest(here))
  expect(flows.length).toBeGreaterThan(20)
  for (const [name, flow] of flows) {
    const own = await rowsOf(app, here)
    await flow()
    expect([name, await rowsOf(app, there)]).toEqual([name, before])
    // The flow had an effect, unless it should have none.
    if (!/wrong passwords/.test(name))
      expect([name, JSON.stringify(await rowsOf(app, here)) === JSON.stringify(own)]).toEqual([name, false])
  }
  const sent = [
    ...(await app.db.read(here, listMail)).flatMap(({ subject, text, html }) => [subject, text, html]),
    ...(await app.db.read(here, listSms)).map(({ text }) => text),
  ].join('\n')
  expect(sent).toContain(here)
  expect([sent.includes(there), sent.includes(other.uid)]).toEqual([false, false])
})

test('the other guest keeps session, password, provider, passkey and pending links', async () => {
  expect(await app.deps.auth.findSession(there, other.session)).toMatchObject({ uid: other.uid })
  expect((await app.guest(there)('signInWithEmailAndPassword', { email, password })).uid).toBe(other.uid)
  expect(await signInWithGoogle({ app, fake }, app.guest(there))).toMatchObject({
    outcome: 'signedIn',
    uid: other.uid,
    isNew: false,
  })
  expect((await other.guest('listPasskeys', { tenantId: there, uid: other.uid })).documents).toHaveLength(1)
})
