import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, type CallName } from '#contract/calls.ts'
import type { Call } from '#contract/call.ts'
import { siteOf } from '#contract/match-page.ts'
import { id, slug, uuid } from '#contract/field/field-schemas.ts'
import { otherPaths, pagePaths } from '#contract/site-map.ts'
import { rights, roles, scopesOf, type Right } from '#domain/staff/rights.ts'
import { examplesOf, nonexistent } from '#test/examples.ts'
import { makeApp, makeTenant, type Browser, type TestApp } from '#test/make.ts'
import { asOwner, rowsOf, seedTenant, staffOf } from '#test/seeded.ts'
import { makeDesk, makePerson, makeStaff, staffCodeTo } from '#test/staff.ts'
import { furtherStaffExamples, nobody } from '#test/staff-examples.ts'
import { register } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import { createApp } from '../app.ts'
import type { TenantId } from '../database/db.ts'

/*
 * The two sites of a salon: which host is whose, and that pages and calls of one do not exist on the other,
 * with or without a session. In place of its page, each address that reaches one answers with the site.
 */
let app: TestApp
let same: TestApp
let tenant: TenantId
let whole: ReturnType<typeof createApp>
let wholeSame: ReturnType<typeof createApp>
/** Cookie headers: nobody's, a guest's, that of who works there, and both. */
let sessions: string[]
beforeAll(async () => {
  app = await makeApp()
  same = await makeApp({ env: { STAFF_HOST: 'same' }, testDb: app })
  tenant = await makeTenant(app, { profile: { shop: true } })
  const page = (_: Request, { site }: { site: string }) => Promise.resolve(new Response(`page of ${site}`))
  whole = createApp(app.deps, page)
  wholeSame = createApp(same.deps, page)
  const guest = app.guest(tenant)
  await register(guest, tenant)
  const { browser } = await makeStaff(app, tenant)
  const [ofGuest, ofStaff] = [
    `session=${guest.cookies.get('session')}`,
    `staff=${browser.cookies.get('staff')}`,
  ]
  sessions = ['', ofGuest, ofStaff, `${ofGuest}; ${ofStaff}`]
})
afterAll(() => app.close())

type Asked = { host: string; path: string; cookie?: string; method?: string; at?: typeof whole }
const ask = ({ host, path, cookie = '', method = 'GET', at = whole }: Asked) =>
  at.fetch(
    new Request(`http://${host}${path}`, {
      method,
      headers: { host, 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) },
    }),
    {},
  )
const hosts = () => ({ guest: `${tenant}.localhost`, staff: `staff-${tenant}.localhost` })
const addressOf = (path: string) =>
  path
    .replaceAll(/\/:\w+\?/g, '')
    .replaceAll(/:\w+/g, 'x')
    .replace('*', 'x') || '/'
const other = { guest: 'staff', staff: 'guest' } as const

test('every page exists on its own site only, with or without a session', async () => {
  for (const { path, site = 'guest' } of pagePaths)
    for (const cookie of sessions)
      for (const method of ['GET', 'HEAD', 'POST']) {
        const address = addressOf(path)
        const own = await ask({ host: hosts()[site], path: address, cookie, method })
        expect([path, method, cookie, own.status]).toEqual([path, method, cookie, 200])
        if (method !== 'HEAD') expect(await own.text()).toBe(`page of ${site}`)
        const elsewhere = await ask({ host: hosts()[other[site]], path: address, cookie, method })
        // The front doors lead over.
        const isDoor = method !== 'POST' && (address === '/' || address === '/admin')
        expect([path, method, cookie, elsewhere.status]).toEqual([path, method, cookie, isDoor ? 302 : 404])
        if (!isDoor) expect(await elsewhere.text()).not.toContain('page of')
      }
})

