/** @module-tag exhaustive */

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { calls, type CallName } from '#contract/calls.ts'
import type { Call } from '#contract/call.ts'
import { errorCodes } from '#contract/errors.ts'
import { isTimeZone } from '#domain/zone.ts'
import { deriveHandle } from '#server/secret/handle.ts'
import { sha256 } from '#server/secret/hash.ts'
import { examplesOf, type Named } from '#test/examples.ts'
import { makeApp, type TestApp } from '#test/make.ts'
import { openSession, seedTenant, type Seeded } from '#test/seeded.ts'
import { register } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import { withoutLimits } from '#test/without-limits.ts'
import { perTier, seed } from '#test/tier.ts'

/*
 * Fuzzes every call with input that its schema allows, with hostile values in single fields, and with input
 * that is not an object at all. `inputs` reach their calls (over all calls); inputs that are rejected before
 * the call checks them are sent as well and do not count.
 */
const inputs = perTier(300, 10_000)

let app: TestApp
let tenant: Seeded
/** The browser binding secret of this client. */
const OWNER = 'fuzzFuzzFuzzFuzzFuzzFu'
beforeAll(async () => {
  app = await makeApp({ env: { TRUSTED_PROXIES: '1' } })
  withoutLimits(app)
  tenant = await seedTenant(app, 'zqfuzz3d71')
})
afterAll(() => app.close())

type Pipe = {
  type: string
  requirement?: unknown
  message?: unknown
  entries?: Record<string, Schema>
  wrapped?: Schema
  item?: Schema
  options?: unknown[]
  literal?: unknown
  pipe?: Pipe[]
}
type Schema = Pipe

/**
 * An arbitrary that mostly generates what the schema accepts, derived from the schema itself, so that a new
 * call needs nothing here.
 */
function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  const steps = schema.pipe ?? []
  const has = (type: string) => steps.find((one) => one.type === type)
  switch (schema.type) {
    case 'object':
      return fc
        .record(
          Object.fromEntries(
            Object.entries(schema.entries ?? {}).map(([key, one]) => [key, arbitraryOf(one)]),
          ),
        )
        .map(({ ...entries }) =>
          Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)),
        )
    case 'loose_object':
      return fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 })
    case 'optional':
      return fc.oneof(
        { weight: 2, arbitrary: arbitraryOf(schema.wrapped ?? schema) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
    case 'nullable':
      return fc.oneof(
        { weight: 3, arbitrary: arbitraryOf(schema.wrapped ?? schema) },
        { weight: 1, arbitrary: fc.constant(null) },
      )
    case 'union':
    case 'variant':
      return fc.oneof(...(schema.options as Schema[]).map(arbitraryOf))
    case 'picklist':
      return fc.constantFrom(...(schema.options ?? []))
    case 'literal':
      return fc.constant(schema.literal)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(arbitraryOf(schema.item ?? schema), {
        minLength: number(has('min_length')?.requirement, 0),
        maxLength: Math.min(6, number(has('max_length')?.requirement, 6)),
      })
    case 'number':
      return fc.integer({
        min: Math.max(Number.MIN_SAFE_INTEGER, number(has('min_value')?.requirement, -(2 ** 40))),
        max: number(has('max_value')?.requirement, 2 ** 40),
      })
    case 'string':
      return text(steps)
    default:
      throw new Error(`the fuzz test does not support the schema type ${schema.type} yet`)
  }
}

const number = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

