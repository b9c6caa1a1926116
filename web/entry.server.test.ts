import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { PageScope } from '#contract/page.ts'
import { handleError } from './entry.server.tsx'
import { pageScope } from './scope.ts'

/** What reaches the report of a page's scope. */
function reported(error: unknown, signal?: AbortSignal): unknown[] {
  const seen: unknown[] = []
  const context = new RouterContextProvider()
  context.set(pageScope, { report: (one: unknown) => seen.push(one) } as unknown as PageScope)
  handleError(error, {
    request: new Request('http://salon.localhost/visit/a-handle', signal ? { signal } : {}),
    context,
  })
  return seen
}

test('a fault is reported through the scope, whose log keeps no message', () => {
  const fault = new TypeError('You made a POST request to "/visit/a-secret-handle/calendar.ics"')
  expect(reported(fault)).toEqual([fault])
})

test('neither a page that is not found nor a guest who has left is a fault', () => {
  expect(reported({ status: 404, statusText: '', internal: false, data: null })).toEqual([])
  expect(reported(new Error('gone'), AbortSignal.abort())).toEqual([])
})