test('no spelling of an address reaches a page of the other site', async () => {
  const spelled = (path: string) => [
    `${path}.data`,
    `${path}/`,
    `${path}/_.data`,
    `/${path}`,
    path.toUpperCase(),
    `${path};x=1`,
    `${path}?site=staff`,
    path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ]
  for (const [site, paths] of [
    ['guest', ['/book', '/my-account', '/login', '/profile/security']],
    ['staff', ['/welcome', '/admin/people', '/admin/lock', '/admin/audit']],
  ] as const)
    for (const path of paths.flatMap(spelled)) {
      const answer = await ask({ host: hosts()[other[site]], path, cookie: sessions[3] ?? '' })
      expect([path, answer.status, await answer.text()]).toEqual([
        path,
        404,
        expect.not.stringContaining('page of'),
      ])
    }
})

test('`/admin` of the guests’ hosts leads to the salon’s own, and its `/` to `/admin`', async () => {
  const vanity = await makeTenant(app, { vanityHost: 'www.salon.example' })
  for (const [host, name] of [
    [`${tenant}.localhost`, tenant],
    ['www.salon.example', vanity],
  ] as const)
    for (const path of ['/admin', '/admin/']) {
      const answer = await ask({ host, path })
      expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
        302,
        expect.stringMatching(new RegExp(String.raw`^http://staff-${name}\.localhost(:\d+)?/admin$`)),
        'no-store',
      ])
    }
  expect((await ask({ host: hosts().staff, path: '/' })).headers.get('location')).toBe('/admin')
  expect((await ask({ host: hosts().guest, path: '/admin/people' })).status).toBe(404)
  // Nobody works at the neutral tenant, nor at one that is not there.
  for (const host of ['localhost', 'nobody.localhost', 'staff-nobody.localhost', 'staff-default.localhost'])
    for (const path of ['/admin', '/welcome', '/admin/people'])
      expect([host, path, (await ask({ host, path })).status]).toEqual([host, path, 404])
})

test('the host of the site is that of the firstpath, without one that of the id, on every product domain', async () => {
  const named = await makeTenant(app, { firstpath: 'lys' })
  const plain = await makeTenant(app, { firstpath: null, vanityHost: 'www.plain.example' })
  const reached = async (host: string) =>
    (await (await ask({ host, path: '/admin' })).text()).includes('page of staff')
  for (const [host, is] of [
    ['staff-lys.localhost', true],
    ['staff-lys.stamgast.dk', true],
    ['STAFF-LYS.Stamgast.Com:3000', true],
    [`staff-${named}.localhost`, false],
    [`staff-${plain}.localhost`, true],
    ['staff-www.plain.example', false],
    ['x.staff-lys.localhost', false],
    ['staff-lys.example', false],
  ] as const)
    expect([host, await reached(host)]).toEqual([host, is])
})

test('what else the server has is on one of the two sites, except for what both need', async () => {
  // These are answered before a site is looked for, and have neither a session nor a page.
  const early = ['/avatar/:guest/:file']
  for (const { path, site } of otherPaths)
    if (site !== 'both' && !early.includes(path)) {
      const host = site === 'staff' ? hosts().guest : hosts().staff
      const { status } = await ask({ host, path: addressOf(path), cookie: sessions[3] ?? '' })
      expect([path, status]).toEqual([path, 404])
    }
  expect(await (await ask({ host: hosts().staff, path: '/robots.txt' })).text()).toMatch(/^Disallow: \/$/m)
  expect((await ask({ host: hosts().staff, path: '/healthz' })).status).toBe(200)
})

test('with STAFF_HOST=same it is below /admin of the guests’ own host, and nowhere else', async () => {
  const host = hosts().guest
  for (const { path, site = 'guest' } of pagePaths)
    expect([path, await (await ask({ host, path: addressOf(path), at: wholeSame })).text()]).toEqual([
      path,
      `page of ${site}`,
    ])
  expect(siteOf('/welcome')).toBe('staff')
  const answer = await ask({ host: hosts().staff, path: '/admin', at: wholeSame })
  expect(await answer.text()).not.toContain('page of staff')
  // The session of one is none of the other.
  const browser = same.guest(tenant)
  const { browser: working } = await makeStaff(app, tenant)
  browser.cookies.set('staff', working.cookies.get('staff') ?? '')
  await browser('getStaffSelf', {})
  await expect(browser('listHolds', { tenantId: tenant })).resolves.toBeDefined()
  browser.cookies.set('session', working.cookies.get('staff') ?? '')
  browser.cookies.delete('staff')
  await expect(browser('getStaffSelf', {})).rejects.toMatchObject({ code: 'auth/unauthenticated' })
})

