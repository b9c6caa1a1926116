/** @module-tag exhaustive */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { extendedEnd } from '#domain/waitlist/extend.ts'
import { addDays, toInstant, localParts } from '#domain/zone.ts'
import { createApp } from '#server/app.ts'
import type { TenantId } from '#server/database/db.ts'
import { createPages, type Build } from '#server/render/render-page.ts'
import { entryHandles } from '#server/secret/handle.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { kindRows, makeCode, makeFixture, type CodeKind, type Fixture } from '#test/action-code-kinds.ts'
import { consumerRows } from '#test/action-code-rows.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { rowsOf } from '#test/seeded.ts'
import { book } from '#test/steps.ts'
import { makeEntry, matchAll, openOffers } from '#test/waitlist.ts'
import { withoutLimits } from '#test/without-limits.ts'

/*
 * Mail scanners fetch every link of a mail before its reader does, sometimes five times and by every safe
 * method; browsers prefetch as well. Fetching changes no row, and the link still works afterwards.
 */
let app: TestApp
let tenant: TenantId
let whole: ReturnType<typeof createApp>
beforeAll(async () => {
  app = await makeApp({ env: { FACEBOOK_CLIENTS: '*=4711:secret' } })
  withoutLimits(app)
  tenant = await makeTenant(app)
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as Build
  whole = createApp(app.deps, createPages({ build, messages: loadTexts().messages, cacheBytes: 1_000_000 }))
})
afterAll(() => app.close())

const confirm = (mode: string) => (code: string) => [
  `/confirm?mode=${mode}&oobCode=${code}&lang=da`,
  `/confirm?mode=${mode}&actionCode=${code}`,
  `/confirm.data?mode=${mode}&oobCode=${code}`,
]
const handOver = (code: string) => [`/sign-in/callback?code=${code}`, `/sign-in/callback.data?code=${code}`]

/**
 * The URLs that contain a code of each kind; other kinds are typed, or pass between a page and its
 * authenticator.
 */
const links: Partial<Record<CodeKind, (code: string, fixture: Fixture) => string[]>> = {
  signIn: confirm('signIn'),
  verifyEmail: confirm('verifyEmail'),
  verifyAndChangeEmail: confirm('verifyAndChangeEmail'),
  resetPassword: confirm('resetPassword'),
  recoverEmail: confirm('recoverEmail'),
  magicLogin: (code) => [`/cl/${code}?ml=true`, `/custom-login/${code}?ml=true`, `/cl/${code}.data?ml=true`],
  customLogin: (code) => [`/cl/${code}`, `/custom-login/${code}`, `/custom-login/${code}?done=1`],
  confirmMobile: (code, { uid }) => [
    `/confirmMobile/${code}/en/${uid}`,
    `/confirmMobile/${code}/da/${uid}.data`,
  ],
  handOver,
  providerEmail: handOver,
  invite: (id) => [`/userInvite/${id}`, `/userInvite/${id}?lang=da`, `/userInvite/${id}.data`],
}

test('every kind of code that a link contains has its URLs here', () => {
  expect(
    Object.keys(kindRows)
      .filter((kind) => !(kind in links))
      .toSorted(),
  ).toEqual(['passkey', 'passkeyRegistration', 'provider', 'signInCode'])
})

/** Fetches links as scanners and prefetching browsers do. */
async function scan(addresses: string[], cookie: string): Promise<void> {
  const visitors: Record<string, string>[] = [
    { 'user-agent': 'a scanner of mails' },
    { cookie, 'sec-purpose': 'prefetch', purpose: 'prefetch' },
  ]
  let fetched = 0
  for (const [host, times] of [
    [`${tenant}.localhost`, 5],
    ['go.localhost', 1],
    ['localhost', 1],
  ] as const) {
    for (const address of addresses) {
      for (const method of ['GET', 'HEAD']) {
        for (const headers of visitors) {
          for (let time = 0; time < times; time += 1) {
            const answer = await whole.fetch(
              new Request(`http://${host}${address}`, { method, headers: { host, ...headers } }),
              {},
            )
            await answer.text()
            expect(answer.status).toBeLessThan(500)
            expect(answer.headers.getSetCookie().filter((line) => !line.startsWith('lang='))).toEqual([])
            fetched += 1
          }
        }
      }
    }
  }
  expect(fetched).toBeGreaterThanOrEqual(56)
}

test.each(Object.entries(links))(
  'five GETs and HEADs of a link for %s by a scanner or prefetch change nothing, and it works',
  async (kind, addressesOf) => {
    const fixture = await makeFixture(app, tenant)
    const code = await makeCode(kind as CodeKind, fixture, new Date(app.deps.now() + 60_000))
    const before = await rowsOf(app, tenant)
    await scan(addressesOf(code, fixture), `session=${fixture.session}; ask=${fixture.ask}`)
    expect(await rowsOf(app, tenant)).toEqual(before)
    expect(
      (await consumerRows[kindRows[kind as CodeKind].consumedBy]?.use(app.guest(tenant), code, fixture))
        ?.status,
    ).toBe(200)
  },
)

test('five GETs and HEADs of each link of the waitlist change nothing, and all of them work', async () => {
  const fixture = await makeFixture(app, tenant)
  await makeEntry(app, tenant, { atNight: true })
  const other = await makeEntry(app, tenant, { confirmed: false })
  const holder = app.guest(tenant)
  const zone = 'Europe/Copenhagen'
  const today = localParts(zone, Math.floor(app.deps.now() / 60_000)).date
  const start = toInstant(zone, addDays(today, 3), 12 * 60) * 60_000
  const { cancelHandle } = await book(holder, { tenantId: tenant, services: ['cut'], start })
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
  await matchAll(app, tenant)
  const [offer] = await openOffers(app, tenant)
  if (!offer) throw new Error('no open offer')
  const { messageId, waitlistHandle } = offer
  const { extend, leave } = entryHandles(app.deps.secret, tenant, offer.entryId)
  const { confirm: confirmation } = entryHandles(app.deps.secret, tenant, other)
  const guest = app.guest(tenant)
  const { message } = await guest('getWaitlistOffer', { tenantId: tenant, messageId })
  const before = await rowsOf(app, tenant)
  await scan(
    [
      `/awi/${messageId}/${waitlistHandle}`,
      `/awi/${messageId}/${waitlistHandle}.data`,
      `/awi;messageId=${messageId};waitlistId=${waitlistHandle}`,
      `/awi?messageId=${messageId}&waitlistId=${waitlistHandle}`,
      `/landing?i=${messageId}&w=${message.waitlist}&t=${tenant}&wh=${waitlistHandle}&d=${message.destination}`,
      `/extendWaitlist/${extend}/da?days=30&date=2026-12-24`,
      `/unsubscribeWaitlist/${leave}`,
      `/unsubscribeWaitlist/${leave}/da`,
      `/waitlist/confirm/${confirmation}/en`,
    ],
    `session=${fixture.session}`,
  )
  expect(await rowsOf(app, tenant)).toEqual(before)
  await guest('confirmWaitlistEntry', { tenantId: tenant, wait: confirmation })
  const rangeEnd = extendedEnd({ now: app.deps.now(), days: 40, zone }) / 1000
  expect(
    await guest('gen2_crudWaitlist-extendWaitlist', { tenantId: tenant, waitId: extend, rangeEnd }),
  ).toEqual({ rangeEnd })
  const names = { tenant, messageId, waitlistHandle, message }
  expect(await guest('acceptWaitlistInvite', names)).toEqual({ visit: expect.any(String) })
  await guest('gen2_crudWaitlist-guestUnsubscribe', { tenantId: tenant, waitId: leave })
})
