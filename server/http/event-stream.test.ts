import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { follow } from '#test/follow.ts'
import { listen } from '#test/listen.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { book, register, type TestGuest } from '#test/steps.ts'
import type { TenantId } from '../database/db.ts'
import type { ChangeEvent } from '../database/change-events.ts'
import { streamDocument, streamTopics } from './event-stream.ts'
import type { RequestContext } from '../context/context.ts'

let app: TestApp
/** How many streams the application listens for just now. */
let listeners = 0
beforeAll(async () => {
  app = await makeApp()
  const { subscribe } = app.deps.changeEvents
  app.deps.changeEvents.subscribe = (listener) => {
    listeners += 1
    const unsubscribe = subscribe(listener)
    return () => {
      listeners -= 1
      return unsubscribe()
    }
  }
})
afterAll(() => app.close())

test('a token that is nobody’s is refused, and opens no stream of an anonymous guest', async () => {
  const tenant = await makeTenant(app)
  const answer = await app.fetch(
    tenant,
    new Request(`http://${tenant}.localhost/api/live`, {
      headers: { authorization: `Bearer ${'x'.repeat(43)}`, accept: 'text/event-stream' },
    }),
  )
  expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([
    401,
    'application/json',
  ])
  expect(await answer.text()).toContain('auth/unauthenticated')
})

const live = (tenantId: TenantId, guest: TestGuest, path = '/api/live') =>
  app.fetch(
    tenantId,
    new Request(`http://x${path}`, {
      headers: {
        accept: 'text/event-stream',
        cookie: [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    }),
  )

const tomorrow = () => Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 9.5 * 3_600_000

test('a guest receives the changes of their own visits, and no other client does: not another guest, not an anonymous one, not another tenant', async () => {
  const [tenantId, other] = [await makeTenant(app), await makeTenant(app)]
  const [freja, noah, otherGuest, foreigner] = [
    app.guest(tenantId),
    app.guest(tenantId),
    app.guest(tenantId),
    app.guest(other),
  ]
  await register(freja, tenantId, 'freja@example.com')
  await register(noah, tenantId, 'noah@example.com')
  await register(foreigner, other, 'freja@example.com')
  const streams = await Promise.all([
    live(tenantId, freja),
    live(tenantId, noah),
    live(tenantId, otherGuest),
    live(other, foreigner),
  ])
  const [own, ...others] = streams.map(follow)
  await book(freja, { tenantId, start: tomorrow() })
  await expect
    .poll(() => own?.events)
    .toEqual([
      { event: 'open', data: {} },
      { event: 'changed', data: { topic: 'visits' } },
      // The confirmation is a notification of its own.
      { event: 'changed', data: { topic: 'notifications' } },
    ])
  await pause(100)
  for (const { events } of others) expect(events).toEqual([{ event: 'open', data: {} }])
  for (const stream of [own, ...others]) await stream?.leave()
})

test('a live document is sent at once and again after each change', async () => {
  const tenantId = await makeTenant(app)
  const freja = app.guest(tenantId)
  const uid = await register(freja, tenantId)
  const { events, leave } = follow(
    await live(tenantId, freja, `/api/tenants/${tenantId}/users/${uid}/bookings?from=now`),
  )
  await expect.poll(() => events).toEqual([{ event: 'document', data: { documents: [] } }])
  const visit = await book(freja, { tenantId, start: tomorrow() })
  await expect
    .poll(() => events.at(-1))
    .toMatchObject({ event: 'document', data: { documents: [{ id: visit.id }] } })
  await freja('deleteUserBooking', { tenantId, uid, id: visit.id })
  await expect.poll(() => events.at(-1)).toEqual({ event: 'document', data: { documents: [] } })
  await leave()
})

test('who watches the waitlist sees the place change when another joins or leaves, and nobody else does', async () => {
  const [tenantId, other] = [await makeTenant(app), await makeTenant(app)]
  const [freja, noah, foreigner] = [app.guest(tenantId), app.guest(tenantId), app.guest(other)]
  const [uid, watching] = [
    await register(freja, tenantId, 'freja@example.com'),
    await register(noah, tenantId, 'noah@example.com'),
  ]
  await register(foreigner, other, 'freja@example.com')
  const wanted = { tenantId, services: ['cut'] }
  const joined = await freja('joinWaitlist', wanted)
  const id = (joined.ok && joined.id) || ''
  await noah('joinWaitlist', wanted)
  const path = `/api/tenants/${tenantId}/users/${watching}/waitlist`
  const document = follow(await live(tenantId, noah, path))
  const topics = follow(await live(tenantId, noah))
  const others = [await live(tenantId, app.guest(tenantId)), await live(other, foreigner)].map(follow)
  const shows = (place: number, of: number) =>
    expect
      .poll(() => document.events.at(-1))
      .toMatchObject({ event: 'document', data: { documents: [{ place, of }] } })
  await shows(2, 2)
  const details = { firstname: 'Vera', lastname: 'Lund', email: 'vera@example.com' }
  await app.guest(tenantId)('joinWaitlist', { ...wanted, details })
  await shows(2, 3)
  await freja('deleteWaitlistEntry', { tenantId, uid, id })
  await shows(1, 2)
  expect(topics.events).toContainEqual({ event: 'changed', data: { topic: 'places' } })
  for (const { events } of others) expect(events).toEqual([{ event: 'open', data: {} }])
  for (const stream of [document, topics, ...others]) await stream.leave()
})

test('a live document that a guest may not have is refused like the document itself, and no stream opens', async () => {
  const [tenantId, other] = [await makeTenant(app), await makeTenant(app)]
  const [freja, noah] = [app.guest(tenantId), app.guest(tenantId)]
  const uid = await register(freja, tenantId, 'freja@example.com')
  await register(noah, tenantId, 'noah@example.com')
  const before = listeners
  const status = async (guest: TestGuest, path: string) => (await live(tenantId, guest, path)).status
  expect(await status(noah, `/api/tenants/${tenantId}/users/${uid}/bookings`)).toBe(404)
  expect(await status(freja, `/api/tenants/${other}/users/${uid}/bookings`)).toBe(404)
  expect(await status(freja, '/api/tenants/nobody/users/x/bookings')).toBe(404)
  expect(await status(app.guest(tenantId), `/api/tenants/${tenantId}/users/${uid}/bookings`)).toBe(401)
  expect(listeners).toBe(before)
})

test('nothing stays behind when guests leave, nor after HEAD, over a real connection too', async () => {
  const tenantId = await makeTenant(app, { vanityHost: '127.0.0.1' })
  const before = listeners
  const server = await listen(app.app.fetch)
  for (let round = 0; round < 20; round += 1) {
    expect(
      (await fetch(`http://127.0.0.1:${server.port}/api/live`, { method: 'HEAD' })).headers.get(
        'content-type',
      ),
    ).toBe('text/event-stream')
  }
  expect(listeners).toBe(before)
  const leaving = new AbortController()
  const open = await Promise.all(
    Array.from({ length: 20 }, () =>
      fetch(`http://127.0.0.1:${server.port}/api/live`, { signal: leaving.signal }),
    ),
  )
  expect(new Set(open.map((answer) => answer.status))).toEqual(new Set([200]))
  expect(listeners).toBe(before + 20)
  leaving.abort()
  await expect.poll(() => listeners).toBe(before)
  await server.close()
  expect(tenantId).not.toBe('')
})

test('a client address has a hundred streams at all tenants together, a guest twenty, and one that ends makes room', async () => {
  const [one, other] = [await makeTenant(app), await makeTenant(app)]
  const ask = async (tenantId: TenantId, guest = app.guest(tenantId)) => live(tenantId, guest)
  const freja = app.guest(one)
  await register(freja, one, 'freja@example.com')
  const open: Response[] = []
  for (let index = 0; index < 22; index += 1) {
    const answer = await ask(one, freja)
    if (index < 20) open.push(answer)
    else expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '30'])
  }
  while (open.length < 100) open.push(await ask(open.length % 2 ? one : other))
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]))
  expect([(await ask(one)).status, (await ask(other)).status]).toEqual([429, 429])
  await open[0]?.body?.cancel()
  // The count is lowered after the stream has ended.
  await expect.poll(async () => (open[0] = await ask(other)).status).toBe(200)
  expect((await ask(other)).status).toBe(429)
  for (const answer of open) await answer.body?.cancel()
})

