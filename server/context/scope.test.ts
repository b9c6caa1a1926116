import { expect, test } from 'vitest'
import type { Rights } from '#domain/staff/rights.ts'
import { CallError } from '#contract/errors.ts'
import type { RequestContext } from './context.ts'
import { scopeOf } from './scope.ts'

const person = (rights: Rights, memberId: string | null = 'anna') =>
  ({ staff: { rights, memberId } }) as Pick<RequestContext, 'staff'>

test('a right reaches everybody’s rows, those of one member, or none', () => {
  expect(scopeOf(person({ day: 'all' }), 'day')).toBe('all')
  expect(scopeOf(person({ money: 'today' }), 'money')).toBe('all')
  expect(scopeOf(person({ day: 'own' }), 'day')).toEqual({ memberId: 'anna' })
  // Who performs no services has no rows of their own.
  expect(scopeOf(person({ day: 'own' }, null), 'day')).toEqual({ memberId: '' })
})

test('without the right, or without anybody, there is no scope', () => {
  for (const ctx of [person({ book: 'all' }), { staff: null }])
    expect(() => scopeOf(ctx, 'day')).toThrow(new CallError('auth/forbidden'))
})
