import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SentPush } from '#simulators/messages.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makeBrowser } from '#test/push-service.ts'
import { asOwner, openSession } from '#test/seeded.ts'
import { errorCodeOf, register } from '#test/steps.ts'
import type { TenantId } from '../database/db.ts'
import type { OutgoingPush, PushOutcome, PushTarget } from '../providers/push/port.ts'
import { guestSubscriptions, upsertPushSubscription } from './queries.ts'
import { sendPush } from './send.ts'
import { perTier } from '#test/tier.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

type Row = {
  endpoint: string
  guest_id: string
  session_id: string
  p256dh: string
  paused_until: Date | null
}
const rows = (tenant: TenantId) =>
  asOwner<Row>(app, tenant, `select * from push_subscription where tenant_id = '${tenant}' order by endpoint`)
const inputOf = ({ endpoint, p256dh, auth }: PushTarget) => ({ endpoint, keys: { p256dh, auth } })
const message = () => ({
  id: 'event 1',
  title: 'Title',
  body: 'Body',
  link: '/my-account',
  icon: '/icon/1/192.png',
  usefulUntil: app.deps.now() + 3_600_000,
})

/** A guest with a number of browsers, each signed in and subscribed. */
async function subscribed(tenant: TenantId, email: string, browsers = 1) {
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, email)
  const targets: PushTarget[] = []
  for (let number = 0; number < browsers; number += 1) {
    const { target } = makeBrowser()
    const token = await openSession(app, tenant, uid)
    await app.db.write(tenant, (tx) =>
      upsertPushSubscription(tx, uid, target, { token, at: new Date(app.deps.now() + number) }),
    )
    targets.push(target)
  }
  return { guest, uid, targets }
}

test('anybody gets the public key; without push it is null', async () => {
  const tenant = await makeTenant(app)
  const { key } = await app.guest(tenant)('getPushKey', { tenantId: tenant })
  expect(key).toMatch(/^B[\w-]{86}$/)
  const without = await makeApp({ env: { PUSH: 'off' } })
  const other = await makeTenant(without)
  expect(await without.guest(other)('getPushKey', { tenantId: other })).toEqual({ key: null })
  await without.close()
})

test('a browser is saved, listed, and removed; an unknown endpoint gets the same answer', async () => {
  const tenant = await makeTenant(app)
  const [guest, otherGuest] = [app.guest(tenant), app.guest(tenant)]
  const uid = await register(guest, tenant, 'freja@example.com')
  const other = await register(otherGuest, tenant, 'noah@example.com')
  const { target } = makeBrowser()
  const self = { tenantId: tenant, uid }
  expect(await guest('savePushSubscription', { ...self, ...inputOf(target) })).toEqual({ saved: true })
  expect((await guest('listPushDevices', self)).documents).toEqual([
    { browser: null, system: null, since: expect.any(Number), current: true },
  ])
  expect(await errorCodeOf(otherGuest('listPushDevices', self))).toBe('not-found')
  expect(await errorCodeOf(otherGuest('savePushSubscription', { ...self, ...inputOf(target) }))).toBe(
    'not-found',
  )
  const { endpoint } = target
  expect(await otherGuest('removePushSubscription', { tenantId: tenant, uid: other, endpoint })).toEqual({
    removed: true,
  })
  expect(await rows(tenant)).toHaveLength(1)
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await guest('removePushSubscription', { ...self, endpoint })).toEqual({ removed: true })
  expect(await rows(tenant)).toEqual([])
})

test('the endpoint must be one of a known push service', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant)
  const { target } = makeBrowser()
  for (const endpoint of [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com@127.0.0.1/x',
    'https://127.0.0.1/x',
    'https://fcm.googleapis.com.evil.example/x',
    `https://fcm.googleapis.com/${'x'.repeat(1_000)}`,
  ])
    expect([
      endpoint,
      await errorCodeOf(
        guest('savePushSubscription', { tenantId: tenant, uid, ...inputOf({ ...target, endpoint }) }),
      ),
    ]).toEqual([endpoint, 'request/invalid'])
  expect(await rows(tenant)).toEqual([])
})

test('an endpoint has one owner, a session one subscription, and a guest sixteen', async () => {
  const tenant = await makeTenant(app)
  const freja = await subscribed(tenant, 'freja@example.com')
  const noah = app.guest(tenant)
  const uid = await register(noah, tenant, 'noah@example.com')
  const [target] = freja.targets
  if (!target) throw new Error('nothing subscribed')
  // The same browser after another guest has signed in.
  const renewed = { ...makeBrowser().target, endpoint: target.endpoint }
  await noah('savePushSubscription', { tenantId: tenant, uid, ...inputOf(renewed) })
  expect(await rows(tenant)).toMatchObject([{ guest_id: uid, p256dh: renewed.p256dh }])
  // The push service has given the browser another endpoint.
  const changed = makeBrowser().target
  await noah('savePushSubscription', { tenantId: tenant, uid, ...inputOf(changed) })
  expect(await rows(tenant)).toMatchObject([{ endpoint: changed.endpoint }])
  const ida = await subscribed(tenant, 'ida@example.com', 18)
  const left = (await rows(tenant)).filter((row) => row.guest_id === ida.uid).map((row) => row.endpoint)
  expect(left.toSorted()).toEqual(
    ida.targets
      .slice(2)
      .map((one) => one.endpoint)
      .toSorted(),
  )
})

const SAVE_ROUNDS = perTier(1, 20)

