import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionCodeKinds, lifetimes, type ActionCodeKind } from '#domain/action-code.ts'
import { newSecret } from '#server/data/action-code.ts'
import type { TenantId } from '#server/data/db.ts'
import {
  kindRows,
  makeCode as make,
  makeWorld as world,
  type CodeKind,
  type KindRow,
  type World,
} from './action-code-kinds.ts'
import { consumerRows, type ConsumerRow } from './action-code-rows.ts'
import { makeApp, makeTenant, type TestApp } from './make.ts'
import { withoutLimits } from './without-limits.ts'

/*
 * Every kind of code × every call that takes one × every state: a code does what it is for, once, in time, at its own tenant and,
 * where it is bound to a browser, there.
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
const makeWorld = () => world(app, home)
const lifetimeOf = (kind: CodeKind): number => lifetimes[kind as ActionCodeKind] ?? lifetimes.passkey
const makeCode = (kind: CodeKind, given: World, expiresAt = new Date(app.deps.now() + lifetimeOf(kind))) =>
  make(kind, given, expiresAt)

const [tenantOf, secretOf] = [(code: string) => code.slice(0, -22), (code: string) => code.slice(-22)]
const isDigits = (code: string) => /^\d{6}$/.test(code)
const other = (char: string) => (/\d/.test(char) ? String((Number(char) + 1) % 10) : char === 'A' ? 'B' : 'A')

/** A secret without a lower-case letter is one in some thousands, and would not be spoilt. */
const upperCased = (secret: string) =>
  secret === secret.toUpperCase() ? `${other(secret.at(0) ?? '')}${secret.slice(1)}` : secret.toUpperCase()

/** How a code is spoilt; what is given is what the guest then has. */
const spoilt: Record<string, (code: string) => { code: string; tenant?: () => TenantId }> = {
  'other tenant': (code) => ({ code, tenant: () => away }),
  'other tenant by name': (code) => ({ code: `${away}.${secretOf(code)}`, tenant: () => away }),
  'bit-flipped': (code) => ({ code: `${code.slice(0, -3)}${other(code.at(-3) ?? '')}${code.slice(-2)}` }),
  truncated: (code) => ({ code: code.slice(0, -1) }),
  // Digits have no case, but there are wider ones.
  'upper-cased': (code) => ({
    code: isDigits(code)
      ? code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
      : `${tenantOf(code)}${upperCased(secretOf(code))}`,
  }),
  doubled: (code) => ({ code: `${code}.${code}` }),
}

const told = async (answer: Response): Promise<[number, string]> => [
  answer.status,
  answer.ok ? 'ok' : ((await answer.json()) as { error: { code: string } }).error.code,
]
const ask = (consumer: ConsumerRow, world: World, code: string, tenant = home) =>
  consumer.use(app.guest(tenant), code, world).then(told)
const good = [200, 'ok']

describe.each(kinds)('a code for %s', (kind, row) => {
  test.each(consumers)('at %s', async (name, consumer) => {
    const fits = consumer.takes.includes(kind)
    const cells: Record<string, unknown> = {}
    const wanted: Record<string, unknown> = {}
    const cell = async (state: string, expected: unknown, found: Promise<unknown>) => {
      cells[state] = await found
      wanted[state] = expected
    }

    let world = await makeWorld()
    await cell('fresh', fits ? good : consumer.refusal, ask(consumer, world, await makeCode(kind, world)))

    const spend = consumerRows[row.spentBy]
    if (!spend) throw new Error(`nothing spends ${kind}`)
    world = await makeWorld()
    const used = await makeCode(kind, world)
    for (let time = 0; time < (row.uses ?? 1); time += 1) expect(await ask(spend, world, used)).toEqual(good)
    await cell(
      'used',
      !fits ? consumer.refusal : row.again ? good : (consumer.used ?? consumer.refusal),
      ask(consumer, world, used),
    )

    world = await makeWorld()
    const ends = new Date(app.deps.now() + 60_000)
    const brief = await makeCode(kind, world, ends)
    const before = app.clock.now ?? 0
    app.clock.now = ends.getTime() - 1
    await cell('at its last moment', fits ? good : consumer.refusal, ask(consumer, world, brief))
    world = await makeWorld()
    const late = await makeCode(kind, world, ends)
    app.clock.now = ends.getTime()
    await cell('expired', fits ? consumer.expired : consumer.refusal, ask(consumer, world, late))
    app.clock.now = before

    for (const [state, spoil] of Object.entries(spoilt)) {
      world = await makeWorld()
      const { code, tenant } = spoil(await makeCode(kind, world))
      // Who brings a state back is told by the state alone.
      const same = fits && consumer.hostless && state === 'other tenant'
      await cell(state, same ? good : consumer.refusal, ask(consumer, world, code, tenant?.()))
    }
    world = await makeWorld()
    const bound = await makeCode(kind, world)
    const stranger = { ...world, ask: newSecret(), session: (await makeWorld()).session }
    await cell(
      'in another browser',
      !fits ? consumer.refusal : row.bound ? (consumer.elsewhere ?? consumer.refusal) : good,
      ask(consumer, stranger, bound),
    )
    expect({ [name]: cells }).toEqual({ [name]: wanted })
  })
})

test('a call that reads a code leaves it as it was, and so does one that refuses it', async () => {
  for (const [kind, row] of kinds) {
    const world = await makeWorld()
    const code = await makeCode(kind, world)
    for (const consumer of Object.values(consumerRows))
      if ((consumer.reads || !consumer.takes.includes(kind)) && !consumer.usesUp?.includes(kind))
        await ask(consumer, world, code)
    const spend = consumerRows[row.spentBy]
    expect([kind, spend && (await ask(spend, world, code))]).toEqual([kind, good])
  }
})

/** RACE_ROUNDS=100 is the long form. */
const rounds = Number(process.env.RACE_ROUNDS ?? 1)

test('every kind of code that there is has its row', () => {
  expect(kinds.map(([kind]) => kind).toSorted()).toEqual(
    [...actionCodeKinds, 'invite', 'passkeyRegistration'].toSorted(),
  )
  expect(kinds.filter(([kind, { spentBy }]) => !consumerRows[spentBy]?.takes.includes(kind))).toEqual([])
})

test.each(kinds.filter(([, row]) => !row.again && !row.uses))(
  'of fifty at once who use a code for %s exactly one does',
  { timeout: 60_000 + rounds * 10_000 },
  async (kind, row) => {
    const spend = consumerRows[row.spentBy]
    if (!spend) throw new Error(`nothing spends ${kind}`)
    for (let round = 0; round < rounds; round += 1) {
      const world = await makeWorld()
      const code = await makeCode(kind, world)
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask(spend, world, code)))
      expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
      expect(new Set(answers.filter(([status]) => status !== 200).map(String))).toEqual(
        new Set([String(spend.used ?? spend.refusal)]),
      )
    }
  },
)

test('codes carry 128 random bits and only their hashes are kept', async () => {
  const world = await makeWorld()
  const codes = new Set<string>()
  for (let index = 0; index < 50; index += 1) codes.add(secretOf(await makeCode('signIn', world)))
  expect(codes.size).toBe(50)
  for (const secret of codes) expect(Buffer.from(secret, 'base64url')).toHaveLength(16)
  const { rows } = await app.db.read(home, (tx) =>
    tx.execute('/* test */ select action_code::text as whole from action_code'),
  )
  expect(rows.filter(({ whole }) => [...codes].some((secret) => String(whole).includes(secret)))).toEqual([])
})
