import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import type { Dependencies } from '#server/context/context.ts'
import type { TenantId } from '#server/database/db.ts'
import type { EventToSend } from '#server/jobs/queues.ts'
import { findScreen } from '#server/analytics/screen.ts'
import { sendEvent } from '#server/analytics/send-event.ts'
import { ga4 } from '#server/providers/analytics/ga4.ts'
import { simulatedAnalytics } from '#simulators/analytics.ts'
import routeTable from '#web/routes.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { book, errorCodeOf, freja, register, summer } from '#test/steps.ts'

/*
 * What is sent to the analytics provider about a guest: nothing before they agree and after they decline,
 * then exactly the events listed here, and nothing that identifies them.
 */
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const nine = summer('2026-06-12T09:00')
const secret = 'api-s3cr3t-of-aurora'

async function salon(wanted: MakeTenant = {}): Promise<TenantId> {
  app.clock.now = summer('2026-06-10T08:00')
  return makeTenant(app, {
    ...wanted,
    profile: { analytics: { measurementId: 'G-TEST1234' }, ...wanted.profile },
  })
}

type Job = { tenant: string } & EventToSend
const jobsOf = async (tenant: TenantId): Promise<Job[]> =>
  (
    await asOwner<{ data: Job }>(
      app,
      tenant,
      "select data from pgboss.job where name = 'send-event' and data->>'tenant' = $1 order by created_on",
      [tenant],
    )
  ).map(({ data }) => data)
const eventsOf = async (tenant: TenantId) => (await jobsOf(tenant)).map(({ event }) => event)
const jobDeps = (deps: Partial<Dependencies> = {}) => ({
  ...app.deps,
  ...deps,
  url: app.appUrl,
  mailer: { async send() {}, close() {} },
  work: false,
})

/** Triggers every event once. */
async function visitSite(tenantId: TenantId, guest: ReturnType<TestApp['guest']>) {
  await register(guest, tenantId)
  await guest('signOut', { tenantId })
  await guest('signInWithEmailAndPassword', {
    tenantId,
    email: 'noah@example.com',
    password: 'stamgast-demo',
  })
  for (const path of ['/behandlinger?type=hair', '/cancelBooking/a-secret-handle', '/no/such/page'])
    await guest('recordScreenView', { tenantId, path })
  const visit = await book(guest, {
    tenantId,
    services: ['cut', 'color'],
    teamMember: ['anna', 'bo'],
    start: nine,
  })
  await guest('gen2_crudWaitlist-cancelBooking', { tenantId, bookingId: visit.cancelHandle })
  return visit
}

test('no event is sent before a guest agrees and after they decline', async () => {
  for (const declineAnalytics of [false, true]) {
    const tenantId = await salon()
    const guest = app.guest(tenantId)
    if (declineAnalytics)
      expect(await guest('chooseAnalytics', { tenantId, agreed: false })).toEqual({ agreed: false })
    await visitSite(tenantId, guest)
    expect(await guest('recordScreenView', { tenantId, path: '/' })).toEqual({ recorded: false })
    expect(await jobsOf(tenantId)).toEqual([])
    expect([...guest.cookies.keys()]).not.toContain('client')
  }
})

test('after a guest agrees, exactly these events are sent, without personal data', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  await guest('chooseAnalytics', { tenantId, agreed: true })
  const visit = await visitSite(tenantId, guest)
  const jobs = await jobsOf(tenantId)
  const page = (path: string, page_title: string) => ({
    name: 'page_view',
    params: { page_location: `http://${tenantId}.localhost:3000${path}`, page_title, language: 'en' },
  })
  const item = (id: string, price: number, provider: string) => ({
    item_id: id,
    item_name: `${id} of ${tenantId}`,
    price,
    quantity: 1,
    item_variant: provider,
    item_brand: `Company ${tenantId}`,
  })
  expect(jobs.map(({ event }) => event)).toEqual([
    { name: 'sign_up', params: { method: 'password' } },
    { name: 'login', params: { method: 'password' } },
    page('/behandlinger', 'Prices'),
    page('/cancelBooking/:id', 'Cancel a visit'),
    page('/*', 'Not found'),
    {
      name: 'refund',
      params: {
        transaction_id: visit.id,
        currency: 'DKK',
        value: 1200,
        items: [item('cut', 400, 'anna'), item('color', 800, 'bo')],
      },
    },
  ])
  expect(new Set(jobs.map(({ clientId }) => clientId))).toEqual(new Set([guest.cookies.get('client')]))
  const reported = JSON.stringify(jobs).toLowerCase()
  for (const own of [
    'noah',
    'berg',
    'freja',
    'holm',
    'example.com',
    '20123456',
    '20 12 34 56',
    visit.handle,
    visit.cancelHandle,
    'a-secret-handle',
    ...(guest.cookies.get('session')?.split('.') ?? []),
  ])
    expect(reported).not.toContain(own.toLowerCase())
})

