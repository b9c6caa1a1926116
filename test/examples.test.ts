import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { calls, type CallName } from '#contract/calls.ts'
import type { Call } from '#contract/call.ts'
import { examplesOf, nonexistent } from '#test/examples.ts'

test('each call accepts its example', () => {
  const refused = Object.entries<Call>(calls).filter(
    ([name, { input }]) => !safeParse(input, examplesOf(nonexistent)[name as CallName]).success,
  )
  expect(refused.map(([name]) => name)).toEqual([])
})
