import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Call } from '#contract/call.ts'
import { CallError } from '#contract/errors.ts'
import type { RequestContext } from '../context/context.ts'
import { authorizeCall, toCallError } from './dispatch.ts'

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
  const ctx = { tenant: { id: 'own' }, guest: null } as unknown as RequestContext
  expect(authorizeCall(ctx, calls.getTenant, { tenantId: 'own' })).toEqual({ tenantId: 'own' })
  expect(() => authorizeCall(ctx, calls.getTenant, { tenantId: 'other' })).toThrow(new CallError('not-found'))
  expect(() => authorizeCall(ctx, calls.unsubscribe, { tenantId: 'other', token: 'x' })).toThrow(
    new CallError('not-found'),
  )
})
