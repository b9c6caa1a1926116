import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import type { TenantId } from '#server/database/db.ts'
import { createPages, type Build } from '#server/render/render-page.ts'
import { mailTo } from '#test/action-mail.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { book, freja, register, summer, type TestGuest } from '#test/steps.ts'

/* The pages of a booking that only their own addresses and forms reach: proof, parties, series. */
let app: TestApp
let whole: ReturnType<typeof createApp>
beforeAll(async () => {
  app = await makeApp()
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as Build
  whole = createApp(app.deps, createPages({ build, messages: loadTexts().messages, cacheBytes: 1_000_000 }))
})
afterAll(() => app.close())

const now = summer('2026-06-10T08:00')
const nine = summer('2026-06-11T09:00')
const [MINUTE, HOUR, WEEK] = [60_000, 3_600_000, 7 * 86_400_000]

async function salon(wanted?: MakeTenant): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}
/** Known guests only book its cut. */
const salonForKnown = () =>
  salon({
    services: [
      { id: 'cut', booking: { knownOnly: true } },
      { id: 'free', booking: {} },
    ],
  })

/** What a page warns of. */
const warningOf = (html: string) => /role="alert"[^>]*>([^<]*)</.exec(html)?.[1]

/** Opens an address, or sends a form without scripts, with the cookies of a guest. */
async function send(tenant: TenantId, guest: TestGuest, path: string, fields?: Record<string, string>) {
  const host = `${tenant}.localhost`
  const cookie = [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await whole.fetch(
    new Request(`http://${host}${path}`, {
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
      headers: { host, cookie, 'sec-fetch-site': 'same-origin', 'accept-language': 'en' },
    }),
    {},
  )
  return { status: answer.status, to: answer.headers.get('location') ?? '', html: await answer.text() }
}

/** Freja has been here, and opens the link that a page has sent her. @returns where it leads her. */
async function prove(tenant: TenantId, guest: TestGuest, page: string): Promise<string> {
  const url = new URL(page, 'http://salon.example')
  expect((await send(tenant, guest, page)).html).toContain('name="email"')
  const [services, to] = ['services', 'to'].map((name) => url.searchParams.get(name) ?? '')
  await send(tenant, guest, page, { email: freja.email, services: services ?? '', to: to ?? '' })
  const mail = await mailTo(app, tenant, freja.email)
  const code = /\/book\/proof\?code=([^&\s]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  return (await guest('acceptBookingLink', { tenantId: tenant, code })).to ?? ''
}
async function visitOnce(tenant: TenantId): Promise<void> {
  await book(app.guest(tenant), { tenantId: tenant, services: ['free'], start: nine })
  app.clock.now = nine + HOUR
  await asOwner(app, tenant, `delete from mail where tenant_id = '${tenant}'`)
}

const partyOf = (services: string) => `persons=2&services1=${services}&member1=any&services2=free&member2=any`
const names = { persons: '2', visitor2: 'Ida Marie Holm', ...freja }

async function holdParty(tenant: TenantId, guest: TestGuest, service = 'cut', start = nine) {
  const persons = [{ services: [service] }, { services: [service] }]
  const held = await guest('holdParty', { tenantId: tenant, persons, start })
  if (!held.ok) throw new Error(held.reason)
  return held.hold
}
const toForm = (hold: Output<'getHold'>) => ({
  hold: hold.handle,
  services: hold.segments.map(({ id }) => id).join(','),
  teamMember: 'any',
  at: String(hold.start),
  price: String(hold.group?.total ?? hold.price),
  currency: hold.currency,
})

async function holdSeries(tenant: TenantId, guest: TestGuest, services = ['cut'], start = nine) {
  const dates = [{ start }, { start: start + WEEK }]
  const held = await guest('holdSeries', { tenantId: tenant, services, start, weeks: 1, dates })
  if (!held.ok) throw new Error(held.reason)
  return { ...toForm(held.hold), weeks: '1', count: '2', ...freja }
}

test('what asks who the guest is leads to the proof, and back to the times of a party', async () => {
  const tenant = await salonForKnown()
  await visitOnce(tenant)
  const guest = app.guest(tenant)
  const times = `/book/party/time?${partyOf('cut')}`
  const start = nine + WEEK
  const asked = await send(tenant, guest, times, { start: String(start) })
  expect(asked).toMatchObject({
    status: 303,
    to: expect.stringMatching(/^\/book\/proof\?services=cut%2Cfree&to=/),
  })
  const back = await prove(tenant, guest, asked.to)
  expect(back).toMatch(/^\/book\/party\/time\?/)
  const held = await send(tenant, guest, back, { start: String(start) })
  expect(held.to).toMatch(/^\/book\/party\/confirm\?hold=/)
  // The proof has ended meanwhile: the guest proves it again, and confirms the same persons.
  app.clock.now = (app.clock.now ?? 0) + 2 * HOUR
  const handle = new URL(held.to, 'http://salon.example').searchParams.get('hold') ?? ''
  const late = await send(tenant, guest, held.to, { ...names, hold: handle, price: '80000', currency: 'DKK' })
  expect(late.to).toMatch(/^\/book\/proof\?services=cut%2Cfree&to=%2Fbook%2Fparty%2Fconfirm%3Fhold%3D/)
})

test('what asks who the guest is leads to the proof, and back to the chosen dates of a series', async () => {
  const tenant = await salonForKnown()
  await visitOnce(tenant)
  const guest = app.guest(tenant)
  const start = nine + WEEK
  const dates = `/book/repeat?services=cut&teamMember=any&start=${start}&weeks=1&count=2&lost=${start}&why=taken`
  const chosen = { d0: `${start}:`, d1: `${start + WEEK + HOUR}:` }
  const asked = await send(tenant, guest, dates, chosen)
  expect(asked).toMatchObject({ status: 303, to: expect.stringMatching(/^\/book\/proof\?services=cut&to=/) })
  const back = await prove(tenant, guest, asked.to)
  const { searchParams } = new URL(back, 'http://salon.example')
  expect(Object.fromEntries(searchParams)).toEqual({
    services: 'cut',
    teamMember: 'any',
    start: String(start),
    weeks: '1',
    count: '2',
    ...chosen,
  })
  expect((await send(tenant, guest, back, chosen)).to).toMatch(/^\/book\/details\?hold=/)
})

test('a visit and a series whose proof has ended lead to the proof, and back to what is held', async () => {
  const tenant = await salonForKnown()
  await visitOnce(tenant)
  const guest = app.guest(tenant)
  await prove(tenant, guest, '/book/proof?services=cut&to=/book')
  const series = await holdSeries(tenant, guest, ['cut'], nine + WEEK)
  app.clock.now = (app.clock.now ?? 0) + 2 * HOUR
  const { weeks: _weeks, count: _count, ...single } = series
  for (const form of [series, single])
    expect(await send(tenant, guest, '/book/confirm', { ...form, intent: 'confirm' })).toMatchObject({
      status: 303,
      to: expect.stringMatching(/^\/book\/proof\?services=cut&to=%2Fbook%2Fdetails%3Fhold%3D/),
    })
})

test('the dates of a series say why they are not booked', async () => {
  const limited = await salon({ services: [{ id: 'cut', booking: { openVisits: 2 } }] })
  const guest = app.guest(limited)
  await prove(limited, guest, '/book/proof?services=cut&to=/book')
  const series = await holdSeries(limited, guest)
  await book(guest, { tenantId: limited, start: nine + 2 * WEEK })
  const refused = await send(limited, guest, '/book/confirm', { ...series, intent: 'confirm' })
  expect(refused.to).toMatch(/^\/book\/repeat\?.*&why=too-many-open$/)
  expect(warningOf((await send(limited, guest, refused.to)).html)).toBe(
    'You already have as many visits ahead as possible. Once you have been here, you can book again. ' +
      'You can also move a visit that you have. Nothing has been booked.',
  )

  const tenant = await salon()
  const other = app.guest(tenant)
  const held = await holdSeries(tenant, other, ['cut', 'color'])
  await asOwner(
    app,
    tenant,
    `update service set active = false where tenant_id = '${tenant}' and id = 'color'`,
  )
  const gone = await send(tenant, other, '/book/confirm', { ...held, intent: 'confirm' })
  expect(gone.to).toMatch(/&why=service-unavailable$/)
  expect(warningOf((await send(tenant, other, gone.to)).html)).toBe(
    'That service can no longer be booked. The salon has just taken it off its list. Nothing has been booked.',
  )
})

test.each(['prolong', 'edit', 'review'])('a series that is not held any more says so: %s', async (intent) => {
  const tenant = await salon()
  const guest = app.guest(tenant)
  const series = await holdSeries(tenant, guest)
  app.clock.now = now + 11 * MINUTE
  const { to } = await send(tenant, guest, '/book/confirm', { ...series, intent, stage: 'details' })
  expect(to).toMatch(/&why=expired$/)
  expect(warningOf((await send(tenant, guest, to)).html)).toContain('The dates were held for ten minutes')
})

test('a party is confirmed only for who says who they are, and the names stay', async () => {
  const tenant = await salon()
  const guest = app.guest(tenant)
  const hold = await holdParty(tenant, guest)
  const here = `/book/party/confirm?hold=${hold.handle}&persons=2&services1=cut&services2=cut`
  const { email: _, ...without } = { ...names, ...toForm(hold) }
  const answer = await send(tenant, guest, here, without)
  expect(answer.status).toBe(400)
  expect(answer.html).toContain('value="Ida Marie Holm"')
  expect(answer.html).toContain('id="email-error"')
  // A hold that is gone leads to the persons, who are not lost.
  const gone = await send(tenant, app.guest(tenant), here, { ...names, ...toForm(hold) })
  expect(gone).toMatchObject({ status: 303, to: '/book/party?persons=2&services1=cut&services2=cut' })
})

test('a proved address is only that of bookings that ask for it, until the guest signs out', async () => {
  const tenant = await salonForKnown()
  await visitOnce(tenant)
  const guest = app.guest(tenant)
  await prove(tenant, guest, '/book/proof?services=cut&to=/book')
  const open = async (services: string) => {
    const held = await guest('holdVisit', {
      tenantId: tenant,
      services: services.split(','),
      start: nine + WEEK,
      releaseOthers: true,
    })
    if (!held.ok) throw new Error(held.reason)
    const { html } = await send(tenant, guest, `/book/details?hold=${held.hold.handle}`)
    return html.includes(freja.email)
  }
  expect([await open('free'), await open('cut'), await open('free,cut')]).toEqual([false, true, true])
  const party = await holdParty(tenant, guest, 'free', nine + WEEK + 3 * HOUR)
  expect(party.email).toBeNull()
  const persons = async ({ handle }: { handle: string }) =>
    (await send(tenant, guest, `/book/party/confirm?hold=${handle}`)).html.includes('name="email2"')
  expect(await persons(party)).toBe(true)
  expect(await persons(await holdParty(tenant, guest, 'cut', nine + WEEK + 5 * HOUR))).toBe(false)
  await register(guest, tenant)
  await guest('signOut', {})
  expect((await guest('getBookingAccess', { tenantId: tenant, services: 'cut' })).refusal).toBe(
    'proof-needed',
  )
})

const many = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`).join(',')

test('addresses that name nothing are answered, and lead to the services', async () => {
  const tenant = await salonForKnown()
  const guest = app.guest(tenant)
  for (const services of ['nosuch', 'A', 'cut,A', many(7), many(40)])
    expect([services, (await send(tenant, guest, `/book/proof?services=${services}`)).to]).toEqual([
      services,
      expect.stringMatching(/^\/book\?services=/),
    ])
  const form = { email: freja.email, to: '/book' }
  for (const services of ['nosuch', 'A', many(11), ''])
    expect(await send(tenant, guest, '/book/proof', { ...form, services })).toMatchObject({ status: 303 })
  for (const email of ['freja', '', `${'a'.repeat(250)}@example.com`])
    expect(
      await send(tenant, guest, '/book/proof?services=cut', { ...form, email, services: 'cut' }),
    ).toMatchObject({ status: 400 })
  const long = { email: 'ida@example.com', services: 'cut', to: `/book/${'x'.repeat(3_000)}` }
  expect(await send(tenant, guest, '/book/proof?services=cut', long)).toMatchObject({ status: 200 })
})

/** What no page sends, of each parameter. */
const absurd = [
  '',
  '0',
  '-1',
  '1.5',
  '300000000',
  '1e308',
  'Infinity',
  'NaN',
  'A',
  'nosuch',
  '%00',
  ',,',
  '🙂',
]

test(
  'absurd parameters of the pages of a booking are no error of the server',
  { timeout: 120_000 },
  async () => {
    const tenant = await salon()
    const guest = app.guest(tenant)
    const party = await holdParty(tenant, guest)
    const series = await holdSeries(tenant, app.guest(tenant), ['cut'], nine + 3 * HOUR)
    const usual: [string, Record<string, string>, Record<string, string> | null][] = [
      ['/book/party', { persons: '2', services1: 'cut', member1: 'any', more: '1', check: 'true' }, null],
      [
        '/book/party/time',
        { persons: '2', services1: 'cut', services2: 'cut', member1: 'any', month: '', from: '', day: '' },
        { start: String(nine) },
      ],
      ['/book/party/confirm', { hold: party.handle }, { ...names, ...toForm(party), intent: '', note: '' }],
      [
        '/book/repeat',
        {
          services: 'cut',
          teamMember: 'any',
          addons: '',
          start: String(nine),
          weeks: '1',
          count: '2',
          lost: '',
          why: '',
        },
        { d0: `${nine}:`, d1: `${nine + WEEK}:` },
      ],
      ['/book/first', { services: 'cut', teamMember: 'any', addons: '' }, null],
      [
        '/book/proof',
        { services: 'cut', to: '/book', code: '' },
        { email: freja.email, services: 'cut', to: '', code: '' },
      ],
      ['/book/confirm', { hold: party.handle }, { ...series, intent: 'confirm', heldAddons: '' }],
      [`/cancelSeries/${series.hold}`, { done: '' }, { fee: '0' }],
      ['/cancelSeries/%00', {}, { fee: '0' }],
    ]
    const failed: unknown[] = []
    const look = async (page: string, query: Record<string, string>, fields?: Record<string, string>) => {
      const path = `${page}?${new URLSearchParams(query)}`
      const { status } = await send(tenant, guest, path, fields)
      if (status >= 500) failed.push({ path, fields, status })
    }
    const hostile = absurd.map((one) => (one === '%00' ? '\0' : one)).concat(many(400))
    for (const [page, query, fields] of usual) {
      await look(page, query)
      if (fields) await look(page, query, fields)
      for (const value of hostile) {
        for (const name of Object.keys(query)) await look(page, { ...query, [name]: value })
        for (const name of Object.keys(fields ?? {})) await look(page, query, { ...fields, [name]: value })
      }
    }
    expect(failed).toEqual([])
  },
)
