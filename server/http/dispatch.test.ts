import { Writable } from 'node:stream'
import { pino } from 'pino'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Call } from '#contract/call.ts'
import { CallError } from '#contract/errors.ts'
import type { Handlers, RequestContext } from '../context/context.ts'
import { authorizeCall, createInProcessClient, toCallError } from './dispatch.ts'

/** The answer to an error and its log line. */
function reported(error: unknown) {
  const lines: Record<string, unknown>[] = []
  const log = pino(
    { base: null },
    new Writable({
      write(line: Buffer, _, done) {
        lines.push(JSON.parse(line.toString()) as Record<string, unknown>)
        done()
      },
    }),
  )
  const { code } = toCallError(
    { deps: { log }, requestId: 'r' } as unknown as RequestContext,
    'apiStore-getUserBookings',
    error,
  )
  return {
    code,
    logged: lines.map(({ level, call, requestId, msg, err }) => ({
      level,
      call,
      requestId,
      msg,
      name: (err as { name: string }).name,
    })),
  }
}

test.each([
  [
    'nobody expected',
    new TypeError('of Alma Lund'),
    'server/internal',
    { level: 50, msg: 'API call failed: 500', name: 'TypeError' },
  ],
  [
    'of a database that is away',
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    'server/unavailable',
    { level: 40, msg: 'API call failed: 503', name: 'Error' },
  ],
  [
    'of an embedded database that is away',
    Object.assign(new Error('connect ENOENT /data/postgres/.s.PGSQL.5432'), { code: 'ENOENT' }),
    'server/unavailable',
    { level: 40, msg: 'API call failed: 503', name: 'Error' },
  ],
  [
    'of a statement that took too long',
    Object.assign(new Error('canceling statement'), { code: '57014' }),
    'server/unavailable',
    { level: 40, msg: 'API call failed: 503', name: 'Error' },
  ],
])('an error %s is logged with its status, and never with its words', (_, error, code, logged) => {
  const seen = reported(error)
  expect(seen).toEqual({ code, logged: [{ ...logged, call: 'apiStore-getUserBookings', requestId: 'r' }] })
  expect(JSON.stringify(seen)).not.toContain('Alma')
})

test('a rejected call logs no error', () => {
  expect(reported(new CallError('not-found'))).toEqual({ code: 'not-found', logged: [] })
})

/**
 * The keys of an input's schema: of an object, of one that is transformed, or of the last choice of a union.
 */
function keysOf(schema: unknown): string[] {
  const { entries, pipe, options } = schema as {
    entries?: object
    pipe?: unknown[]
    options?: unknown[]
  }
  return entries ? Object.keys(entries) : keysOf(pipe?.[0] ?? options?.at(-1))
}

test('the call list says which calls have no tenant in their input, and only those have none', () => {
  const listed: [string, Call][] = Object.entries(calls)
  for (const [name, { input, tenant }] of listed)
    expect([name, keysOf(input).includes('tenantId')]).toEqual([name, tenant !== 'none'])
})

test('the id of another tenant is answered like an unknown one, before the handler is called', () => {
  const ctx = { tenant: { id: 'own' }, site: 'guest', guest: null } as unknown as RequestContext
  expect(authorizeCall(ctx, calls.getTenant, { tenantId: 'own' })).toEqual({ tenantId: 'own' })
  expect(() => authorizeCall(ctx, calls.getTenant, { tenantId: 'other' })).toThrow(new CallError('not-found'))
  expect(() => authorizeCall(ctx, calls.unsubscribe, { tenantId: 'other', token: 'x' })).toThrow(
    new CallError('not-found'),
  )
})

