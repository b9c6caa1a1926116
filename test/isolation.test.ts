import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, type CallName } from '#contract/calls.ts'
import type { Call } from '#contract/call.ts'
import { requestFor } from '#contract/client.ts'
import { createApp } from '#server/app.ts'
import { publishChange } from '#server/database/change-events.ts'
import { createPages, type Build } from '#server/render/render-page.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { examplesOf, nonexistent, rowFields, type Named } from '#test/examples.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import {
  asOwner,
  openSession,
  seededPicture,
  seedTenant,
  columnsWithoutMark,
  type Seeded,
} from '#test/seeded.ts'
import { book } from '#test/steps.ts'
import { isAll, perTier } from '#test/tier.ts'

/*
 * Two tenants with a marker in every text. A request at one of them, by any caller, with any id of the other,
 * never exposes a marker of the other: not in the response, the event streams, the log or the mails. A record
 * of the other tenant is answered exactly like one that does not exist.
 */
let app: TestApp
let server: ReturnType<typeof createApp>
let home: Seeded
let away: Seeded
const log: string[] = []
/** The event streams of each owner, open from the first to the last test. */
const streams: { of: Seeded; entryPoint: EntryPoint; stream: Stream }[] = []
const built = new URL('../build/server/index.js', import.meta.url)

beforeAll(async () => {
  app = await makeApp({ env: { TRUSTED_PROXIES: '1' } })
  app.clock.now = Date.now()
  ;[home, away] = [
    await seedTenant(app, `zqa${randomBytes(4).toString('hex')}`),
    await seedTenant(app, `zqb${randomBytes(4).toString('hex')}`),
  ]
  // No back-off and no rate limits: the limits on mails have a test of their own.
  const deps = {
    ...app.deps,
    messageLimit: async () => null,
    log: pino(
      { level: 'info' },
      {
        write: (line: string) => {
          log.push(line)
        },
      },
    ),
  }
  const build = (await import(built.href)) as Build
  server = createApp(deps, createPages({ build, messages: loadTexts().messages, cacheBytes: 1_000_000 }))
  for (const of of [home, away]) {
    for (const entryPoint of entryPoints)
      streams.push({
        of,
        entryPoint,
        stream: await listen({
          host: `${of.id}.localhost`,
          caller: await headersOf('owner by cookie', of),
          request: entryPoint.request(of.named),
        }),
      })
  }
})
afterAll(async () => {
  await Promise.all(streams.map(({ stream }) => stream.close()))
  await app.close()
})

const callers = [
  'none',
  'anonymous',
  'owner by cookie',
  'owner by token',
  'another guest',
  'guest of the other tenant by cookie',
  'guest of the other tenant by token',
  'revoked by cookie',
  'revoked by token',
] as const
type Caller = (typeof callers)[number]
/** Callers of the largest matrix: one of each kind, or all. */
const matrixCallers = isAll ? callers : (['owner by cookie', 'guest of the other tenant by cookie'] as const)
const places = ['path', 'body', 'query', 'host'] as const
type Place = (typeof places)[number]

/**
 * The headers of a caller who belongs to `at`; every request has its own session, since some calls end it.
 */
async function headersOf(caller: Caller, at: Seeded): Promise<Record<string, string>> {
  const elsewhere = at === home ? away : home
  const byCookie = (token: string) => ({ cookie: `session=${token}`, 'sec-fetch-site': 'same-origin' })
  const byToken = (token: string) => ({ authorization: `Bearer ${token}` })
  switch (caller) {
    case 'none':
      return {}
    case 'anonymous':
      return { authorization: 'Bearer anonymous' }
    case 'owner by cookie':
      return byCookie(await openSession(app, at.id, at.named.uid))
    case 'owner by token':
      return byToken(await openSession(app, at.id, at.named.uid))
    case 'another guest':
      return byCookie(await openSession(app, at.id, at.neighbour.uid))
    case 'guest of the other tenant by cookie':
      return byCookie(await openSession(app, elsewhere.id, elsewhere.named.uid))
    case 'guest of the other tenant by token':
      return byToken(await openSession(app, elsewhere.id, elsewhere.named.uid))
    case 'revoked by cookie':
      return byCookie(at.revoked)
    case 'revoked by token':
      return byToken(at.revoked)
  }
}

type SentRequest = { host: string; caller: Record<string, string>; request: Request }
type Shown = { status: number; text: string }

