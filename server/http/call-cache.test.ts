import { expect, test } from 'vitest'
import { createContentCache } from '../cache/call-cache.ts'
import type { RequestContext } from '../context/context.ts'
import { cachedContent } from './dispatch.ts'

type Asker = {
  tenant?: string
  contentVersion?: number
  stockVersion?: number
  guest?: boolean
  untranslated?: RequestContext['untranslated']
}

/** Calls as another guest each time, over one cache; the output counts how often it was made. */
function store() {
  const answers = createContentCache()
  let made = 0
  const make = async () => ({ made: ++made, inner: { words: ['a'] } })
  return (
    { tenant = 'aurora', contentVersion = 1, stockVersion = 0, guest = false, untranslated }: Asker = {},
    name = 'price-list da false',
  ) =>
    cachedContent(
      {
        deps: { answers },
        tenant: { id: tenant, contentVersion, stockVersion },
        guest: guest ? {} : null,
        untranslated,
      } as unknown as RequestContext,
      name,
      make,
    ).then((json) => JSON.parse(json) as { made: number; inner: { words: string[] } })
}

test('a cached answer is made once, and a caller that changes its copy changes nobody else’s', async () => {
  const ask = store()
  const first = await ask()
  first.inner.words.push('b')
  expect(await ask()).toEqual({ made: 1, inner: { words: ['a'] } })
})

test.each<[string, Asker, string?]>([
  ['tenant', { tenant: 'fjord' }],
  ['version of the content', { contentVersion: 2 }],
  ['version of the stock', { stockVersion: 2 }],
  ['guest', { guest: true }],
  ['name', {}, 'price-list en false'],
])('another %s makes it again', async (_, asker, name) => {
  const ask = store()
  expect((await ask()).made).toBe(1)
  expect((await ask(asker, name)).made).toBe(2)
  expect((await ask()).made).toBe(1)
})

test.each(['awaited', 'missing'] as const)(
  'while translations are %s nothing is kept',
  async (untranslated) => {
    const ask = store()
    expect((await ask({ untranslated })).made).toBe(1)
    expect((await ask()).made).toBe(2)
    expect((await ask({ untranslated })).made).toBe(2)
  },
)
