import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantId } from '#server/data/db.ts'
import { listMail } from '#server/data/mail.ts'
import { listSms } from '#server/data/sms.ts'
import { email, enterByGoogle, lifeOf, password, settle } from './identity-flows.ts'
import { openFakeProvider, type FakeProvider } from './identity-provider.ts'
import { makeApp, makeTenant, type TestApp } from './make.ts'
import { rowsOf } from './seeded.ts'

/*
 * One person with one address, one number, one password and one account at Google is a guest of two tenants. Everything that can be
 * done to the one is done, to its end; after each step not a byte of the other has changed, and what was sent names the one alone.
 */
let fake: FakeProvider
let app: TestApp
let here: TenantId
let there: TenantId
let other: Awaited<ReturnType<typeof settle>>
beforeAll(async () => {
  fake = await openFakeProvider({ clientId: 'client', clientSecret: 'secret' })
  app = await makeApp({ env: { GOOGLE_ISSUER: fake.issuer, GOOGLE_CLIENTS: '*=client:secret' } })
  app.clock.now = Date.now()
  ;[here, there] = [await makeTenant(app), await makeTenant(app)]
  other = await settle({ app, fake }, there)
})
afterAll(async () => {
  await app.close()
  await fake.stop()
})

test(
  'every flow of a guest changes nothing of the guest with the same address at another tenant',
  { timeout: 120_000 },
  async () => {
    const before = await rowsOf(app, there)
    expect(Object.values(before).filter((rows) => rows !== '').length).toBeGreaterThan(12)
    const flows = lifeOf({ app, fake }, here, app.guest(here))
    expect(flows.length).toBeGreaterThan(20)
    for (const [name, flow] of flows) {
      const own = await rowsOf(app, here)
      await flow()
      expect([name, await rowsOf(app, there)]).toEqual([name, before])
      // And something was done, but where nothing was to be.
      if (!/wrong passwords/.test(name))
        expect([name, JSON.stringify(await rowsOf(app, here)) === JSON.stringify(own)]).toEqual([name, false])
    }
    const sent = [
      ...(await app.db.read(here, listMail)).flatMap(({ subject, text, html }) => [subject, text, html]),
      ...(await app.db.read(here, listSms)).map(({ text }) => text),
    ].join('\n')
    expect(sent).toContain(here)
    expect([sent.includes(there), sent.includes(other.uid)]).toEqual([false, false])
  },
)

test('the other guest still has everything: session, password, provider, passkey and the links that were under way', async () => {
  expect(await app.deps.auth.findSession(there, other.session)).toMatchObject({ uid: other.uid })
  expect((await app.guest(there)('signInWithEmailAndPassword', { email, password })).uid).toBe(other.uid)
  expect(await enterByGoogle({ app, fake }, app.guest(there))).toMatchObject({
    outcome: 'signedIn',
    uid: other.uid,
    isNew: false,
  })
  expect((await other.guest('listPasskeys', { tenantId: there, uid: other.uid })).documents).toHaveLength(1)
})