async function send({ host, caller, request }: SentRequest): Promise<Response> {
  const headers = new Headers(request.headers)
  headers.delete('origin')
  for (const [name, value] of Object.entries({
    ...caller,
    host,
    'x-forwarded-for': `10.${randomBytes(3).join('.')}`,
  }))
    headers.set(name, value)
  return server.fetch(new Request(request, { headers }), {})
}

/** A text without the sealed links of photos and exports, which differ each time. */
const withoutSealed = (text: string): string => text.replace(/\/(photo|export)\/[\w-]{40,}/g, '/$1/…')

/** The document of another row has just been created. */
const isSeeded = (id: string) => [home, away].some(({ canaries }) => canaries.includes(id))

/** A response without its random parts and its ETag, which hashes the bytes or the request. */
const shown = (answer: Response, body: string): string => {
  const lines = [...answer.headers]
    .filter(([name]) => !['x-request-id', 'content-length', 'etag'].includes(name))
    .map(([name, value]) => `${name}: ${value}`)
  return withoutSealed([...lines, '', body].join('\n'))
    .replace(/\b(session|booking|ask|known|cart)=[\w-]{22,}/g, '$1=…')
    .replace(/"(uid|token|requestId)":"[^"]*"/g, '"$1":"…"')
    .replace(/"receipt":\{"id":"[^"]*"/g, '"receipt":{"id":"…"')
    .replace(/\n\n\{"id":"([\da-f-]{36})"/, (whole, id: string) => (isSeeded(id) ? whole : '\n\n{"id":"…"'))
    .replace(/"(challenge|code)":"([a-z0-9-]+\.[\w-]{22}|[\w-]{40,})"/g, '"$1":"…"')
}

async function ask(sent: SentRequest): Promise<Shown> {
  const answer = await send(sent)
  return { status: answer.status, text: shown(answer, await answer.text()) }
}

/** A response that stays open. `received` is everything received so far except heartbeats. */
type Stream = { status: number; received: () => string; ended: boolean; close: () => Promise<void> }

async function listen(sent: SentRequest): Promise<Stream> {
  const headers = new Headers(sent.request.headers)
  headers.set('accept', 'text/event-stream')
  const answer = await send({ ...sent, request: new Request(sent.request, { headers }) })
  const reader = (
    answer.body ??
    new ReadableStream<Uint8Array>({
      start: (it) => {
        it.close()
      },
    })
  ).getReader()
  const decoder = new TextDecoder()
  let body = ''
  const stream: Stream = {
    status: answer.status,
    received: () => shown(answer, body.replaceAll(': ping\n\n', '')),
    ended: false,
    close: () => reader.cancel(),
  }
  void (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      body += decoder.decode(part.value, { stream: true })
    stream.ended = true
  })()
  return stream
}

/** Number of events received. */
const events = (stream: Stream): number => stream.received().match(/^event: /gm)?.length ?? 0

const leaks = (text: string, of: Seeded) => of.canaries.filter((canary) => text.includes(canary))

/** Those of the salon's own site are at another host: `server/http/site.test.ts`. */
const all = (Object.entries(calls) as [CallName, Call][]).filter(([, { site }]) => site !== 'staff')
const changes = (call: Call) => call.method !== 'GET'
const live = all.filter(([, call]) => call.live)
type EntryPoint = { name: string; topic: Call['live'] | null; request: (named: Named) => Request }
/** All streams: every call marked as live, and the stream of all topics, which is not a call. */
const entryPoints: EntryPoint[] = [
  {
    name: '/api/live',
    topic: null,
    request: ({ tenantId }) => new Request(`http://${tenantId}.localhost/api/live`),
  },
  ...live.map(([name, { live: topic }]): EntryPoint => ({
    name,
    topic,
    request: (named) =>
      requestFor(`http://${named.tenantId}.localhost`, name, examplesOf(named)[name] as never),
  })),
]

/** The names that occur in a call's request, in path, query or body. */
function keysAt(name: CallName, call: Call, place: Place): (keyof Named)[] {
  const markers = Object.fromEntries(
    Object.keys(nonexistent).map((key) => [key, key === 'start' ? -1 : `<${key}>`]),
  ) as unknown as Named
  const inPath = new Set(call.path.match(/(?<=:)\w+/g))
  const found = Object.entries(examplesOf(markers)[name]).flatMap(([field, value]) => {
    const here: Place = inPath.has(field)
      ? 'path'
      : call.method === 'GET' || call.method === 'DELETE'
        ? 'query'
        : 'body'
    return here === place
      ? [...JSON.stringify(value).matchAll(/<(\w+)>/g)].map((match) => match[1] as keyof Named)
      : []
  })
  // These are not ids.
  return [...new Set(found)].filter((key) => !['password', 'start', 'month'].includes(key))
}

const only = (from: Named | Seeded['neighbour'], keys: (keyof Named)[]): Partial<Named> =>
  Object.fromEntries(keys.flatMap((key) => (key in from ? [[key, (from as Named)[key]]] : [])))

/** Adds the names that an attacker might add to a URL. */
const extra = (url: string, named: Named): URL => {
  const sent = new URL(url)
  const { tenantId, uid, visit, cancel, hold, visitId, service, member, firstpath } = named
  for (const [key, value] of Object.entries({
    tenantId,
    tenant: tenantId,
    firstpath,
    uid,
    guestId: uid,
    handle: visit,
    hold,
    bookingId: cancel,
    booking: cancel,
    id: visitId,
    services: service,
    teamMember: member,
  })) {
    if (!sent.searchParams.has(key)) sent.searchParams.append(key, value)
  }
  return sent
}

/**
 * A request that names another tenant's or an unknown one of these must be rejected; others may be ignored.
 */
const mustReject: (keyof Named)[] = [
  'tenantId',
  'uid',
  'hold',
  'visit',
  'cancel',
  'visitId',
  'entry',
  'photo',
  'leave',
  'extend',
  'confirm',
  'offer',
  'offerName',
  'code',
  'service',
  'product',
  'receipt',
  'receiptHandle',
  'page',
  'subPage',
  'message',
]

/** The names that identify one record. */
const ids: (keyof Named)[] = [
  'tenantId',
  'uid',
  'hold',
  'visit',
  'cancel',
  'visitId',
  'entry',
  'photo',
  'wait',
  'leave',
  'extend',
  'confirm',
  'offer',
  'offerName',
  'invite',
  'product',
  'receipt',
  'receiptHandle',
  'page',
  'subPage',
  'message',
]

const resetCarts = ({ id }: Seeded) =>
  asOwner(
    app,
    id,
    `update cart set items = '[{"variantId": "small-${id}", "quantity": 1}]' where tenant_id = $1`,
    [id],
  )

type Pair = { what: string; foreign: Request; unknown: Request; host: Seeded; refused: boolean }

/**
 * Pairs of requests that must get identical bytes: one names a record of the other tenant, one an unknown
 * record.
 */
function pairsFor(name: CallName, call: Call, place: Place): Pair[] {
  // A call that changes something names records that do not exist here, so that every pair finds the same
  // state.
  const base: Named = changes(call)
    ? {
        ...home.named,
        hold: nonexistent.hold,
        visit: nonexistent.visit,
        cancel: nonexistent.cancel,
        visitId: nonexistent.visitId,
        entry: nonexistent.entry,
        photo: nonexistent.photo,
        wait: nonexistent.wait,
        leave: nonexistent.leave,
        extend: nonexistent.extend,
        confirm: nonexistent.confirm,
        offer: nonexistent.offer,
        offerName: nonexistent.offerName,
        invite: nonexistent.invite,
        notification: nonexistent.notification,
        code: nonexistent.code,
        start: nonexistent.start,
        ...only(nonexistent, rowFields),
      }
    : home.named
  const origin = `http://${home.id}.localhost`
  const request = (named: Named, at = origin) => requestFor(at, name, examplesOf(named)[name] as never)
  const pair = (what: string, from: Partial<Named>, to: Partial<Named>): Pair => ({
    what,
    host: home,
    foreign: request({ ...base, ...from }),
    unknown: request({ ...base, ...to }),
    refused: mustReject.some((key) => key in from),
  })
  if (place === 'host') {
    const at = `http://${away.id}.localhost`
    const here = (named: Named, tenantId: string) => request({ ...named, tenantId }, at)
    return [
      {
        what: 'all but the tenant',
        host: away,
        foreign: here(home.named, away.id),
        unknown: here(nonexistent, away.id),
        refused: false,
      },
      {
        what: 'all',
        host: away,
        foreign: here(home.named, home.id),
        unknown: here(nonexistent, nonexistent.tenantId),
        refused: JSON.stringify(examplesOf(nonexistent)[name]).includes('tenantId'),
      },
    ]
  }
  const keys = keysAt(name, call, place)
  const singly = keys.map((key) => pair(key, only(away.named, [key]), only(nonexistent, [key])))
  const whole =
    keys.length > 1 ? [pair(keys.join(' + '), only(away.named, keys), only(nonexistent, keys))] : []
  const shapeless = keys
    .filter((key) => ids.includes(key))
    .map((key) =>
      pair(`${key} without the shape of one`, only(away.named, [key]), { [key]: 'Nobody’s, at all?' }),
    )
  const next = keys
    .filter((key) => key in home.neighbour)
    .map((key) => pair(`another guest's ${key}`, only(home.neighbour, [key]), only(nonexistent, [key])))
  const added =
    place === 'query'
      ? [
          {
            what: 'added',
            host: home,
            foreign: new Request(extra(request(base).url, away.named), request(base)),
            unknown: new Request(extra(request(base).url, nonexistent), request(base)),
            refused: false,
          },
        ]
      : []
  const beyond =
    place === 'path' && call.kind !== 'document'
      ? [
          {
            what: 'appended',
            host: home,
            foreign: new Request(`${request(base).url}/${away.id}`, request(base)),
            unknown: new Request(`${request(base).url}/${nonexistent.tenantId}`, request(base)),
            refused: true,
          },
        ]
      : []
  return [...singly, ...shapeless, ...whole, ...next, ...added, ...beyond]
}

test('both tenants have a marker in every text column', async () => {
  expect(await columnsWithoutMark(app, home)).toEqual([])
  expect(await columnsWithoutMark(app, away)).toEqual([])
})

test('the owner gets their own data, so that the matrix below compares something', async () => {
  const empty = new Set<CallName>([
    'listCountries',
    'listLanguages',
    'getFinance',
    'getPushKey',
    'listPushDevices',
    'getAvailability',
    'getBookingAccess',
    'getMoveTimes',
    'listSessions',
    'exportUser',
  ])
  for (const [name, call] of all.filter(([, one]) => !changes(one))) {
    const { status, text } = await ask({
      host: `${home.id}.localhost`,
      caller: await headersOf('owner by cookie', home),
      request: requestFor(`http://${home.id}.localhost`, name, examplesOf(home.named)[name] as never),
    })
    expect([name, call.path, status]).toEqual([name, call.path, 200])
    if (!empty.has(name)) expect([name, leaks(text, home).length > 0]).toEqual([name, true])
  }
})

// Runs before the matrix, which sends the other tenant's e-mail addresses to this tenant's forms.
test("the outbox, its mails and their calendar files contain only the tenant's own data", async () => {
  for (const [mine, others] of [
    [home, away],
    [away, home],
  ] as const) {
    const get = (path: string, at = mine) =>
      ask({ host: `${at.id}.localhost`, caller: {}, request: new Request(`http://x${path}`) })
    const list = await get('/dev/outbox.json')
    const { mail } = JSON.parse(list.text.slice(list.text.indexOf('\n\n') + 2)) as {
      mail: { id: string; ics: string | null }[]
    }
    const ids = mail.map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(3)
    const shown = [
      list,
      await get('/dev/outbox'),
      ...(await Promise.all(
        mail.flatMap(({ id, ics }) => [
          get(`/dev/outbox/${id}`),
          ...(ics ? [get(`/dev/outbox/${id}/visit.ics`)] : []),
        ]),
      )),
    ]
    for (const { status, text } of shown)
      expect([status, leaks(text, mine).length > 0, leaks(text, others)]).toEqual([200, true, []])
    for (const id of ids)
      for (const path of [`/dev/outbox/${id}`, `/dev/outbox/${id}/visit.ics`])
        expect((await get(path, others)).text).toBe(
          (await get(path.replace(id, nonexistent.visitId), others)).text,
        )
    expect((await get(`/art/${mine.id}/icon.svg`, others)).text).toBe(
      (await get(`/art/${nonexistent.tenantId}/icon.svg`, others)).text,
    )
    // The same picture may exist at both tenants, each with its own bytes.
    expect((await get(`/picture/${seededPicture}-320x200/320.webp`)).text).toContain(`variant ${mine.id}`)
    expect((await get(`/picture/${seededPicture}-320x200/320.webp`, others)).text).toContain(
      `variant ${others.id}`,
    )
    const rows = await asOwner<{ row: string }>(
      app,
      mine.id,
      'select mail::text as row from mail where tenant_id = $1',
      [mine.id],
    )
    expect(rows.length).toBeGreaterThanOrEqual(3)
    for (const { row } of rows) expect(leaks(row, others)).toEqual([])
  }
})

test(
  'every call × caller × place answers a record of another tenant like one that does not exist',
  { timeout: perTier(300_000, 900_000) },
  async () => {
    const wrong: unknown[] = []
    let [cells, pairs, empty] = [0, 0, 0]
    for (const [name, call] of all) {
      for (const place of places) {
        for (const caller of matrixCallers) {
          const sent = pairsFor(name, call, place)
          if (sent.length === 0) {
            empty += 1
            continue
          }
          cells += 1
          for (const { what, foreign, unknown, host, refused } of sent) {
            if (what.startsWith("another guest's") && caller === 'another guest') continue
            pairs += 1
            // A call that only reads is sent twice in one session: the list of a guest's sessions is readable
            // too.
            const kept = changes(call) ? null : await headersOf(caller, home)
            const send = async (request: Request) => {
              // What is in a cart adds up: each request finds it as at first.
              if (name === 'addToCart') await resetCarts(host)
              return ask({
                host: `${host.id}.localhost`,
                caller: kept ?? (await headersOf(caller, home)),
                request,
              })
            }
            const [one, other] = [await send(foreign), await send(unknown)]
            const seen = leaks(one.text, host === home ? away : home)
            if (
              one.status >= 500 ||
              (refused && one.status < 400 && !/"(?:success":false|notFound":true)/.test(one.text)) ||
              one.status !== other.status ||
              one.text !== other.text ||
              seen.length > 0
            )
              wrong.push({
                name,
                place,
                caller,
                what,
                status: [one.status, other.status],
                seen,
                text: one.text === other.text ? '' : [one.text.slice(-300), other.text.slice(-300)],
              })
          }
        }
      }
    }
    console.info(
      `isolation: ${all.length} calls × ${matrixCallers.length} callers × ${places.length} places: ${cells} ` +
        `cells, ${pairs} pairs of requests; ${empty} places that a call does not have`,
    )
    expect(wrong.slice(0, 6)).toEqual([])
    // Combinations without a body, path parameters or names are empty; all others have a cell.
    expect(cells + empty).toBe(all.length * matrixCallers.length * places.length)
    for (const [name, call] of all) {
      const lacking = places.filter((place) => pairsFor(name, call, place).length === 0)
      const without: Place[] = [
        ...(call.kind === 'document' && !call.path.includes(':') ? ['path' as const] : []),
        ...(call.kind === 'document' && call.method !== 'PATCH' ? ['body' as const] : []),
      ]
      // A PATCH contains only the guest's own fields.
      expect([name, lacking]).toEqual([name, call.method === 'PATCH' ? ['body'] : without])
    }
  },
)

test('a handle or an id of another guest of the same tenant opens only what it is meant for', async () => {
  const host = `${home.id}.localhost`
  const status = async (caller: Caller, name: CallName, named: Partial<Named>) =>
    (
      await ask({
        host,
        caller: await headersOf(caller, home),
        request: requestFor(`http://${host}`, name, examplesOf({ ...home.named, ...named })[name] as never),
      })
    ).status
  for (const caller of [
    'none',
    'another guest',
    'guest of the other tenant by cookie',
    'revoked by cookie',
  ] as const) {
    // The handle of a visit shows it to anyone who has it; it does not cancel it, and a hold's handle opens
    // nothing.
    expect([caller, await status(caller, 'getVisit', {})]).toEqual([caller, 200])
    expect([
      caller,
      await status(caller, 'gen2_crudWaitlist-cancelBooking', { cancel: home.named.visit }),
    ]).toEqual([caller, 404])
    expect([
      caller,
      await status(caller, 'gen2_crudWaitlist-cancelBooking', { cancel: home.named.visitId }),
    ]).toEqual([caller, 404])
    expect([
      caller,
      await status(caller, 'gen2_crudWaitlist-getCancelDetails', { cancel: home.named.hold }),
    ]).toEqual([caller, 404])
    expect([caller, await status(caller, 'getVisit', { visit: home.named.cancel })]).toEqual([caller, 404])
    for (const name of [
      'getMoveDetails',
      'getMoveTimes',
      'moveVisit',
      'acceptVisitChange',
      'changeVisitNote',
    ] as const)
      for (const cancel of [home.named.visit, home.named.visitId, home.named.hold])
        expect([caller, name, await status(caller, name, { cancel })]).toEqual([caller, name, 404])
    for (const name of ['getHold', 'prolongHold', 'releaseHold', 'confirmVisit'] as const)
      expect([caller, name, await status(caller, name, {})]).toEqual([caller, name, 404])
  }
  expect(await status('owner by cookie', 'getHold', {})).toBe(200)
})

test('only the neutral host lists other tenants, and a tenant with only its own host sees none', async () => {
  const alone = await makeTenant(app, { firstpath: null, vanityHost: 'www.alone.example' })
  const found = async (host: string, query: string) => {
    const answer = await ask({ host, caller: {}, request: new Request(`http://x/api/tenants?${query}`) })
    return (
      JSON.parse(answer.text.slice(answer.text.indexOf('\n\n') + 2)) as { documents: { tenantid: string }[] }
    ).documents.map((one) => one.tenantid)
  }
  for (const [query, whose] of [
    [`firstpath=${home.id}`, home.id],
    [`vanityUrl=${home.named.vanityHost}`, home.id],
    ['vanityUrl=www.alone.example', alone],
  ] as const) {
    expect([query, await found('localhost', query)]).toEqual([query, [whose]])
    expect([query, await found(`${home.id}.localhost`, query)]).toEqual([
      query,
      whose === home.id ? [whose] : [],
    ])
    expect([query, await found('www.alone.example', query)]).toEqual([query, whose === alone ? [whose] : []])
  }
})

/** Every page with each of its parameters and every name that a URL may contain. */
function pagesWith(routes: Build['routes'], named: Named): string[] {
  const { tenantId, uid, visit, cancel, hold, visitId, service, member, month } = named
  const names = {
    visit,
    hold,
    handle: hold,
    id: visitId,
    bookingId: cancel,
    booking: cancel,
    services: service,
    teamMember: member,
    month,
    type: service,
    info: service,
    tenantId,
    uid,
    t: tenantId,
    d: '1',
    i: cancel,
    w: visitId,
  }
  const query = new URLSearchParams(names).toString()
  const full = (id: string): string =>
    [routes[id]?.parentId ? full(routes[id].parentId) : '', routes[id]?.path ?? ''].filter(Boolean).join('/')
  return Object.keys(routes)
    .filter((id) => id !== 'root')
    .flatMap((id, at) => {
      const path = `/${full(id)}`
      const filled = /[:*]/.test(path)
        ? [visit, cancel, hold, visitId, uid, service, tenantId, `;services=${service};teamMember=${member}`]
            .filter((_, index) => (index + at) % 2 === 0)
            .concat(path.startsWith('/userInvite/') ? [named.invite] : [])
            .map((value) =>
              path
                .replace(/:lang\?/, 'en')
                .replace(/:\w+\??/g, value)
                .replace('*', value),
            )
        : [path]
      // Each name separately on every fourth page, and all names together on every page.
      const alone = Object.entries(names).filter((_, index) => filled.length === 1 && (index + at) % 4 === 0)
      return [
        ...filled,
        `${filled[0]}?${query}`,
        ...alone.map(([key, value]) => `${filled[0]}?${key}=${value}`),
      ]
    })
}

test(
  'every page answers a record of another tenant like one that does not exist',
  { timeout: perTier(300_000, 900_000) },
  async () => {
    expect(existsSync(built), 'the front end is built').toBe(true)
    const { routes } = (await import(built.href)) as Build
    const wrong: unknown[] = []
    const [foreign, unknown] = [
      pagesWith(routes, { ...away.named, month: home.named.month }),
      pagesWith(routes, { ...nonexistent, month: home.named.month }),
    ]
    // A page repeats the requested names: both spellings are replaced with the same text.
    // Of names with the same spelling, the first one counts.
    const spellings = (Object.keys(nonexistent) as (keyof Named)[])
      .toSorted((one, other) => String(away.named[other]).length - String(away.named[one]).length)
      .flatMap((key) => [away, { named: nonexistent }].map(({ named }) => [String(named[key]), key] as const))
    const names = new Map(spellings.toReversed())
    const spelling = new RegExp(spellings.map(([text]) => text.replace(/\W/g, '\\$&')).join('|'), 'g')
    const plain = (text: string) =>
      text
        .replace(spelling, (found) => `<${names.get(found)}>`)
        .replace(/nonce(="|-)[\w+/=-]+/g, 'nonce')
        .replace(/'sha256-[^']+'/g, 'hash')
        .replace(/<input type="hidden" name="formKey" value="[\w-]{22}"\/>/g, '')
        .replace(/(formKey\\?"[:,]\\?")[\w-]{22}/g, '$1key')
    let rendered = 0
    for (const caller of ['none', 'owner by cookie', 'guest of the other tenant by cookie'] as const) {
      const headers = { ...(await headersOf(caller, home)), 'accept-language': 'en' }
      for (const [index, path] of foreign.entries()) {
        if (index % (caller === 'owner by cookie' ? perTier(6, 1) : perTier(18, 3)) !== 0) continue
        const get = async (one: string) =>
          ask({ host: `${home.id}.localhost`, caller: headers, request: new Request(`http://x${one}`) })
        // The first rendering of a page preloads more in its head.
        if (caller === 'none') await get(path)
        // A guest's export contains no data of others, but differs each time: each export is mailed and lists
        // that mail.
        const isExport = path === '/profile/export.zip'
        const one = await get(path)
        const other = isExport ? one : await get(unknown[index] ?? '')
        rendered += 2
        const [here, there] = [plain(one.text), plain(other.text)]
        const seen = leaks(here, away)
        if (one.status >= 500 || one.status !== other.status || here !== there || seen.length > 0)
          wrong.push({
            caller,
            path,
            status: [one.status, other.status],
            seen,
            ...difference(here, there),
          })
      }
    }
    console.info(`isolation: ${Object.keys(routes).length} routes, ${rendered} pages rendered`)
    expect(wrong.slice(0, 10)).toEqual([])
  },
)

function difference(one: string, other: string): { here?: string; there?: string } {
  if (one === other) return {}
  const at = [...one].findIndex((char, index) => char !== other[index])
  return {
    here: one.slice(Math.max(0, at - 60), at + 120),
    there: other.slice(Math.max(0, at - 60), at + 120),
  }
}

test('a change at one tenant is sent to its own guest and to no listener at the other', async () => {
  const { service, member, start } = away.named
  const before = new Map(streams.map(({ stream }) => [stream, events(stream)]))
  const notified = (tenant: Seeded) =>
    streams
      .filter(({ of, stream }) => of === tenant && events(stream) > (before.get(stream) ?? 0))
      .map(({ entryPoint }) => entryPoint)
  await book(away.owner, { tenantId: away.id, services: [service], teamMember: [member], start })
  await expect
    .poll(() => notified(away))
    .toEqual(
      // The confirmation is a notification too.
      entryPoints.filter(({ topic }) => topic === null || topic === 'visits' || topic === 'notifications'),
    )
  expect(notified(home)).toEqual([])
  for (const { of, entryPoint, stream } of streams) {
    expect([entryPoint.name, stream.status]).toEqual([entryPoint.name, 200])
    expect(stream.received()).toMatch(/event: (open|document)/)
    // The stream carries markers of its own tenant, so a leak would be visible.
    if (entryPoint.topic)
      expect([entryPoint.name, leaks(stream.received(), of)]).not.toEqual([entryPoint.name, []])
    expect(leaks(stream.received(), of === home ? away : home)).toEqual([])
  }
})

/** Publishes at a tenant that every record with one of these names has changed, on every topic. */
const publishChanges = (at: Seeded, whose: Named[]) =>
  app.db.write(at.id, async (tx) => {
    for (const [, { live: topic }] of live)
      for (const { uid, invite } of whose)
        for (const id of [uid, invite]) if (topic) await publishChange(tx, topic, id)
  })

/** Streams requested with the other tenant's names, each paired with the same stream and unknown names. */
function pairsOfStreams(): (Pair & { name: string })[] {
  const calls = live.flatMap(([name, call]) =>
    places.flatMap((place) => pairsFor(name, call, place).map((pair) => ({ name, ...pair }))),
  )
  const topics = [home, away].map((host) => {
    const url = `http://${host.id}.localhost/api/live`
    return {
      name: '/api/live',
      what: 'added',
      host,
      foreign: new Request(extra(url, (host === home ? away : home).named)),
      unknown: new Request(extra(url, nonexistent)),
      refused: false,
    }
  })
  return [...calls, ...topics]
}

/** Pairs of streams that one caller opens at once. */
const PAIRS_AT_ONCE = 9

test('every live call × caller × place streams nothing of another tenant', async () => {
  expect(live.length).toBeGreaterThanOrEqual(3)
  const wrong: unknown[] = []
  let [opened, left] = [0, 0]
  // In groups, and callers who are the same guest one after the other: a guest may have only so many streams
  // open.
  const turns = [home, away].flatMap((host) => {
    const all = pairsOfStreams().filter((pair) => pair.host === host)
    const groups = Array.from({ length: Math.ceil(all.length / PAIRS_AT_ONCE) }, (_, index) =>
      all.slice(index * PAIRS_AT_ONCE, (index + 1) * PAIRS_AT_ONCE),
    )
    return [true, false].flatMap((token) =>
      groups.map((pairs) => ({
        host,
        pairs,
        together: callers.filter((caller) => caller.endsWith('by token') === token),
      })),
    )
  })
  for (const { host, together, pairs } of turns) {
    const others = host === home ? away : home
    const cells = []
    for (const caller of together) {
      const headers = await headersOf(caller, home)
      for (const pair of pairs.filter(
        ({ what }) => !what.startsWith("another guest's") || caller !== 'another guest',
      )) {
        const open = (request: Request) => listen({ host: `${host.id}.localhost`, caller: headers, request })
        cells.push({ ...pair, caller, one: await open(pair.foreign), other: await open(pair.unknown) })
      }
    }
    const both = cells.flatMap(({ one, other }) => [one, other])
    // A rejected request ends; an accepted stream sends its first event at once.
    await expect
      .poll(() => both.filter((stream) => !stream.ended && events(stream) === 0).length, { timeout: 5_000 })
      .toBe(0)
    const before = cells.map(({ one, other }) => [events(one), events(other)])
    const owners = streams.filter(({ of }) => of === others).map(({ stream }) => stream)
    const known = owners.map(events)
    await publishChanges(others, [home.named, away.named])
    // These listeners have received the event, so any other listener would have it by now.
    await expect
      .poll(() => owners.filter((stream, index) => events(stream) > (known[index] ?? 0)).length)
      .toBe(entryPoints.length)
    await new Promise((resolve) => {
      setTimeout(resolve, 250)
    })
    for (const [index, { name, caller, what, refused, one, other }] of cells.entries()) {
      const seen = leaks(one.received(), others)
      const notified = events(one) !== before[index]?.[0] || events(other) !== before[index]?.[1]
      const [here, there] = [one.received(), other.received()]
      if (
        one.status >= 500 ||
        (refused && one.status < 400) ||
        one.status !== other.status ||
        here !== there ||
        seen.length > 0 ||
        notified
      )
        wrong.push({
          name,
          caller,
          what,
          host: host === home ? 'home' : 'away',
          status: [one.status, other.status],
          seen,
          woken: notified,
          text: here === there ? '' : [here.slice(-300), there.slice(-300)],
        })
    }
    opened += both.length
    left += both.filter((stream) => !stream.ended).length
    await Promise.all(both.map((stream) => stream.close()))
  }
  console.info(
    `isolation: ${live.length} live calls and the stream of all topics: ${opened / 2} pairs of ` +
      `streams, ${left} of the ${opened} stayed open`,
  )
  expect(wrong.slice(0, 6)).toEqual([])
  // Otherwise no stream was open to receive anything.
  expect(left).toBeGreaterThan(entryPoints.length)
})

test('no log line names a record of the other tenant or contains an id or a handle', async () => {
  expect(log.length).toBeGreaterThan(1_000)
  for (const [mine, others] of [
    [home, away],
    [away, home],
  ] as const) {
    const own = log.filter((line) => line.includes(`"tenant":"${mine.id}"`))
    expect(own.length).toBeGreaterThan(100)
    expect(
      own
        .filter(
          (line) =>
            leaks(line, others).length > 0 ||
            leaks(line.replace(`"tenant":"${mine.id}"`, ''), mine).length > 0,
        )
        .slice(0, 3),
    ).toEqual([])
  }
})