test('each event reaches the tenant’s own stream as the job stores it, and the demo outbox', async () => {
  const [tenantId, other] = [await salon(), await salon()]
  const guest = app.guest(tenantId)
  await guest('chooseAnalytics', { tenantId, agreed: true })
  await guest('recordScreenView', { tenantId, path: '/tc' })
  const [job] = await jobsOf(tenantId)
  await sendEvent(jobDeps(), job as Job)
  const shown = async (of: TenantId) =>
    (
      (await (await app.fetch(of, new Request(`http://${of}.localhost/dev/outbox.json`))).json()) as {
        analytics: unknown[]
      }
    ).analytics
  expect(await shown(tenantId)).toEqual([
    {
      measurementId: 'G-TEST1234',
      body: {
        client_id: guest.cookies.get('client'),
        timestamp_micros: (job?.at ?? 0) * 1_000,
        consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
        events: [job?.event],
      },
    },
  ])
  expect(await shown(other)).toEqual([])
  expect(
    await (await app.fetch(tenantId, new Request(`http://${tenantId}.localhost/dev/outbox`))).text(),
  ).toContain('G-TEST1234')
})

test('a visit that is cancelled twice, at once and with both calls, is counted once', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  await guest('chooseAnalytics', { tenantId, agreed: true })
  const visit = await book(guest, { tenantId, start: nine })
  await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      at % 2
        ? guest('gen2_crudWaitlist-cancelBooking', { tenantId, bookingId: visit.cancelHandle })
        : guest('deleteUserBooking', { tenantId, uid, id: visit.id }),
    ),
  )
  await guest('gen2_crudWaitlist-cancelBooking', { tenantId, bookingId: visit.cancelHandle })
  expect((await eventsOf(tenantId)).map(({ name }) => name)).toEqual(['refund'])
})

test('a failed cancellation sends no event', async () => {
  const tenantId = await salon({ lateFee: { kind: 'full' } })
  const guest = app.guest(tenantId)
  await guest('chooseAnalytics', { tenantId, agreed: true })
  const visit = await book(guest, { tenantId, start: nine })
  app.clock.now = nine - 3_600_000
  expect(
    await errorCodeOf(
      guest('gen2_crudWaitlist-cancelBooking', { tenantId, bookingId: visit.cancelHandle, fee: 1 }),
    ),
  ).toBe('amount/changed')
  app.clock.now = nine + 3_600_000
  expect(
    await errorCodeOf(guest('gen2_crudWaitlist-cancelBooking', { tenantId, bookingId: visit.cancelHandle })),
  ).toBe('visit/not-cancellable')
  expect(await jobsOf(tenantId)).toEqual([])
})

/** A URL whose port is closed. */
async function closedPortUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

