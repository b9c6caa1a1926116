import { expect, test } from 'vitest'
import { isChangeAnswered, noteAnsweredChange } from './answered-change.ts'
import { withFallback } from './with-fallback.ts'

type Args = Parameters<typeof noteAnsweredChange>

/** Sends a request whose router results are these. */
const send = (method: string, type: 'data' | 'error', action: () => unknown = () => null) =>
  noteAnsweredChange({ request: new Request('http://salon.example/', { method }) } as Args[0], async () => {
    return { route: { type, result: await action() } }
  })

test('only the form that was sent last counts as answered, and a fallback is no answer', async () => {
  expect(isChangeAnswered()).toBe(false)
  await send('POST', 'data')
  expect(isChangeAnswered()).toBe(true)
  await send('GET', 'error')
  expect(isChangeAnswered()).toBe(true)
  await send('POST', 'error')
  expect(isChangeAnswered()).toBe(false)
  await send('POST', 'data')
  await send('POST', 'data', () => withFallback(() => Promise.reject(new TypeError('offline')), null))
  expect(isChangeAnswered()).toBe(false)
})

test('a form that is on its way is not answered', async () => {
  await send('POST', 'data')
  await send('POST', 'data', () => expect(isChangeAnswered()).toBe(false))
  expect(isChangeAnswered()).toBe(true)
})