function text(steps: Pipe[]): fc.Arbitrary<string> {
  const of = (type: string) => steps.find((one) => one.type === type)?.requirement
  const inner = steps.find((one) => one.type === 'string' && one.pipe)
  const list = steps.find((one) => one.type === 'array')
  const [shortest, longest] = [number(of('min_length'), 0), number(of('max_length'), 60)]
  const pattern = of('regex')
  if (inner) return text([...(inner.pipe ?? []), ...steps.filter((one) => one !== inner)])
  if (list?.item)
    return fc.array(arbitraryOf(list.item), { minLength: 1, maxLength: 3 }).map((items) => items.join(','))
  if (pattern instanceof RegExp) return fc.stringMatching(pattern)
  if (steps.some((one) => one.type === 'email'))
    return fc
      .tuple(fc.stringMatching(/^[a-z0-9]{1,20}$/), fc.stringMatching(/^[a-z]{2,10}\.[a-z]{2,4}$/))
      .map(([local, domain]) => `${local}@${domain}`)
  if (steps.some((one) => one.message === 'not base64'))
    return fc.base64String({ minLength: shortest, maxLength: 60 })
  if (steps.some((one) => one.type === 'uuid')) return fc.uuid()
  if (steps.some((one) => one.type === 'iso_date'))
    return fc
      .date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
  if (steps.some((one) => one.requirement === isTimeZone))
    return fc.constantFrom('Europe/Copenhagen', 'America/New_York', 'UTC', 'Nowhere/None')
  return fc.string({ minLength: shortest, maxLength: Math.min(longest, 60), unit: 'grapheme' })
}

const LONG = 'x'.repeat(60 * 1024)
const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
/**
 * Values that the database rejects, each for another reason: every single field gets each of them. Written as
 * JSON.
 */
