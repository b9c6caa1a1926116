import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, type CallName } from '#contract/calls.ts'
import type { Call } from '#contract/call.ts'
import { requestFor } from '#contract/client.ts'
import { siteOf } from '#contract/match-page.ts'
import { DRAWN_FOR, DRAWN_FOR_HEADER, OTHER_GUEST_HEADER } from '#contract/page.ts'
import { isTypedField, typedLabel } from '#contract/typed-field.ts'
import { createApp } from '#server/app.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { createPages, type Build } from '#server/render/render-page.ts'
import { examplesOf } from '#test/examples.ts'
import { makeApp, type TestApp } from '#test/make.ts'
import { exhaustive, perTier } from '#test/tier.ts'
import { openSession, rowsOf, seedTenant, type Seeded } from '#test/seeded.ts'
import { withoutLimits } from '#test/without-limits.ts'

/*
 * In one tab a page of Noah is open; in another tab the session ends and Freja signs in. All that Noah's page
 * sends changes nothing of Freja, and what was typed comes back. The actions are those of the built pages.
 */
let app: TestApp
let whole: ReturnType<typeof createApp>
let build: Build
let tenant: Seeded
const cookies = { freja: '', noah: '', nobody: '' }
const marks = { freja: '', noah: '', nobody: '' }
type Who = keyof typeof cookies

beforeAll(async () => {
  app = await makeApp()
  withoutLimits(app)
  build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as Build
  whole = createApp(app.deps, createPages({ build, messages: loadTexts().messages, cacheBytes: 1_000_000 }))
  tenant = await seedTenant(app, 'zqforms7')
  cookies.freja = `session=${await openSession(app, tenant.id, tenant.named.uid)}`
  cookies.noah = `session=${await openSession(app, tenant.id, tenant.neighbour.uid)}`
  for (const who of ['freja', 'noah', 'nobody'] as const) marks[who] = await markOf(who)
})
afterAll(() => app.close())

const fetchPage = (path: string, who: Who, init: RequestInit = {}) =>
  // Browsers state the length of a form.
  whole.fetch(
    new Request(`http://${tenant.id}.localhost${path}`, {
      ...init,
      headers: {
        host: `${tenant.id}.localhost`,
        'sec-fetch-site': 'same-origin',
        'accept-language': 'en',
        ...(cookies[who] && { cookie: cookies[who] }),
        ...(init.body instanceof URLSearchParams && {
          'content-length': String(init.body.toString().length),
        }),
        ...(init.headers as Record<string, string>),
      },
    }),
    {},
  )

/** The mark in the forms of a page that everybody has. */
async function markOf(who: Who): Promise<string> {
  const html = await (await fetchPage('/tc', who)).text()
  return new RegExp(`name="${DRAWN_FOR}" value="([\\w-]{22})"`).exec(html)?.[1] ?? ''
}

const web = join(import.meta.dirname, '../web')
const sources = (readdirSync(web, { recursive: true }) as string[])
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }))