/** A request context whose change events the test sends. */
function staged() {
  const reported = new Set<(notice: ChangeEvent | 'reconnected') => void>()
  const ctx = {
    tenant: { id: 'aurora' },
    guest: { uid: 'freja' },
    sessionToken: null,
    deps: {
      changeEvents: {
        subscribe: (listener: (notice: ChangeEvent | 'reconnected') => void) => {
          reported.add(listener)
          return () => reported.delete(listener)
        },
      },
      auth: {},
      openStreams: { acquire: async () => () => {} },
    },
  }
  const tell = (id = 'freja') => {
    for (const one of reported) one({ tenant: 'aurora', topic: 'visits', id })
  }
  return { ctx: ctx as unknown as RequestContext, reported, tell }
}

test('a guest who leaves while their document is being read harms nobody', async () => {
  const { ctx, reported } = staged()
  let answered = () => {}
  const stream = follow(
    await streamDocument(
      ctx,
      'visits',
      () =>
        new Promise((resolve) => {
          answered = () => resolve({ late: true })
        }),
    ),
  )
  await stream.leave()
  answered()
  // What went wrong after leaving would be an unhandled rejection, and that fails the run.
  await pause(20)
  expect([stream.events, reported.size]).toEqual([[], 0])
})

test('changes that come while the document is being read cause one more read, not one each', async () => {
  const { ctx, tell } = staged()
  let reads = 0
  const stream = follow(
    await streamDocument(ctx, 'visits', async () => {
      reads += 1
      await pause(5)
      return { reads }
    }),
  )
  for (let index = 0; index < 100; index += 1) tell()
  await expect.poll(() => stream.events.at(-1)).toEqual({ event: 'document', data: { reads: 2 } })
  await pause(50)
  expect(reads).toBe(2)
  tell('somebody else')
  await pause(20)
  expect(reads).toBe(2)
  await stream.leave()
})

test('a document that cannot be read any more says so, and nothing of why', async () => {
  const { ctx } = staged()
  const stream = follow(
    await streamDocument(ctx, 'visits', () => Promise.reject(new Error('select * from visit'))),
  )
  await expect.poll(() => stream.events).toEqual([{ event: 'failed', data: {} }])
  await stream.leave()
})

test('a reader who has stopped reading is let go of', async () => {
  const { ctx, reported, tell } = staged()
  const answer = await streamTopics(ctx)
  for (let index = 0; index < 400; index += 1) tell()
  expect(reported.size).toBe(0)
  await answer.body?.cancel()
})
