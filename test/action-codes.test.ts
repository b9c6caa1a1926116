import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lifetimes, type ActionCodeKind } from '#domain/action-code.ts'
import { createActionCode } from '#server/data/action-code.ts'
import type { TenantId } from '#server/data/db.ts'
import { createGuest } from '#server/data/guest.ts'
import { consumerRows, kindRows, type ConsumerRow, type KindRow, type World } from './action-code-rows.ts'
import { makeApp, makeTenant, type TestApp } from './make.ts'

/*
 * Every kind of code × every call that takes one × every state: a code does what it is for, once, in time, at its own tenant.
 */
let app: TestApp
let home: TenantId
let away: TenantId
beforeAll(async () => {
  app = await makeApp()
  app.clock.now = Date.now()
  ;[home, away] = [await makeTenant(app), await makeTenant(app)]
})
afterAll(() => app.close())

const kinds = Object.entries(kindRows) as [ActionCodeKind, KindRow][]
const consumers = Object.entries(consumerRows)

async function makeWorld(): Promise<World> {
  const tag = randomBytes(6).toString('hex')
  const email = `guest-${tag}@example.com`
  const uid = await app.db.write(home, (tx) => createGuest(tx, { email, createdAt: new Date(app.deps.now()) }))
  return { app, tenant: home, uid, email, tag }
}

async function makeCode(kind: ActionCodeKind, world: World, expiresAt = new Date(app.deps.now() + lifetimes[kind])): Promise<string> {
  const row = kindRows[kind]
  if (!row) throw new Error(`no row for ${kind}`)
  if (row.make) return row.make(world, expiresAt)
  const { data, uses = 1 } = row
  return app.db.write(world.tenant, (tx) => createActionCode(tx, { kind, guestId: world.uid, data: data(world), uses, expiresAt }, app.deps.now()))
}

const [tenantOf, secretOf] = [(code: string) => code.slice(0, -23), (code: string) => code.slice(-22)]
const other = (char: string) => (char === 'A' ? 'B' : 'A')

/** How a code is spoilt; what is given is what the guest then has. */
const spoilt: Record<string, (code: string) => { code: string; tenant?: () => TenantId }> = {
  'other tenant': (code) => ({ code, tenant: () => away }),
  'other tenant by name': (code) => ({ code: `${away}.${secretOf(code)}`, tenant: () => away }),
  'bit-flipped': (code) => ({ code: `${code.slice(0, -3)}${other(code.at(-3) ?? '')}${code.slice(-2)}` }),
  truncated: (code) => ({ code: code.slice(0, -1) }),
  'upper-cased': (code) => ({ code: `${tenantOf(code)}.${secretOf(code).toUpperCase()}` }),
  doubled: (code) => ({ code: `${code}.${code}` }),
}

const told = async (answer: Response): Promise<[number, string]> => [answer.status, answer.ok ? 'ok' : ((await answer.json()) as { error: { code: string } }).error.code]
const ask = (consumer: ConsumerRow, world: World, code: string, tenant = home) => consumer.use(app.guest(tenant), code, world).then(told)
const good = [200, 'ok']

describe.each(kinds)('a code for %s', (kind, row) => {
  test.each(consumers)('at %s', async (name, consumer) => {
    const fits = consumer.takes.includes(kind)
    const cells: Record<string, unknown> = {}
    const wanted: Record<string, unknown> = {}
    const cell = async (state: string, expected: unknown, found: Promise<unknown>) => { cells[state] = await found; wanted[state] = expected }

    let world = await makeWorld()
    await cell('fresh', fits ? good : consumer.refusal, ask(consumer, world, await makeCode(kind, world)))

    const spend = consumerRows[row.spentBy]
    if (!spend) throw new Error(`nothing spends ${kind}`)
    world = await makeWorld()
    const used = await makeCode(kind, world)
    for (let time = 0; time < (row.uses ?? 1); time += 1) expect(await ask(spend, world, used)).toEqual(good)
    await cell('used', fits && row.again ? good : consumer.refusal, ask(consumer, world, used))

    world = await makeWorld()
    const ends = new Date(app.deps.now() + 60_000)
    const brief = [await makeCode(kind, world, ends), await makeCode(kind, world, ends)]
    const before = app.clock.now ?? 0
    app.clock.now = ends.getTime() - 1
    await cell('at its last moment', fits ? good : consumer.refusal, ask(consumer, world, brief[0] ?? ''))
    world = await makeWorld()
    const late = await makeCode(kind, world, ends)
    app.clock.now = ends.getTime()
    await cell('expired', fits ? consumer.expired : consumer.refusal, ask(consumer, world, late))
    app.clock.now = before

    for (const [state, spoil] of Object.entries(spoilt)) {
      world = await makeWorld()
      const { code, tenant } = spoil(await makeCode(kind, world))
      await cell(state, consumer.refusal, ask(consumer, world, code, tenant?.()))
    }
    expect({ [name]: cells }).toEqual({ [name]: wanted })
  })
})

test('a call that reads a code leaves it as it was, and so does one that refuses it', async () => {
  for (const [kind, row] of kinds) {
    const world = await makeWorld()
    const code = await makeCode(kind, world)
    for (const consumer of Object.values(consumerRows)) if (consumer.reads || !consumer.takes.includes(kind)) await ask(consumer, world, code)
    const spend = consumerRows[row.spentBy]
    expect([kind, spend && (await ask(spend, world, code))]).toEqual([kind, good])
  }
})

/** RACE_ROUNDS=100 is the long form. */
const rounds = Number(process.env.RACE_ROUNDS ?? 1)

test.each(kinds.filter(([, row]) => !row.again && !row.uses))('of fifty at once who use a code for %s exactly one does', { timeout: 60_000 + rounds * 10_000 }, async (kind, row) => {
  const spend = consumerRows[row.spentBy]
  if (!spend) throw new Error(`nothing spends ${kind}`)
  for (let round = 0; round < rounds; round += 1) {
    const world = await makeWorld()
    const code = await makeCode(kind, world)
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(spend, world, code)))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(([status]) => status !== 200).map(String))).toEqual(new Set([String(spend.refusal)]))
  }
})

test('codes carry 128 random bits and only their hashes are kept', async () => {
  const world = await makeWorld()
  const codes = new Set<string>()
  for (let index = 0; index < 50; index += 1) codes.add(secretOf(await makeCode('signIn', world)))
  expect(codes.size).toBe(50)
  for (const secret of codes) expect(Buffer.from(secret, 'base64url')).toHaveLength(16)
  const { rows } = await app.db.read(home, (tx) => tx.execute('select action_code::text as whole from action_code'))
  expect(rows.filter(({ whole }) => [...codes].some((secret) => String(whole).includes(secret)))).toEqual([])
})