test('100 simultaneous requests to save one endpoint leave one row', async () => {
  const tenant = await makeTenant(app)
  const guests = await Promise.all(
    [1, 2, 3, 4].map(async (number) => {
      const guest = app.guest(tenant)
      return { guest, uid: await register(guest, tenant, `guest${number}@example.com`) }
    }),
  )
  for (let round = 0; round < SAVE_ROUNDS; round += 1) {
    const { target } = makeBrowser()
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, number) => {
        const one = guests[number % guests.length]
        return one?.guest('savePushSubscription', { tenantId: tenant, uid: one.uid, ...inputOf(target) })
      }),
    )
    expect(answers.every((one) => one?.saved)).toBe(true)
    expect((await rows(tenant)).filter((row) => row.endpoint === target.endpoint)).toHaveLength(1)
  }
})

test('a browser gets nothing after its session has ended, however it ended', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant)
  const self = { tenantId: tenant, uid }
  const save = () => guest('savePushSubscription', { ...self, ...inputOf(makeBrowser().target) })
  const other = await openSession(app, tenant, uid)
  await app.db.write(tenant, (tx) =>
    upsertPushSubscription(tx, uid, makeBrowser().target, { token: other, at: new Date(app.deps.now()) }),
  )
  await save()
  expect(await rows(tenant)).toHaveLength(2)
  await guest('removeSessions', self)
  expect(await rows(tenant)).toHaveLength(1)
  await guest('signOut', { tenantId: tenant })
  expect(await rows(tenant)).toEqual([])
  await guest('signInWithEmailAndPassword', {
    tenantId: tenant,
    email: 'noah@example.com',
    password: 'stamgast-demo',
  })
  await save()
  // An expired session that has not been swept yet.
  await asOwner(app, tenant, `update session set expires_at = now() - interval '1 minute'`)
  expect(await sendPush(app.deps, tenant, guestSubscriptions(uid), message())).toBe('none')
  await asOwner(app, tenant, `update session set expires_at = now() + interval '1 day'`)
  expect(await sendPush(app.deps, tenant, guestSubscriptions(uid), message())).toBe('ok')
  await asOwner(app, tenant, `delete from guest where tenant_id = '${tenant}' and id = '${uid}'`)
  expect(await rows(tenant)).toEqual([])
})

test('one channel over all browsers: the best outcome counts', async () => {
  const cases: [PushOutcome['is'][], string, number][] = [
    [[], 'none', 0],
    [['ok'], 'ok', 1],
    [['gone'], 'refused', 0],
    [['refused'], 'refused', 1],
    [['uncertain'], 'uncertain', 1],
    [['limit'], 'limit', 1],
    [['gone', 'refused', 'ok'], 'ok', 2],
    [['uncertain', 'ok', 'limit'], 'ok', 3],
    [['refused', 'limit', 'uncertain'], 'uncertain', 3],
    [['gone', 'limit', 'refused'], 'limit', 2],
    [['gone', 'gone'], 'refused', 0],
  ]
  for (const [outcomes, expected, left] of cases) {
    const tenant = await makeTenant(app)
    const { uid, targets } = await subscribed(tenant, 'freja@example.com', outcomes.length)
    const outcomeOf = new Map(targets.map(({ endpoint }, number) => [endpoint, outcomes[number]]))
    const sent: OutgoingPush[] = []
    const push = {
      ...app.deps.push,
      async send({ endpoint }: PushTarget, one: OutgoingPush): Promise<PushOutcome> {
        sent.push(one)
        const is = outcomeOf.get(endpoint) ?? 'refused'
        return is === 'limit' ? { is, retryAfter: 60 } : { is }
      },
    }
    expect([
      outcomes,
      await sendPush({ ...app.deps, push }, tenant, guestSubscriptions(uid), message()),
    ]).toEqual([outcomes, expected])
    expect(sent).toHaveLength(outcomes.length)
    for (const one of sent) expect(one).toMatchObject({ tenant, id: 'event 1', link: '/my-account' })
    expect(await rows(tenant)).toHaveLength(left)
  }
})

test('a limited browser is left alone until its time, and a message of no more use is not sent', async () => {
  app.clock.now = Date.now()
  const start = app.clock.now
  const tenant = await makeTenant(app)
  const { uid } = await subscribed(tenant, 'freja@example.com')
  let [sent, outcome]: [number, PushOutcome] = [0, { is: 'limit', retryAfter: 120 }]
  const push = { ...app.deps.push, send: async () => ((sent += 1), outcome) }
  const send = (change: object = {}) =>
    sendPush({ ...app.deps, push }, tenant, guestSubscriptions(uid), { ...message(), ...change })
  expect(await send()).toBe('limit')
  outcome = { is: 'ok' }
  app.clock.now = start + 119_000
  expect([await send(), sent]).toEqual(['limit', 1])
  app.clock.now = start + 121_000
  expect([await send(), sent]).toEqual(['ok', 2])
  expect([await send({ usefulUntil: app.clock.now - 1_000 }), sent]).toEqual(['refused', 2])
  app.clock.now = null
})

test('a long message is cut, so that push services accept it', async () => {
  const tenant = await makeTenant(app)
  const { uid } = await subscribed(tenant, 'freja@example.com')
  const title = '💇'.repeat(300)
  expect(
    await sendPush(app.deps, tenant, guestSubscriptions(uid), { ...message(), title, body: title.repeat(5) }),
  ).toBe('ok')
  const outbox = await app.fetch(tenant, new Request(`http://${tenant}.localhost/dev/outbox.json`))
  const { push } = (await outbox.json()) as { push: SentPush[] }
  const [sent] = push
  expect([...(sent?.push.title ?? '')]).toHaveLength(120)
  expect(sent?.push.body.endsWith('💇…')).toBe(true)
  expect(Buffer.byteLength(JSON.stringify(sent?.push))).toBeLessThan(3_500)
})