const rejectedByDatabase = [
  '"a\\u0000b"',
  '"ab\\ud800"',
  '"\\udc00ab"',
  '2147483648',
  '1.5',
  '1e308',
  '-0',
  '9007199254740993',
  '"NaN"',
]
/** Values that replace any value. */
const hostile: string[] = [
  ...rejectedByDatabase,
  '"\\u0000"',
  '"\\ud83d\\ud83d"',
  '-2147483649',
  '-1e308',
  '1e400',
  '0',
  '1e21',
  '"Infinity"',
  '"-0"',
  '"1e5"',
  '"0x10"',
  '"\u202e\u2066rtl\u2069"',
  '"\u0627\u0644\u0639\u0631\u0628\u064a\u0629"',
  `"${LONG}"`,
  deep(10_000),
  `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
  JSON.stringify(Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`k${index}`, 1]))),
  'null',
  'true',
  'false',
  '[]',
  '{}',
  '[null]',
  '""',
  '" "',
  '"\\u00a0"',
  '"\\r\\nSet-Cookie: x=1"',
  '"\\u001b[31m"',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":1}',
  '"__proto__"',
  '"constructor"',
  '"\' or 1=1 --"',
  '"\'; drop table visit; --"',
  '"${7*7}{{7*7}}"',
  '"<script>alert(1)</script>"',
  '"../../etc/passwd"',
  '"%00"',
  '"{\\"a\\":1}"',
  '{"$gt":""}',
  '"2026-02-30"',
  '"9999-12"',
  '"2000-01"',
  '"2099-12"',
  '{"@type":"type.googleapis.com/google.protobuf.Int64Value","value":"1"}',
  '"\ufeff"',
  '"\ufffe"',
  '"\u200b"',
  '"İ"',
  '"ß"',
  '"e\u0301"',
  '[[],[]]',
  '[1,"a",null,{}]',
]

const contentTypes = [
  'text/plain',
  'application/json;',
  'application/json\t',
  'application/json\t;charset=utf-8',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json, application/json',
  '',
]
const garbage = [
  '',
  '{',
  '[',
  'null',
  '"x"',
  '{"data"',
  '{"data":{}}{',
  'undefined',
  '\u0000',
  '{"data":{},"data":{}}',
  '{"data":{},"x":1}',
  '\ud800',
  deep(20_000),
]

type Kind = 'plain' | 'hostile' | 'garbage'
type Input = {
  kind: Kind
  fields: Record<string, unknown>
  at: string
  raw: string
  twice: boolean
  body: string
  type: string
  signedIn: boolean
  key: string
}

/**
 * Mostly replaces generated names with names of existing records: otherwise few inputs would get further than
 * "not found".
 */
function withExistingNames(
  fields: Record<string, unknown>,
  examples: Record<string, unknown>,
  bits: number,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value], index) => [
      key,
      key in examples && (key === 'tenantId' || (bits >> index) % 4 !== 0) ? examples[key] : value,
    ]),
  )
}

const arbitraryFor = (call: Call, examples: Record<string, unknown>): fc.Arbitrary<Input> => {
  const keys = leavesOf(examples)
  return fc.record({
    kind: fc.oneof(
      { weight: 6, arbitrary: fc.constant<Kind>('plain') },
      { weight: 3, arbitrary: fc.constant<Kind>('hostile') },
      { weight: 1, arbitrary: fc.constant<Kind>('garbage') },
    ),
    fields: fc
      .tuple(arbitraryOf(call.input as unknown as Schema), fc.nat(2 ** 20))
      .map(([fields, bits]) => withExistingNames(fields as Record<string, unknown>, examples, bits)),
    at: fc.constantFrom(...keys, 'unknown', '__proto__'),
    raw: fc.constantFrom(...hostile),
    twice: fc.boolean(),
    body: fc.oneof(fc.constantFrom(...garbage), fc.string({ maxLength: 40 }), fc.json({ maxDepth: 3 })),
    type: fc.oneof(
      { weight: 2, arbitrary: fc.constant('application/json') },
      { weight: 1, arbitrary: fc.constantFrom(...contentTypes) },
    ),
    signedIn: fc.boolean(),
    key: fc.stringMatching(/^[a-z]{1,8}$/),
  })
}

const written = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
/** A value as a part of a URL; values that a URL cannot represent are approximated. */
const asUrlPart = (value: unknown): string =>
  encodeURIComponent(written(value).toWellFormed()).slice(0, 3_000)

/** The paths of the fields of an input, nested ones included: `details.email`. */
const leavesOf = (fields: Record<string, unknown>): string[] =>
  Object.entries(fields).flatMap(([key, value]) => [
    key,
    ...(typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leavesOf(value as Record<string, unknown>).map((one) => `${key}.${one}`)
      : []),
  ])

const MARK = 'the hostile value stands here'

function withMark(fields: Record<string, unknown>, at: string): Record<string, unknown> {
  const [key = '', ...rest] = at.split('.')
  const inner = fields[key]
  const value =
    rest.length > 0 && typeof inner === 'object' && inner !== null
      ? withMark(inner as Record<string, unknown>, rest.join('.'))
      : MARK
  return Object.fromEntries([...Object.entries(fields).filter(([one]) => one !== key), [key, value]])
}

/**
 * The request for an input. Fields of the JSON body come from the document for calls that read one; for other
 * calls the fields are in path and query or body.
 */
function requestOf(
  name: CallName,
  call: Call,
  input: Input,
): { url: string; method: string; type: string; body: string | null } {
  const replaced = input.kind === 'hostile'
  const fields = new Map(Object.entries(replaced ? withMark(input.fields, input.at) : input.fields))
  const raw = (value: unknown) => (JSON.stringify(value) ?? 'null').replace(`"${MARK}"`, () => input.raw)
  const paths = (value: unknown) => asUrlPart(value === MARK ? decodeJsonString(input.raw) : value)
  let path = call.path || `/${name}`
  if (call.kind === 'document') {
    path = path.replace(/:(\w+)/g, (_, key: string) => {
      const value = paths(fields.get(key) ?? 'x')
      fields.delete(key)
      return value || '%20'
    })
  }
  const pairs = [...fields].map(([key, value]) => `${JSON.stringify(key)}:${raw(value)}`)
  if (replaced && input.twice)
    pairs.push(`${JSON.stringify(input.at)}:${JSON.stringify(input.fields[input.at] ?? null)}`)
  const json = `{${pairs.join(',')}}`
  if (call.kind === 'document' && call.method !== 'PATCH') {
    const query =
      input.kind === 'garbage'
        ? `${input.key}=${asUrlPart(input.body)}&__proto__=1&%=%zz&=&&`
        : [...fields].map(([key, value]) => `${encodeURIComponent(key)}=${paths(value)}`).join('&')
    return { url: `/api${path}?${query.slice(0, 6_000)}`, method: call.method, type: '', body: null }
  }
  const body = input.kind === 'garbage' ? input.body : call.kind === 'callable' ? `{"data":${json}}` : json
  return {
    url: `/api${path}`,
    method: call.method,
    type: input.kind === 'garbage' ? input.type : 'application/json',
    body,
  }
}

const decodeJsonString = (raw: string): string => (raw.startsWith('"') ? (JSON.parse(raw) as string) : raw)

const internal = new RegExp(
  String.raw`node_modules|\.ts:\d|\bat (async )?\w+[.(]|select .* from|insert into|violates|SQLSTATE|` +
    String.raw`syntax error|drizzle|valibot|TypeError|RangeError|\/work\/`,
  'i',
)

/** Creates a hold of this guest, each in its own half hour, some years ahead. */
let holds = 0
async function freshHold(): Promise<string> {
  holds += 1
  const { service, member } = tenant.named
  const start = new Date(Date.UTC(2031, 0, 1) + holds * 1_800_000)
  const made = await makeVisit(app, tenant.id, {
    start,
    state: 'held',
    holdUntil: new Date(Date.now() + 600_000),
    contact: null,
    bookedAt: null,
    ownerHash: sha256(OWNER),
    secret: app.deps.secret,
    services: [{ id: service, name: 'Cut', member, minutes: 30, price: 40_000 }],
  })
  return deriveHandle(app.deps.secret, 'visit', tenant.id, made.id)
}

type Self = { uid: string; session: string }

/** A guest of the tenant with records; for calls that delete the account, another guest each time. */
let guests = 0
async function signIn(name: CallName): Promise<Self> {
  guests += 1
  const uid =
    name === 'deleteUser'
      ? await register(app.guest(tenant.id), tenant.id, `guest${guests}@example.com`)
      : tenant.named.uid
  return { uid, session: await openSession(app, tenant.id, uid) }
}

/** First the values that the database rejects, in every field; then generated inputs without end. */
function* inputsOf(call: Call, example: Record<string, unknown>): Generator<Input> {
  for (const at of leavesOf(example))
    for (const raw of rejectedByDatabase)
      yield {
        kind: 'hostile',
        fields: { ...example },
        at,
        raw,
        twice: false,
        body: '',
        type: '',
        signedIn: call.who !== 'anyone',
        key: '',
      }
  for (let round = 0; ; round += 1)
    yield* fc.sample(arbitraryFor(call, example), { numRuns: 100, seed: seed + round })
}

/**
 * Counts of a call's inputs. `reached`: the call parsed it; `inside`: its handler ran, as far as a client can
 * see; `handled`: of the inputs that match its schema, those that the schema accepted.
 */
type Tally = {
  inputs: number
  plain: number
  handled: number
  reached: number
  inside: number
  limited: number
  statuses: Map<number, number>
}

/** Sends inputs until `wanted` of them have reached the call, and at least a hundred generated ones. */
async function fuzz(name: CallName, call: Call, wanted: number, wrong: unknown[]): Promise<Tally> {
  const named: Named = { ...tenant.named, email: 'someone@example.com' }
  const tally: Tally = {
    inputs: 0,
    plain: 0,
    handled: 0,
    reached: 0,
    inside: 0,
    limited: 0,
    statuses: new Map(),
  }
  const example: Record<string, unknown> = examplesOf(named)[name]
  const fixed = leavesOf(example).length * rejectedByDatabase.length
  // These take either an e-mail address or a number: half of the generated inputs have both or none, so a
  // reliable share needs more of them.
  const drawn = name === 'sendSignInCode' || name === 'signInWithCode' ? 300 : 100
  const [least, most] = [fixed + drawn, fixed + Math.max(drawn, 4 * wanted)]
  const signedOut = name === 'signOut' || /^(signIn|createUser)/.test(name)
  let self = await signIn(name)
  // Spies on the parser, since a rejection has the same code wherever it comes from.
  const check = vi.spyOn(call.input, '~run')
  for (const input of inputsOf(call, example)) {
    if (tally.inputs >= most || (tally.inputs >= least && tally.reached >= wanted)) break
    // Another account each time: an existing or deleted one would end the run.
    if (input.fields.email === named.email) input.fields.email = `someone${tally.inputs}@example.com`
    if (input.fields.uid === named.uid) input.fields.uid = self.uid
    if (input.fields.handle === named.hold) input.fields.handle = await freshHold()
    // Any address but the tenant's own is refused, so a generated one would reach nothing.
    if (name === 'setupPaymentIntent' && input.kind === 'plain')
      for (const field of ['returnUrl', 'cancelUrl']) delete input.fields[field]
    const { url, method, type, body } = requestOf(name, call, input)
    const address = [
      10,
      tally.inputs % 250,
      Math.floor(tally.inputs / 250) % 250,
      Math.floor(Math.random() * 250),
    ].join('.')
    const headers: Record<string, string> = {
      'x-forwarded-for': address,
      cookie: `booking=${OWNER}`,
      'sec-fetch-site': 'same-origin',
      ...(type ? { 'content-type': type } : {}),
      ...(input.signedIn && !signedOut ? { authorization: `Bearer ${self.session}` } : {}),
    }
    check.mockClear()
    const answer = await app.fetch(
      tenant.id,
      new Request(`http://${tenant.id}.localhost${url}`, {
        method,
        headers,
        ...(body === null ? {} : { body: new Blob([body]) }),
      }),
    )
    const text = await answer.text()
    const code = answer.ok ? null : ((JSON.parse(text) as { error?: { code?: string } }).error?.code ?? '')
    const parsed = check.mock.calls.length > 0
    tally.inputs += 1
    tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1)
    if (answer.status === 429) tally.limited += 1
    else if (parsed) tally.reached += 1
    if (parsed && code !== 'request/invalid' && code !== 'auth/unauthenticated') tally.inside += 1
    if (input.kind === 'plain') {
      tally.plain += 1
      if (parsed && code !== 'request/invalid') tally.handled += 1
    }
    if (answer.status >= 500 || (code !== null && !(code in errorCodes)) || internal.test(text))
      wrong.push({
        name,
        kind: input.kind,
        status: answer.status,
        code,
        url: url.slice(0, 300),
        body: body?.slice(0, 300),
        text: text.slice(0, 300),
        at: input.at,
        with: input.raw.slice(0, 40),
      })
    // The previous input ended the session: without one the request is rejected before parsing.
    if (!parsed && code === 'auth/unauthenticated') self = await signIn(name)
  }
  check.mockRestore()
  return tally
}

