import { expect, test } from 'vitest'
import { openContentAnswers } from './content-answers.ts'
import type { Scope } from './context.ts'
import { keptAnswer, valueOf } from './kept-answer.ts'

type Asker = { tenant?: string; contentVersion?: number; guest?: boolean; words?: Scope['words'] }

/** Asks as somebody else each time, over one store; what is made counts how often that was done. */
function store() {
  const answers = openContentAnswers()
  let made = 0
  const make = async () => ({ made: ++made, inner: { words: ['a'] } })
  return (
    { tenant = 'aurora', contentVersion = 1, guest = false, words }: Asker = {},
    name = 'price-list da false',
  ) =>
    keptAnswer(
      {
        deps: { answers },
        tenant: { id: tenant, contentVersion },
        guest: guest ? {} : null,
        words,
      } as unknown as Scope,
      name,
      make,
    ).then((answer) => valueOf(answer) as { made: number; inner: { words: string[] } })
}

test('what was made is the same for the next one who asks, and nobody can change it', async () => {
  const ask = store()
  const first = await ask()
  expect(await ask()).toBe(first)
  expect(() => first.inner.words.push('b')).toThrow(TypeError)
})

test.each<[string, Asker, string?]>([
  ['tenant', { tenant: 'fjord' }],
  ['version of the content', { contentVersion: 2 }],
  ['guest', { guest: true }],
  ['name', {}, 'price-list en false'],
])('another %s has it made anew', async (_, asker, name) => {
  const ask = store()
  expect((await ask()).made).toBe(1)
  expect((await ask(asker, name)).made).toBe(2)
  expect((await ask()).made).toBe(1)
})

test.each(['awaited', 'missing'] as const)('while words are %s nothing is kept', async (words) => {
  const ask = store()
  expect((await ask({ words })).made).toBe(1)
  expect((await ask()).made).toBe(2)
  expect((await ask({ words })).made).toBe(2)
})
