import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import type { TenantId } from '#server/database/db.ts'
import { listMail } from '#server/mail/queries.ts'
import { listSms } from '#server/sms/queries.ts'
import { computeTrace } from '#server/logging/trace.ts'
import { createPages, type Build } from '#server/render/render-page.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { email, fresh, accountFlows, mobile, password, makeCompleteGuest } from '#test/identity-flows.ts'
import { openFakeProvider, type FakeProvider } from '#test/identity-provider.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'

/*
 * Runs every sign-in method and every change of an account from registration to deletion, and opens each link
 * that was sent. The log at its lowest level contains neither personal data of the guest nor a secret that
 * would authenticate as them.
 */
let fake: FakeProvider
let app: TestApp
let tenant: TenantId
const log: string[] = []
beforeAll(async () => {
  fake = await openFakeProvider({ clientId: 'client', clientSecret: 'secret-of-the-client' })
  app = await makeApp({
    env: {
      GOOGLE_ISSUER: fake.issuer,
      GOOGLE_CLIENTS: '*=client:secret-of-the-client',
      TRUSTED_PROXIES: '1',
    },
  })
  app.deps.log = pino(
    { level: 'trace' },
    {
      write: (line: string) => {
        log.push(line)
      },
    },
  )
  app.clock.now = Date.now()
  tenant = await makeTenant(app)
})
afterAll(async () => {
  await app.close()
  await fake.stop()
})

const encodings = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  secret.toLowerCase(),
  Buffer.from(secret).toString('base64'),
  JSON.stringify(secret).slice(1, -1),
]

test('failed sign-ins of one address share a keyed hash in the log, which names no account', async () => {
  const at = await makeTenant(app)
  const before = log.length
  const fail = (typed: string, of = at) =>
    app
      .guest(of)('signInWithEmailAndPassword', { tenantId: of, email: typed, password: 'wrong one' })
      .catch(() => {})
  await fail('Nobody@Example.com')
  await fail(' nobody@example.com')
  await fail('somebody@example.com')
  await fail('nobody@example.com', tenant)
  await app
    .guest(at)('signInWithCode', { tenantId: at, email: 'nobody@example.com', code: '000000' })
    .catch(() => {})
  const reported = log
    .slice(before)
    .map((line) => JSON.parse(line) as { msg: string; guest?: string; reason?: string })
    .filter(({ msg }) => msg === 'sign-in failed')
  const [own, other, elsewhere] = [
    computeTrace(app.deps.secret, at, 'nobody@example.com'),
    computeTrace(app.deps.secret, at, 'somebody@example.com'),
    computeTrace(app.deps.secret, tenant, 'nobody@example.com'),
  ]
  expect(reported.map(({ guest, reason }) => [guest, reason])).toEqual([
    [own, 'invalid-credential'],
    [own, 'invalid-credential'],
    [other, 'invalid-credential'],
    [elsewhere, 'invalid-credential'],
    [own, 'invalid-verification-code'],
  ])
  expect(
    new Set([own, other, elsewhere, computeTrace('another secret', at, 'nobody@example.com')]).size,
  ).toBe(4)
})

test('all flows of a guest leave no personal data in the log', { timeout: 300_000 }, async () => {
  const secrets = new Set([
    email,
    mobile,
    `+45${mobile}`,
    password,
    fresh,
    'wrong one',
    'elsewhere@example.com',
    'secret-of-the-client',
    'Freja',
    'Holm',
    'Noah',
    'Berg',
    'Elsewhere 1',
  ])
  // Collects the values of cookies, codes, tokens and authenticator responses in both directions.
  const ask = app.app.fetch.bind(app.app)
  const keep = (text: string) => {
    for (const [secret] of text.matchAll(/[\w.-]*[\w-]{22,}|(?<=code":")\d{6}(?=")/g)) secrets.add(secret)
  }
  app.app.fetch = async (request, ...rest) => {
    keep([...request.headers.values(), await request.clone().text(), request.url].join('\n'))
    const answer = await ask(request, ...rest)
    keep(
      [...answer.headers.getSetCookie(), answer.headers.get('location'), await answer.clone().text()].join(
        '\n',
      ),
    )
    return answer
  }
  const guest = app.guest(tenant)
  for (const [, flow] of accountFlows({ app, fake }, tenant, guest)) await flow()
  const second = await makeTenant(app)
  await makeCompleteGuest({ app, fake }, second)
  app.app.fetch = ask
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as Build
  const whole = createApp(
    app.deps,
    createPages({ build, messages: loadTexts().messages, cacheBytes: 1_000_000 }),
  )
  const texts = [
    ...(await app.db.read(tenant, listMail)).map(({ text }) => text),
    ...(await app.db.read(second, listMail)).map(({ text }) => text),
    ...(await app.db.read(tenant, listSms)).map(({ text }) => text),
  ]
  const links = new Set(texts.flatMap((text) => text.match(/https?:\/\/[^\s]+/g) ?? []))
  expect(links.size).toBeGreaterThan(10)
  for (const link of links) {
    keep(link)
    for (const method of ['GET', 'HEAD'])
      await (
        await whole.fetch(
          new Request(link, {
            method,
            headers: {
              host: new URL(link).host,
              'user-agent': email,
              'x-forwarded-for': '203.0.113.77',
              cookie: `session=${guest.cookies.get('session') ?? ''}`,
            },
          }),
          {},
        )
      ).text()
  }
  const ids = await asOwner<{ id: string }>(
    app,
    tenant,
    `select id from guest union select id from session union select id::text from mail union select id
      from passkey union select id from invite`,
  )
  for (const { id } of ids) secrets.add(id)
  for (const known of [tenant, second, `${tenant}.localhost`, `${second}.localhost`, ...Object.keys(calls)])
    secrets.delete(known)

  expect(log.length).toBeGreaterThan(90)
  // Request ids are random and belong in the log; a timestamp may contain the digits of a code by chance.
  const reported = log.map((line) =>
    JSON.stringify({
      ...(JSON.parse(line) as object),
      requestId: undefined,
      time: undefined,
      pid: undefined,
    }),
  )
  const found = [...secrets].filter(
    (secret) =>
      secret.length > 3 && encodings(secret).some((one) => reported.some((line) => line.includes(one))),
  )
  console.info(`log: ${log.length} lines hold none of ${secrets.size} secrets`)
  expect(found).toEqual([])
  expect(reported.filter((line) => line.includes('203.0.113.77') || /\.\w{22}\b/.test(line))).toEqual([])
})
