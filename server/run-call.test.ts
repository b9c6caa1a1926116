import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { CallError } from '#contract/errors.ts'
import type { Scope } from './context.ts'
import { faultOf } from './run-call.ts'

/** What a guest is told of an error, and what the log keeps of it. */
function told(error: unknown) {
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
  const { code } = faultOf(
    { deps: { log }, requestId: 'r' } as unknown as Scope,
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
    'of a statement that took too long',
    Object.assign(new Error('canceling statement'), { code: '57014' }),
    'server/unavailable',
    { level: 40, msg: 'API call failed: 503', name: 'Error' },
  ],
])('an error %s is logged with its status, and never with its words', (_, error, code, logged) => {
  const seen = told(error)
  expect(seen).toEqual({ code, logged: [{ ...logged, call: 'apiStore-getUserBookings', requestId: 'r' }] })
  expect(JSON.stringify(seen)).not.toContain('Alma')
})

test('a call that is refused is no fault', () => {
  expect(told(new CallError('not-found'))).toEqual({ code: 'not-found', logged: [] })
})