test('a call of the salon’s own site wants that site, a person, and one of its rights that is open', () => {
  const at = (site: string, staff: object | null) =>
    ({ tenant: { id: 'own' }, site, guest: null, staff }) as unknown as RequestContext
  const person = (rights: object, shut = {}) => at('staff', { rights, shut })
  const ask = (ctx: RequestContext, call: Call = calls.listStaff) => {
    try {
      authorizeCall(ctx, call, {})
      return 'open'
    } catch (error) {
      return (error as CallError).code
    }
  }
  expect(ask(at('guest', { rights: { people: 'all' }, shut: {} }))).toBe('auth/unauthenticated')
  expect(ask(at('staff', null))).toBe('auth/unauthenticated')
  expect(ask(person({ export: 'all' }))).toBe('auth/forbidden')
  expect(ask(person({}, { people: 'confirm' }))).toBe('auth/requires-recent-login')
  expect(ask(person({}, { people: 'passkey' }))).toBe('staff/passkey-required')
  expect(ask(person({ people: 'all' }))).toBe('open')
  const either: Call = { ...calls.listStaff, right: ['day', 'people'] }
  expect(ask(person({ day: 'own' }), either)).toBe('open')
  expect(ask(person({ book: 'all' }), either)).toBe('auth/forbidden')
  // Nothing is needed but to work there.
  expect(ask(person({}), calls.getStaffSelf)).toBe('open')
  // A call of the guests’ site is not there, one of both is.
  expect(ask(person({ people: 'all' }), calls.getTenant)).toBe('auth/unauthenticated')
})

type Schema = {
  type: string
  entries?: Record<string, Schema>
  item?: Schema
  wrapped?: Schema
  value?: Schema
  options?: unknown[]
}
/** Schemas whose values are the same after JSON; an optional field that is undefined is then absent. */
const ofJson = new Set(
  'object array record variant union optional nullable string number boolean literal picklist never'.split(
    ' ',
  ),
)

/** The places in a schema whose values JSON would change, such as a date. */
function changedByJson(
  { type, entries = {}, item, wrapped, value, options = [] }: Schema,
  at: string,
): string[] {
  const below: [string, Schema | undefined][] = [
    ...Object.entries(entries),
    ['item', item],
    ['', wrapped],
    ['value', type === 'record' ? value : undefined],
    ...(['variant', 'union'].includes(type)
      ? (options as Schema[]).map((one) => ['|', one] as [string, Schema])
      : []),
  ]
  return [
    ...(ofJson.has(type) ? [] : [`${at}: ${type}`]),
    ...below.flatMap(([name, schema]) => (schema ? changedByJson(schema, `${at}.${name}`) : [])),
  ]
}

test('every output survives JSON: a page gets in process what a client gets over HTTP', () => {
  const listed = Object.entries(calls) as unknown as [string, { output: Schema }][]
  expect(listed.flatMap(([name, { output }]) => changedByJson(output, name))).toEqual([])
  expect(changedByJson(v.object({ at: v.nullable(v.date()) }) as unknown as Schema, 'x')).toEqual([
    'x.at.: date',
  ])
})

test('a page names no tenant, and gets the checked output of its own one', async () => {
  const inputs: unknown[] = []
  const handlers = {
    getHold: async (_: unknown, input: unknown) => {
      inputs.push(input)
      return { not: 'a hold' }
    },
    releaseHold: async () => ({ released: true, secret: 'of the handler' }),
  } as unknown as Handlers
  const deps = { log: pino({ level: 'silent' }) }
  const ctx = {
    tenant: { id: 'own' },
    site: 'guest',
    guest: null,
    deps,
    requestId: 'r',
  } as unknown as RequestContext
  const call = createInProcessClient(handlers, {}, ctx)
  const handle = 'x'.repeat(32)
  expect(await call('releaseHold', { handle })).toEqual({ released: true })
  await expect(call('getHold', { handle })).rejects.toMatchObject({ code: 'server/internal' })
  expect(inputs).toEqual([{ tenantId: 'own', handle }])
  await expect(call('getHold', { tenantId: 'other', handle } as never)).rejects.toThrow(
    new CallError('not-found'),
  )
})
