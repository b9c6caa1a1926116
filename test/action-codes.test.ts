import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  actionCodeKinds,
  lifetimes,
  staffKinds,
  type ActionCodeKind,
  type StaffCodeKind,
} from '#domain/action-code.ts'
import { randomToken } from '#server/secret/hash.ts'
import type { TenantId } from '#server/database/db.ts'
import {
  kindRows,
  makeCode as make,
  makeFixture as fixture,
  type CodeKind,
  type KindRow,
  type Fixture,
} from '#test/action-code-kinds.ts'
import { consumerRows, type ConsumerRow } from '#test/action-code-rows.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { withoutLimits } from '#test/without-limits.ts'
import { isAll, perTier } from '#test/tier.ts'

/*
 * Every kind of code × every call that takes one × every state: a code works for its own call, once, before
 * it expires, at its own tenant and, if it is bound to a browser, in that browser.
 */
let app: TestApp
let home: TenantId
let away: TenantId
beforeAll(async () => {
  app = await makeApp({ env: { FACEBOOK_CLIENTS: '*=4711:secret-of-the-app' } })
  app.clock.now = Date.now()
  withoutLimits(app)
  ;[home, away] = [await makeTenant(app), await makeTenant(app)]
})
afterAll(() => app.close())

const kinds = Object.entries(kindRows) as [CodeKind, KindRow][]
const consumers = Object.entries(consumerRows)
const makeFixture = () => fixture(app, home)
const isOfStaff = (kind: ActionCodeKind): kind is StaffCodeKind => staffKinds.some((one) => one === kind)
const lifetimeOf = (kind: CodeKind): number => lifetimes[kind as ActionCodeKind] ?? lifetimes.passkey
const makeCode = (kind: CodeKind, given: Fixture, expiresAt = new Date(app.deps.now() + lifetimeOf(kind))) =>
  make(kind, given, expiresAt)

const [tenantOf, secretOf] = [(code: string) => code.slice(0, -22), (code: string) => code.slice(-22)]
const isDigits = (code: string) => /^\d{6}$/.test(code)
const other = (char: string) => (/\d/.test(char) ? String((Number(char) + 1) % 10) : char === 'A' ? 'B' : 'A')

/** A secret without a lower-case letter (one in thousands) would not change. */
const upperCased = (secret: string) =>
  secret === secret.toUpperCase() ? `${other(secret.at(0) ?? '')}${secret.slice(1)}` : secret.toUpperCase()

/** Ways to corrupt a code; the result is what the guest then sends. */
const corruptions: Record<string, (code: string) => { code: string; tenant?: () => TenantId }> = {
  'other tenant': (code) => ({ code, tenant: () => away }),
  'other tenant by name': (code) => ({ code: `${away}.${secretOf(code)}`, tenant: () => away }),
  'bit-flipped': (code) => ({ code: `${code.slice(0, -3)}${other(code.at(-3) ?? '')}${code.slice(-2)}` }),
  truncated: (code) => ({ code: code.slice(0, -1) }),
  // Digits have no case, but other scripts have digits of their own.
  'upper-cased': (code) => ({
    code: isDigits(code)
      ? code.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
      : `${tenantOf(code)}${upperCased(secretOf(code))}`,
  }),
  doubled: (code) => ({ code: `${code}.${code}` }),
}

const reported = async (answer: Response): Promise<[number, string]> => [
  answer.status,
  answer.ok ? 'ok' : ((await answer.json()) as { error: { code: string } }).error.code,
]
const ask = (consumer: ConsumerRow, fixture: Fixture, code: string, tenant = home) =>
  consumer.use(app.guest(tenant), code, fixture).then(reported)
const good = [200, 'ok']

