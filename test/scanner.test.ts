import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import type { TenantId } from '#server/data/db.ts'
import { createPages, type Build } from '#server/pages.ts'
import { loadTexts } from '#server/text.ts'
import { kindRows, makeCode, makeWorld, type CodeKind, type World } from './action-code-kinds.ts'
import { consumerRows } from './action-code-rows.ts'
import { makeApp, makeTenant, type TestApp } from './make.ts'
import { rowsOf } from './seeded.ts'
import { withoutLimits } from './without-limits.ts'

/*
 * What reads mails before their reader does fetches every link in them, some of them five times and by every method that is said to be
 * safe; browsers fetch ahead as well. Whatever looks changes not a byte, and the link then still does what it is for.
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

/** The addresses that carry a code of each kind; the others are typed, or stay between a page and its authenticator. */
const links: Partial<Record<CodeKind, (code: string, world: World) => string[]>> = {
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

test('every kind of code that a link carries has its addresses here', () => {
  expect(
    Object.keys(kindRows)
      .filter((kind) => !(kind in links))
      .toSorted(),
  ).toEqual(['passkey', 'passkeyRegistration', 'provider', 'signInCode'])
})

test.each(Object.entries(links))(
  'five GETs and five HEADs of a link for %s, by a scanner and by the guest’s own browser fetching ahead, change nothing, and the link still works',
  async (kind, addressesOf) => {
    const world = await makeWorld(app, tenant)
    const code = await makeCode(kind as CodeKind, world, new Date(app.deps.now() + 60_000))
    const before = await rowsOf(app, tenant)
    const visitors: Record<string, string>[] = [
      { 'user-agent': 'a scanner of mails' },
      {
        cookie: `session=${world.session}; ask=${world.ask}`,
        'sec-purpose': 'prefetch',
        purpose: 'prefetch',
      },
    ]
    let fetched = 0
    for (const [host, times] of [
      [`${tenant}.localhost`, 5],
      ['go.localhost', 1],
      ['localhost', 1],
    ] as const) {
      for (const address of addressesOf(code, world)) {
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
    expect(await rowsOf(app, tenant)).toEqual(before)
    expect(
      (await consumerRows[kindRows[kind as CodeKind].spentBy]?.use(app.guest(tenant), code, world))?.status,
    ).toBe(200)
  },
)