/** The names of the fields that guests type into, as the pages name them. */
const fieldNames = [
  ...new Set(
    sources.flatMap(({ text }) =>
      [
        ...text.matchAll(/<(?:Field|EmailField|TextArea)\b(?:[^>]|=>)*?\sname=(?:"(\w+)"|\{`(\w+-)\$)/g),
        ...text.matchAll(/fieldOf\('(\w+)'\)/g),
      ].map(([, fixed, numbered]) => fixed ?? `${numbered}1`),
    ),
  ),
]
/** Never sent back; a file cannot be. */
const secrets = ['currentPassword', 'newPassword', 'password', 'code', 'pin']
const files = ['image', 'picture']
/** Of forms that only search. */
const searched = ['salon']
const words = fieldNames.filter((name) => typedLabel(name) !== null)
const wordOf = (name: string) => `typed ${name} æøå`

test('each field that a guest types into is known by its label, so that it can be returned', () => {
  expect(fieldNames.length).toBeGreaterThan(20)
  expect(
    fieldNames.filter((name) => !isTypedField(name) && ![...secrets, ...files, ...searched].includes(name)),
  ).toEqual([])
  expect(secrets.filter(isTypedField)).toEqual([])
})

/** The intents that forms of the pages state; each action gets some of them, and none. */
const intents = [
  ...new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/name="intent" value="(\w+)"|intent: '([\w-]+)'|intent === '([\w-]+)'/g)].map(
        ([, one, other, third]) => one ?? other ?? third ?? '',
      ),
    ),
  ),
]

/**
 * Every route of the guests' site with an action, its path filled with what belongs to Freja; the salon's own
 * site is at another host.
 */
function actions(): { path: string; page: boolean }[] {
  const { named } = tenant
  const values: Record<string, string> = {
    'my-account/cancel': named.visitId,
    'my-account/visits': named.visitId,
    userInvite: named.invite,
    move: named.cancel,
    cancelBooking: named.cancel,
    'waitlist/confirm': named.confirm,
    extendWaitlist: named.extend,
    unsubscribeWaitlist: named.leave,
    awi: named.offer,
    home: named.receipt,
  }
  return Object.values(build.routes).flatMap((route) => {
    if (!route?.module.action || siteOf(`/${route.path ?? ''}`) === 'staff') return []
    const path = `/${route.path ?? ''}`
    const value = Object.entries(values).find(([start]) => path.startsWith(`/${start}/`))?.[1]
    return {
      path: path
        .replace('/:ding?', '')
        .replace(/\/:(?:lang|waitlistId)\?/g, '')
        .replace(/:\w+\??/g, value ?? named.visitId)
        .replace('*', 'a/b/c'),
      page: route.module.default !== undefined,
    }
  })
}

const formOf = (mark: string | null, intent: string) =>
  new URLSearchParams({
    ...(mark !== null && { [DRAWN_FOR]: mark }),
    ...(intent && { intent }),
    ...Object.fromEntries(words.map((name) => [name, wordOf(name)])),
    // What more some actions ask for.
    visit: tenant.named.visitId,
    entry: tenant.named.entry,
    hold: tenant.named.hold,
    receipt: tenant.named.receipt,
    photo: tenant.named.photo,
    id: tenant.named.notification,
    services: tenant.named.service,
    variantId: tenant.named.variant,
    quantity: '1',
    preferredLanguage: 'de',
    countryCode: 'DK',
    timeZone: 'Asia/Tokyo',
  })

const withoutTimes = (rows: string) => rows.replaceAll(/"\d{4}-\d\d-\d\d [^"]*"/g, 'time')

/** The rows that are new or different, by table. When a cart was last priced does not count. */
const changed = (before: Record<string, string>, after: Record<string, string>) =>
  Object.entries(after).flatMap(([name, rows]) => {
    const plain = (text = '') => (name === 'cart' ? withoutTimes(text) : text).split('\n')
    const old = new Set(plain(before[name]))
    return plain(rows).flatMap((row) => (old.has(row) ? [] : `${name}: ${row}`))
  })

const shownText = (html: string) =>
  html.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')

const switches: [title: string, drawnFor: Who | null, now: Who][] = [
  ['another guest', 'noah', 'freja'],
  ['nobody', 'nobody', 'freja'],
  ['a page without a mark', null, 'freja'],
  ['a guest, and sent signed out', 'noah', 'nobody'],
]

test('each guest of each tenant has a mark of their own, which does not change with the session', async () => {
  expect(new Set(Object.values(marks)).size).toBe(3)
  expect(Object.values(marks).every((mark) => /^[\w-]{22}$/.test(mark))).toBe(true)
  const before = cookies.noah
  cookies.noah = `session=${await openSession(app, tenant.id, tenant.neighbour.uid)}`
  expect(await markOf('noah')).toBe(marks.noah)
  cookies.noah = before
  const other = await seedTenant(app, 'zqforms8')
  const html = await (
    await whole.fetch(
      new Request(`http://${other.id}.localhost/tc`, { headers: { host: `${other.id}.localhost` } }),
      {},
    )
  ).text()
  expect(html).toContain(`name="${DRAWN_FOR}"`)
  expect(html).not.toContain(marks.nobody)
})

test.each(switches)(
  'a form drawn for %s changes nothing and comes back with what was typed, at every action',
  { ...exhaustive, timeout: 600_000 },
  async (_, drawnFor, now) => {
    const mark = drawnFor && marks[drawnFor]
    // The checkout makes an order of the cart when it is opened.
    await fetchPage('/checkout', now)
    const before = await rowsOf(app, tenant.id)
    const wrong: unknown[] = []
    let [sent, words_] = [0, 0]
    for (const [at, { path, page }] of actions().entries()) {
      const some = intents.filter((_one, index) => index % 8 === at % 8)
      for (const intent of ['', ...some.slice(0, perTier(Math.ceil(some.length / 10), some.length))]) {
        sent += 1
        const answer = await fetchPage(path, now, { method: 'POST', body: formOf(mark, intent) })
        const text = shownText(await answer.text())
        const lost = page ? words.filter((name) => !text.includes(wordOf(name))) : []
        words_ += page ? words.length - lost.length : 0
        if (answer.status !== (page ? 409 : 303) || lost.length > 0)
          wrong.push({ path, intent, status: answer.status, lost })
      }
      // The scripts of the page send its mark as a header.
      if (mark === null) continue
      const answer = await fetchPage(`${path}.data`, now, {
        method: 'POST',
        body: formOf(null, ''),
        headers: { [DRAWN_FOR_HEADER]: mark },
      })
      if (answer.status !== 409 || !answer.headers.has(OTHER_GUEST_HEADER))
        wrong.push({ path, scripts: true, status: answer.status })
    }
    console.info(`other guest: ${sent} forms, ${words_} words returned`)
    expect(wrong.slice(0, 10)).toEqual([])
    expect(changed(before, await rowsOf(app, tenant.id))).toEqual([])
  },
)

test('each call that a page of another guest makes is refused; without a mark it is as ever', async () => {
  const examples = examplesOf(tenant.named) as Record<CallName, object>
  const before = await rowsOf(app, tenant.id)
  const wrong: unknown[] = []
  for (const [name, { method }] of Object.entries(calls) as [CallName, Call][]) {
    const request = requestFor(`http://${tenant.id}.localhost`, name, examples[name] as never)
    request.headers.set('host', `${tenant.id}.localhost`)
    request.headers.set('cookie', cookies.freja)
    request.headers.set(DRAWN_FOR_HEADER, marks.noah)
    const answer = await whole.fetch(request, {})
    const { error } = (await answer.json()) as { error?: { code: string } }
    if (answer.status !== 409 || error?.code !== 'auth/other-guest')
      wrong.push({ name, method, status: answer.status })
  }
  expect(wrong).toEqual([])
  expect(changed(before, await rowsOf(app, tenant.id))).toEqual([])
  const self = { tenantId: tenant.id, uid: tenant.named.uid }
  for (const mark of [null, marks.freja]) {
    const request = requestFor(`http://${tenant.id}.localhost`, 'updateUser', {
      ...self,
      city: `City ${mark}`,
    })
    request.headers.set('host', `${tenant.id}.localhost`)
    request.headers.set('cookie', cookies.freja)
    if (mark) request.headers.set(DRAWN_FOR_HEADER, mark)
    expect((await whole.fetch(request, {})).status).toBe(200)
  }
})

test('a service worker replaces the subscription of its session only, and no other guest gets one', async () => {
  const device = async () =>
    (await (await fetchPage('/notifications/device', 'freja')).json()) as { drawnFor: unknown }
  expect((await device()).drawnFor).toBeNull()
  const body = new URLSearchParams({
    [DRAWN_FOR]: marks.freja,
    intent: 'save',
    endpoint: 'https://fcm.googleapis.com/fcm/send/new',
    p256dh: Buffer.alloc(65, 4).toString('base64url'),
    auth: Buffer.alloc(16, 1).toString('base64url'),
  })
  expect((await fetchPage('/notifications/device', 'freja', { method: 'POST', body })).status).toBe(200)
  expect((await device()).drawnFor).toBe(marks.freja)
})

test(
  'the same forms drawn for who is signed in are not refused, and change something',
  { timeout: 600_000 },
  async () => {
    const refused: unknown[] = []
    const writing = new Set<string>()
    for (const { path } of actions()) {
      // Both would end the session.
      if (path === '/sign-out' || path.startsWith('/userInvite/')) continue
      const before = await rowsOf(app, tenant.id)
      const answer = await fetchPage(`${path}.data`, 'freja', {
        method: 'POST',
        body: formOf(marks.freja, ''),
        headers: { [DRAWN_FOR_HEADER]: marks.freja },
      })
      if (answer.headers.has(OTHER_GUEST_HEADER)) refused.push(path)
      if (changed(before, await rowsOf(app, tenant.id)).length > 0) writing.add(path)
    }
    expect(refused).toEqual([])
    expect([...writing]).toEqual(expect.arrayContaining(['/notifications', '/profile/language']))
  },
)