describe.each(kinds)('a code for %s', (kind, row) => {
  const asked = isAll ? consumers : consumers.filter(([, { takes }]) => takes.includes(kind))
  test.each(asked)('at %s', async (name, consumer) => {
    const fits = consumer.takes.includes(kind)
    const cells: Record<string, unknown> = {}
    const wanted: Record<string, unknown> = {}
    const cell = async (state: string, expected: unknown, found: Promise<unknown>) => {
      cells[state] = await found
      wanted[state] = expected
    }

    let fixture = await makeFixture()
    await cell(
      'fresh',
      fits ? good : consumer.rejection,
      ask(consumer, fixture, await makeCode(kind, fixture)),
    )

    const ownConsumer = consumerRows[row.consumedBy]
    if (!ownConsumer) throw new Error(`no consumer for ${kind}`)
    fixture = await makeFixture()
    const used = await makeCode(kind, fixture)
    for (let time = 0; time < (row.uses ?? 1); time += 1)
      expect(await ask(ownConsumer, fixture, used)).toEqual(good)
    await cell(
      'used',
      !fits ? consumer.rejection : row.isRepeatable ? good : (consumer.used ?? consumer.rejection),
      ask(consumer, fixture, used),
    )

    fixture = await makeFixture()
    const ends = new Date(app.deps.now() + 60_000)
    const brief = await makeCode(kind, fixture, ends)
    const before = app.clock.now ?? 0
    app.clock.now = ends.getTime() - 1
    await cell('at its last moment', fits ? good : consumer.rejection, ask(consumer, fixture, brief))
    fixture = await makeFixture()
    const expiring = await makeCode(kind, fixture, ends)
    app.clock.now = ends.getTime()
    await cell('expired', fits ? consumer.expired : consumer.rejection, ask(consumer, fixture, expiring))
    app.clock.now = before

    for (const [state, corrupt] of Object.entries(corruptions)) {
      fixture = await makeFixture()
      const { code, tenant } = corrupt(await makeCode(kind, fixture))
      // Only the state identifies the browser of a provider's callback.
      const same = fits && consumer.hostless && state === 'other tenant'
      await cell(state, same ? good : consumer.rejection, ask(consumer, fixture, code, tenant?.()))
    }
    fixture = await makeFixture()
    const bound = await makeCode(kind, fixture)
    const otherBrowser = { ...fixture, ask: randomToken(), session: (await makeFixture()).session }
    await cell(
      'in another browser',
      !fits ? consumer.rejection : row.isBrowserBound ? (consumer.elsewhere ?? consumer.rejection) : good,
      ask(consumer, otherBrowser, bound),
    )
    expect({ [name]: cells }).toEqual({ [name]: wanted })
  })
})

test('a call that reads or rejects a code does not change it', async () => {
  for (const [kind, row] of kinds) {
    const fixture = await makeFixture()
    const code = await makeCode(kind, fixture)
    for (const consumer of Object.values(consumerRows))
      if ((consumer.reads || !consumer.takes.includes(kind)) && !consumer.consumes?.includes(kind))
        await ask(consumer, fixture, code)
    const ownConsumer = consumerRows[row.consumedBy]
    expect([kind, ownConsumer && (await ask(ownConsumer, fixture, code))]).toEqual([kind, good])
  }
})

const rounds = perTier(1, 20)

test('every kind of code has a row in the table', () => {
  expect(kinds.map(([kind]) => kind).toSorted()).toEqual(
    [...actionCodeKinds.filter((kind) => !isOfStaff(kind)), 'invite', 'passkeyRegistration'].toSorted(),
  )
  expect(
    kinds.filter(([kind, { consumedBy: consumerName }]) => !consumerRows[consumerName]?.takes.includes(kind)),
  ).toEqual([])
})

test.each(kinds.filter(([, row]) => !row.isRepeatable && !row.uses))(
  'exactly one of fifty simultaneous uses of a code for %s succeeds',
  { timeout: 60_000 + rounds * 10_000 },
  async (kind, row) => {
    const ownConsumer = consumerRows[row.consumedBy]
    if (!ownConsumer) throw new Error(`no consumer for ${kind}`)
    for (let round = 0; round < rounds; round += 1) {
      const fixture = await makeFixture()
      const code = await makeCode(kind, fixture)
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask(ownConsumer, fixture, code)))
      expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
      expect(new Set(answers.filter(([status]) => status !== 200).map(String))).toEqual(
        new Set([String(ownConsumer.used ?? ownConsumer.rejection)]),
      )
    }
  },
)

test('codes have 128 random bits and only their hashes are stored', async () => {
  const fixture = await makeFixture()
  const codes = new Set<string>()
  for (let index = 0; index < 50; index += 1) codes.add(secretOf(await makeCode('signIn', fixture)))
  expect(codes.size).toBe(50)
  for (const secret of codes) expect(Buffer.from(secret, 'base64url')).toHaveLength(16)
  const { rows } = await app.unrecorded.read(home, (tx) =>
    tx.execute('select action_code::text as whole from action_code'),
  )
  expect(rows.filter(({ whole }) => [...codes].some((secret) => String(whole).includes(secret)))).toEqual([])
})