const listed = Object.entries(calls) as [CallName, Call][]
const codeOf = async (browser: Browser, name: CallName, input: object): Promise<string> => {
  const answer = await browser.send(name, input)
  const body = (await answer.json()) as { error?: { code?: string } }
  return `${answer.status} ${body.error?.code ?? ''}`
}

test('every call of one site is answered as without a session on the other, whoever asks', async () => {
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, 'both@example.com')
  const { browser } = await makeStaff(app, tenant)
  for (const name of ['session', 'staff']) {
    const value = guest.cookies.get(name) ?? browser.cookies.get(name) ?? ''
    guest.cookies.set(name, value)
    browser.cookies.set(name, value)
  }
  const examples = examplesOf({ ...nonexistent, tenantId: tenant, uid })
  for (const [name, call] of listed) {
    const [elsewhere, none] =
      call.site === 'staff' ? [guest, app.guest(tenant)] : [browser, app.staff(tenant)]
    if (call.site === 'both') continue
    const input = examples[name]
    expect([name, await codeOf(elsewhere, name, input)]).toEqual([name, '401 auth/unauthenticated'])
    expect([name, await codeOf(none, name, input)]).toEqual([name, '401 auth/unauthenticated'])
    // Not even the form of the input is looked at.
    expect([name, await codeOf(elsewhere, name, {})]).toEqual([name, '401 auth/unauthenticated'])
  }
})

test('who works at one salon is nobody at another, over every call of the site', async () => {
  const foreign = await makeTenant(app)
  const { browser } = await makeStaff(app, foreign)
  const planted = app.staff(tenant)
  planted.cookies.set('staff', browser.cookies.get('staff') ?? '')
  const examples = examplesOf({ ...nonexistent, tenantId: tenant })
  for (const [name, call] of listed)
    if (call.site === 'staff') {
      const said = await codeOf(planted, name, examples[name])
      expect([name, said]).toEqual([name, await codeOf(app.staff(tenant), name, examples[name])])
      if (call.who === 'staff') expect([name, said]).toEqual([name, '401 auth/unauthenticated'])
    }
})

/** What a call names, by the schema of its field: `services[].serviceId`, for example. */
function namesIn(schema: Schema, path = ''): string[] {
  if ([uuid, slug, id].some((one) => (one as unknown) === schema)) return [path.replace(/^\./, '')]
  return [
    ...Object.entries(schema.entries ?? {}).flatMap(([key, one]) => namesIn(one, `${path}.${key}`)),
    ...(schema.options ?? []).flatMap((one) => (typeof one === 'object' ? namesIn(one, path) : [])),
    ...(schema.wrapped ? namesIn(schema.wrapped, path) : []),
    ...(schema.item ? namesIn(schema.item, `${path}[]`) : []),
  ]
}
type Schema = {
  entries?: Record<string, Schema>
  wrapped?: Schema
  item?: Schema
  options?: (Schema | string | number)[]
}

/** The paths in an input at which a value is one of those, also as a part of a text. */
const pathsOf = (input: unknown, isWanted: (text: string) => boolean, path: string[] = []): string[][] =>
  typeof input === 'string'
    ? isWanted(input)
      ? [path]
      : []
    : typeof input === 'object' && input !== null
      ? Object.entries(input).flatMap(([key, value]) => pathsOf(value, isWanted, [...path, key]))
      : []
const replaceAt = (input: unknown, [key, ...rest]: string[], change: (text: string) => string): unknown => {
  if (key === undefined) return change(input as string)
  const copy = (Array.isArray(input) ? [...input] : { ...(input as object) }) as Record<string, unknown>
  copy[key] = replaceAt(copy[key], rest, change)
  return copy
}