/** The application with some dependencies replaced. */
function serverWith(deps: Partial<Dependencies>) {
  const log: string[] = []
  const all = {
    ...app.deps,
    ...deps,
    log: pino(
      { level: 'trace' },
      {
        write: (line: string) => {
          log.push(line)
        },
      },
    ),
  }
  const server = createApp(all, null)
  const ask = async (
    tenantId: TenantId,
    guest: ReturnType<TestApp['guest']>,
    name: string,
    input: object,
  ) => {
    const cookie = [...guest.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    return server.fetch(
      new Request(`http://x/api/${name}`, {
        method: 'POST',
        headers: {
          host: `${tenantId}.localhost`,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
          cookie,
        },
        body: JSON.stringify(input),
      }),
      {},
    )
  }
  return { log, ask, deps: all }
}

test('bookings work when the provider is down and when the queue rejects jobs', async () => {
  const tenantId = await salon()
  const down = ga4({ url: await closedPortUrl(), secrets: new Map([[tenantId, secret]]) })
  const broken = {
    ...app.deps.jobs,
    sendEvent: async (tx: Parameters<Dependencies['jobs']['sendEvent']>[0]) => {
      await tx.execute('select 1/0')
    },
  }
  for (const [jobs, start, reported] of [
    [app.deps.jobs, nine, 2],
    [broken, nine + 86_400_000, 0],
  ] as const) {
    const { log, ask, deps } = serverWith({ analytics: down, jobs })
    const guest = app.guest(tenantId)
    await guest('chooseAnalytics', { tenantId, agreed: true })
    const visit = await book(guest, { tenantId, start })
    const before = (await jobsOf(tenantId)).length
    const viewed = await ask(tenantId, guest, 'recordScreenView', { tenantId, path: '/' })
    expect([viewed.status, await viewed.json()]).toEqual([200, { recorded: reported > 0 }])
    const cancelled = await ask(tenantId, guest, 'gen2_crudWaitlist-cancelBooking', {
      data: { tenantId, bookingId: visit.cancelHandle },
    })
    expect([cancelled.status, await cancelled.json()]).toMatchObject([
      200,
      { result: { success: true, id: visit.id } },
    ])
    const fresh = (await jobsOf(tenantId)).slice(before)
    expect(fresh).toHaveLength(reported)
    // The queue retries failed jobs.
    for (const job of fresh) await expect(sendEvent(jobDeps(deps), job)).rejects.toThrow()
    const lines = log.join('')
    for (const own of [
      secret,
      guest.cookies.get('client') ?? 'none',
      visit.cancelHandle,
      'freja',
      freja.email,
    ])
      expect(lines).not.toContain(own)
    expect(lines.includes('analytics event enqueuing failed')).toBe(reported === 0)
  }
})

test('an event that is rejected or has an unknown outcome is not retried, nor its data logged', async () => {
  const tenantId = await salon()
  const log: string[] = []
  const refusing = jobDeps({
    analytics: ga4({ url: 'http://127.0.0.1:1', secrets: new Map() }),
    log: pino(
      {},
      {
        write: (line: string) => {
          log.push(line)
        },
      },
    ),
  })
  const job: Job = {
    tenant: tenantId,
    id: crypto.randomUUID(),
    clientId: crypto.randomUUID(),
    at: 0,
    event: { name: 'login', params: { method: 'code' } },
  }
  const serving = { ...refusing, analytics: { ...refusing.analytics, serves: () => true } }
  await sendEvent(serving, job)
  expect(log.join('')).toContain('analytics event failed')
  expect(log.join('')).not.toContain(job.clientId)
  // A tenant that has switched analytics off sends nothing.
  const silent = await makeTenant(app)
  const analytics = simulatedAnalytics()
  await sendEvent(jobDeps({ analytics }), { ...job, tenant: silent })
  expect(analytics.sent(silent)).toEqual([])
})

test('the choice is stored for 180 days for this host, and withdrawing deletes the client id', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const cookies = async (agreed: boolean) =>
    (await guest.send('chooseAnalytics', { tenantId, agreed })).headers.getSetCookie().toSorted()
  const number = /^client=([0-9a-f-]{36}); Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/
  const [first, choice] = await cookies(true)
  expect(choice).toBe('consent=yes; Path=/; SameSite=Lax; Max-Age=15552000')
  expect(first).toMatch(number)
  expect((await cookies(true))[0]).toBe(first)
  expect(await cookies(false)).toEqual([
    'client=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    'consent=no; Path=/; SameSite=Lax; Max-Age=15552000',
  ])
  expect(guest.cookies.has('client')).toBe(false)
  const again = (await cookies(true))[0]
  expect(again).toMatch(number)
  expect(again).not.toBe(first)
})