test(
  `${inputs} inputs over all calls cause no internal error, and every rejection has its code (seed ${seed})`,
  { timeout: 1_200_000 },
  async () => {
    const all = (Object.entries(calls) as [CallName, Call][]).filter(([, { site }]) => site !== 'staff')
    const wrong: unknown[] = []
    const tallies = new Map<CallName, Tally>()
    const wanted = Math.ceil(inputs / all.length)
    for (const [name, call] of all) tallies.set(name, await fuzz(name, call, wanted, wrong))
    const sum = (pick: (tally: Tally) => number) =>
      [...tallies.values()].reduce((total, one) => total + pick(one), 0)
    const statuses = Map.groupBy(
      [...tallies.values()].flatMap((one) => [...one.statuses]),
      ([status]) => status,
    )
    const share = Math.round((100 * sum((one) => one.handled)) / sum((one) => one.plain))
    console.info(
      `fuzz: seed ${seed}, ${all.length} calls, ${sum((one) => one.inputs)} inputs, ` +
        `${sum((one) => one.reached)} reached the call (429: ${sum((one) => one.limited)}), ` +
        `${share} % of ${sum((one) => one.plain)} generated from the schema passed it; ${[...statuses]
          .toSorted(([one], [other]) => one - other)
          .map(([status, counts]) => `${counts.reduce((total, [, count]) => total + count, 0)} × ${status}`)
          .join(', ')}`,
    )
    expect(wrong.slice(0, 5)).toEqual([])
    expect(sum((one) => one.reached)).toBeGreaterThanOrEqual(inputs)
    expect(share).toBeGreaterThanOrEqual(60)
    // Checks that each call gets its share of inputs, also as a signed-in guest: an arbitrary that generates
    // too little valid input would show here, and so would an ended session.
    for (const [name, { plain, handled, reached, inside }] of tallies) {
      expect([name, inside]).toEqual([name, expect.toSatisfy((one: number) => one >= 10)])
      expect([name, reached]).toEqual([name, expect.toSatisfy((one: number) => one >= wanted)])
      expect([name, handled / plain]).toEqual([name, expect.toSatisfy((one: number) => one > 0.3)])
    }
  },
)
