import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import type { TenantId } from '#server/data/db.ts'
import { listMail } from '#server/data/mail.ts'
import { listSms } from '#server/data/sms.ts'
import { traceOf } from '#server/identity/trace.ts'
import { createPages, type Build } from '#server/pages.ts'
import { loadTexts } from '#server/text.ts'
import { email, fresh, lifeOf, mobile, password, settle } from './identity-flows.ts'
import { openFakeProvider, type FakeProvider } from './identity-provider.ts'
import { makeApp, makeTenant, type TestApp } from './make.ts'
import { asOwner } from './seeded.ts'

/*
 * Every way in and every change of an account, from the first to the last, and each link that was sent opened as a page: the log at its
 * most talkative names neither the guest nor anything by which somebody could act for them.
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

const spelt = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  secret.toLowerCase(),
  Buffer.from(secret).toString('base64'),
  JSON.stringify(secret).slice(1, -1),
]

test('an operator follows the failed sign-ins of one address by a keyed hash, which tells nobody else whose they are', async () => {
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
  const told = log
    .slice(before)
    .map((line) => JSON.parse(line) as { msg: string; guest?: string; reason?: string })
    .filter(({ msg }) => msg === 'sign-in failed')
  const [own, other, elsewhere] = [
    traceOf(app.deps.secret, at, 'nobody@example.com'),
    traceOf(app.deps.secret, at, 'somebody@example.com'),
    traceOf(app.deps.secret, tenant, 'nobody@example.com'),
  ]
  expect(told.map(({ guest, reason }) => [guest, reason])).toEqual([
    [own, 'invalid-credential'],
    [own, 'invalid-credential'],
    [other, 'invalid-credential'],
    [elsewhere, 'invalid-credential'],
    [own, 'invalid-verification-code'],
  ])
  expect(new Set([own, other, elsewhere, traceOf('another secret', at, 'nobody@example.com')]).size).toBe(4)
})

test('a whole life of a guest leaves nothing of theirs in the log', { timeout: 300_000 }, async () => {
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
  // Whatever goes to or fro as a cookie, a code, a token or an answer of an authenticator.
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
  for (const [, flow] of lifeOf({ app, fake }, tenant, guest)) await flow()
  const second = await makeTenant(app)
  await settle({ app, fake }, second)
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
    'select id from guest union select id from session union select id::text from mail union select id from passkey union select id from invite',
  )
  for (const { id } of ids) secrets.add(id)
  for (const known of [tenant, second, `${tenant}.localhost`, `${second}.localhost`, ...Object.keys(calls)])
    secrets.delete(known)

  expect(log.length).toBeGreaterThan(90)
  // An id of a request is random too, and is meant to be in the log; a time may spell a code by chance.
  const told = log.map((line) =>
    JSON.stringify({
      ...(JSON.parse(line) as object),
      requestId: undefined,
      time: undefined,
      pid: undefined,
    }),
  )
  const found = [...secrets].filter(
    (secret) => secret.length > 3 && spelt(secret).some((one) => told.some((line) => line.includes(one))),
  )
  console.info(`log: ${log.length} lines hold none of ${secrets.size} secrets`)
  expect(found).toEqual([])
  expect(told.filter((line) => line.includes('203.0.113.77') || /\.\w{22}\b/.test(line))).toEqual([])
})