test('a guest who agreed is counted viewing a product, adding it to the cart and checking out', async () => {
  const tenantId = await salon({ profile: { shop: true }, vatPercent: 25 })
  await fillShop(app, tenantId, {
    products: [madeProduct('wax', [{ size: '75 ml' }], { displayName: 'Wax for hair', brandName: 'Ravn' })],
  })
  const shopping = async (guest: ReturnType<TestApp['guest']>) => {
    await guest('recordScreenView', { tenantId, path: '/shop/product/wax?variant=wax-0' })
    await guest('recordScreenView', { tenantId, path: '/shop/product/nothing' })
    await guest('addToCart', { tenantId, variantId: 'wax-0', quantity: 2 })
    await guest('createReceipt', { tenantId })
    await guest('createReceipt', { tenantId })
  }
  await shopping(app.guest(tenantId))
  expect(await eventsOf(tenantId)).toEqual([])
  const guest = app.guest(tenantId)
  await guest('chooseAnalytics', { tenantId, agreed: true })
  await shopping(guest)
  const events = (await eventsOf(tenantId)).filter(({ name }) => name !== 'page_view')
  const item = {
    item_id: 'wax-0',
    item_name: 'Wax for hair',
    item_brand: 'Ravn',
    item_variant: '75 ml',
    price: 100,
  }
  const two = { currency: 'DKK', value: 200, items: [{ ...item, quantity: 2 }] }
  expect(events).toEqual([
    { name: 'view_item', params: { currency: 'DKK', value: 100, items: [{ ...item, quantity: 1 }] } },
    { name: 'add_to_cart', params: two },
    { name: 'begin_checkout', params: two },
  ])
})

test('a tenant without a measurement id or secret has no consent banner and sends nothing', async () => {
  const plain = await makeTenant(app)
  const counted = await salon()
  const { ask } = serverWith({ analytics: ga4({ url: 'http://127.0.0.1:1', secrets: new Map() }) })
  for (const tenantId of [plain, counted]) {
    const guest = app.guest(tenantId)
    guest.cookies.set('consent', 'yes').set('client', crypto.randomUUID())
    const chosen = await ask(tenantId, guest, 'chooseAnalytics', { tenantId, agreed: true })
    expect([await chosen.json(), chosen.headers.getSetCookie()]).toEqual([{ agreed: null }, []])
    expect(await (await ask(tenantId, guest, 'recordScreenView', { tenantId, path: '/' })).json()).toEqual({
      recorded: false,
    })
    expect(await jobsOf(tenantId)).toEqual([])
  }
})

test('an invalid client id in the cookie sends nothing', async () => {
  const tenantId = await salon()
  for (const client of ['noah@example.com', 'x', '', '../../x']) {
    const guest = app.guest(tenantId)
    guest.cookies.set('consent', 'yes').set('client', client)
    expect(await guest('recordScreenView', { tenantId, path: '/' })).toEqual({ recorded: false })
  }
  expect(await jobsOf(tenantId)).toEqual([])
})

test('a page of the tenant is counted by name and title, and other URLs of its pattern are not', async () => {
  const tenantId = await salon()
  await asOwner(
    app,
    tenantId,
    'insert into page (tenant_id, parent_id, id, title, description, "order", blocks, image_sizes, ' +
      "updated) values ($1, '', 'about', 'About us', '', 1, '[]', '{}', now())",
    [tenantId],
  )
  const guest = app.guest(tenantId)
  await guest('chooseAnalytics', { tenantId, agreed: true })
  for (const path of ['/about', '/freja-holm', '/about/freja-holm', '/freja@example.com'])
    await guest('recordScreenView', { tenantId, path })
  const origin = `http://${tenantId}.localhost:3000`
  expect((await eventsOf(tenantId)).map(({ params }) => [params.page_location, params.page_title])).toEqual([
    [`${origin}/about`, 'About us'],
    ...Array.from({ length: 3 }, () => [`${origin}/*`, 'Not found']),
  ])
})

const flat = (entries: RouteConfigEntry[], under = ''): string[] =>
  entries.flatMap(({ path = '', children }) =>
    children ? flat(children, `${under}/${path}`) : [`${under}/${path}`],
  )

test('no page of the route table sends the parameters of its URL', () => {
  for (const route of flat(routeTable)) {
    const screen = findScreen(route.replace(/:\w+\??|\*/g, 'geheim-4711'))
    expect([route, JSON.stringify(screen)]).toEqual([route, expect.not.stringContaining('geheim')])
    // The tenant's own pages are looked up.
    if (!/^\/(:pageId|:parentId\/:pageId|\*)$/.test(route))
      expect([route, screen]).toEqual([route, expect.anything()])
  }
})