test(
  'what is another salon’s is answered like what is nobody’s, over every call of the site',
  { timeout: 60_000 },
  async () => {
    const mark = 'zqsite7'
    const { named, id: foreign } = await seedTenant(app, mark)
    const works = staffOf(mark)
    const { email } = await makePerson(app, foreign, { name: `Ea ${mark}` })
    await app.staff(foreign)('sendStaffLink', { tenantId: foreign, email })
    const foreignCode = await staffCodeTo(app, foreign, email)
    const idsOf = Object.entries(
      Object.groupBy(await listIds(app, foreign), ({ table }) => table) as Record<string, { id: string }[]>,
    )
    expect(idsOf.map(([table]) => table)).toEqual(
      expect.arrayContaining(
        ['visit', 'visit_change', 'staff_note', 'absence', 'day_hours', 'waitlist_entry', 'receipt'].concat([
          'staff',
          'staff_device',
          'staff_passkey',
          'staff_session',
        ]),
      ),
    )
    // Of some tables every kind of row, of the others one.
    const ids = idsOf.flatMap(([table, rows]) =>
      rows.slice(0, ['visit', 'staff', 'waitlist_entry'].includes(table) ? 6 : 1).map(({ id }) => id),
    )
    const [row] = await asOwner<{ number: string }>(
      app,
      foreign,
      `select number from visit where id = '${named.visitId}'`,
    )
    const before = await rowsOf(app, foreign)

    const home = await makeTenant(app)
    const { browser, id: enrolledBy } = await makeStaff(app, home)
    const own = await makeDesk(app, home, { enrolledBy })
    const start = Math.ceil(app.deps.now() / 86_400_000 + 3) * 86_400_000 + 9 * 3_600_000
    const values = { ...nonexistent, tenantId: home, member: 'anna', service: 'cut', start }
    const examples = examplesOf(values)
    const further = furtherStaffExamples(values)
    // A visit of this salon, for whom the other one performs.
    const visit = await makeVisit(app, home, {
      start: new Date(start + 3_600_000),
      contact: { firstname: 'Ida', lastname: '', email: 'ida@example.com', mobile: '', language: 'en' },
      services: [{ id: 'cut', name: 'Cut', member: 'anna', minutes: 30, price: 40_000 }],
    })
    const ofOwn = (input: object) =>
      JSON.parse(
        JSON.stringify(input).replaceAll(nobody, visit.id).replace('"memberId":"anna"', '"memberId":"bo"'),
      ) as object
    /** What a value of the example becomes: what nobody has, and what the other salon has. */
    const swaps: { of: string; nobodys: string; theirs: string[] }[] = [
      { of: nobody, nobodys: nobody, theirs: [...ids, named.uid] },
      { of: 'anna', nobodys: 'nobody', theirs: [named.member] },
      { of: 'cut', nobodys: 'nothing', theirs: [named.service] },
      { of: 'mask', nobodys: 'nothing', theirs: [`mask-${mark}`] },
      { of: values.endpoint, nobodys: `${values.endpoint}-staff`, theirs: [works.push, named.endpoint] },
      { of: `${home}.${'x'.repeat(22)}`, nobodys: `${home}.${'y'.repeat(22)}`, theirs: [foreignCode] },
      { of: '3456', nobodys: '0000', theirs: ['3456', `First ${mark}`, `Waiting ${mark}`] },
    ]
    const asked = new Set<string>()
    let count = 0
    for (const [name, call] of listed) {
      if (call.site !== 'staff') continue
      const from = name === 'unlockDevice' ? own.browser : browser
      const said = async (input: unknown, hidden: string) => {
        count += 1
        const answer = await from.send(name, input as object)
        const text = (await answer.text()).replace(/"(requestId|printedAt|undoUntil)":("[^"]*"|\d+)/g, '')
        return `${answer.status} ${text.replaceAll(hidden, '?')}`
      }
      // The id of another salon beside it is that of a tenant which is not there.
      const example: object = examples[name]
      if (call.who === 'staff')
        expect([name, await said({ ...example, tenantId: foreign }, foreign)]).toEqual([
          name,
          await said({ ...example, tenantId: 'nobody' }, 'nobody'),
        ])
      const more: object[] = further[name] ?? []
      const owned = ['placeVisit', 'handOverVisits', 'findPlaces'].includes(name) ? more.map(ofOwn) : []
      for (const input of [example, ...more, ...owned])
        for (const { of, nobodys, theirs } of swaps)
          for (const path of pathsOf(input, (text) => text.includes(of))) {
            asked.add(`${name} ${path.join('.').replace(/\.\d+/g, '[]')}`)
            const isVisit = path.at(-1) === 'visit'
            const swapped = (value: string) => replaceAt(input, path, (text) => text.replace(of, value))
            const unknown = await said(swapped(nobodys), nobodys)
            expect([name, path, unknown]).not.toEqual([name, path, expect.stringMatching(/^5/)])
            for (const value of isVisit ? [...theirs, row?.number ?? ''] : theirs) {
              const answer = await said(swapped(value), value)
              expect([name, path, value, answer]).toEqual([name, path, value, unknown])
              expect(answer).not.toContain(mark)
            }
          }
    }
    // Nothing that a call can name is left out.
    const nameable = listed
      .filter(([, { site }]) => site === 'staff')
      .flatMap(([name, { input }]) => namesIn(input as unknown as Schema).map((path) => `${name} ${path}`))
      .filter((path) => !/ (tenantId)$/.test(path))
    expect(nameable.filter((path) => !asked.has(path))).toEqual([])
    expect(count).toBeGreaterThan(500)
    expect(await rowsOf(app, foreign)).toEqual(before)
  },
)

/** The ids of all rows of a tenant that have a UUID. */
async function listIds({ owner }: TestApp, of: TenantId): Promise<{ table: string; id: string }[]> {
  const tables = await asOwner<{ name: string }>(
    { owner },
    of,
    `select table_name as name from information_schema.columns where table_schema = 'public'
      and column_name = 'id' and data_type = 'uuid' order by 1`,
  )
  return asOwner(
    { owner },
    of,
    tables
      .map(({ name }) => `select '${name}' as table, id::text from "${name}" where tenant_id = '${of}'`)
      .join(' union all '),
  )
}

test.each(roles)('a call opens for the role %s with each of its rights, and with no other', async (role) => {
  const given = examplesOf({ ...nonexistent, tenantId: tenant })
  const examples = { ...given, inviteStaff: { ...given.inviteStaff, memberId: null } }
  const withRights = listed.filter(([, call]) => call.right !== undefined)
  const wantedBy = ({ right = [] }: Call) => (typeof right === 'string' ? [right] : right)
  const asked = new Set<Right>()
  const isForbidden = async (browser: Browser, name: CallName) =>
    (await codeOf(browser, name, examples[name])) === '403 auth/forbidden'
  for (const right of rights) {
    const of = withRights.filter(([, call]) => wantedBy(call).includes(right))
    if (of.length === 0) continue
    asked.add(right)
    const none = Object.fromEntries(rights.map((one) => [one, 'none'] as const))
    const one = { ...none, day: 'all', contact: 'all', [right]: 'all' } as const
    const only = await makeStaff(app, tenant, { role, rights: one, passkey: true })
    for (const [name, call] of of) {
      // It also needs all rights of whom it invites: an owner has them whatever is switched.
      const open = name !== 'inviteStaff' || role === 'owner'
      expect([name, right, 'on', await isForbidden(only.browser, name)]).toEqual([name, right, 'on', !open])
      const off = Object.fromEntries(wantedBy(call).map((one) => [one, 'none'] as const))
      const without = await makeStaff(app, tenant, { role, rights: off, passkey: true })
      // An owner has every right, and everybody sees the day and whom they meet.
      const has = role === 'owner' || scopesOf[right].required === true
      expect([name, right, 'off', await isForbidden(without.browser, name)]).toEqual([
        name,
        right,
        'off',
        !has,
      ])
    }
    // No call opens with a right that is not its own.
    for (const [name, call] of withRights)
      if (role !== 'owner' && !of.some(([one]) => one === name) && !wantedBy(call).some(isRequired))
        expect([name, right, await isForbidden(only.browser, name)]).toEqual([name, right, true])
  }
  expect(asked.size).toBeGreaterThan(8)
})
const isRequired = (right: Right) => scopesOf[right].required === true
