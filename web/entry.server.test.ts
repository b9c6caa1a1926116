import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { PageContext } from '#contract/page.ts'
import { handleError } from './entry.server.tsx'
import { pageContext } from './request/page-context.ts'

/** What reaches the report of a page's scope. */
function reported(error: unknown, signal?: AbortSignal): unknown[] {
  const seen: unknown[] = []
  const context = new RouterContextProvider()
  context.set(pageContext, { logError: (one: unknown) => seen.push(one) } as unknown as PageContext)
  handleError(error, {
    request: new Request('http://salon.localhost/visit/a-handle', signal ? { signal } : {}),
    context,
  })
  return seen
}

test('an error is reported to the page context, whose log has no message', () => {
  const error = new TypeError('You made a POST request to "/visit/a-secret-handle/calendar.ics"')
  expect(reported(error)).toEqual([error])
})

test('neither a page that is not found nor an aborted request is an error', () => {
  expect(reported({ status: 404, statusText: '', internal: false, data: null })).toEqual([])
  expect(reported(new Error('gone'), AbortSignal.abort())).toEqual([])
})
