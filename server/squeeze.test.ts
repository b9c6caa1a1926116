import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { expect, test } from 'vitest'
import { BoundedCache } from './bounded-cache.ts'
import { weightOf, type KeptPage } from './kept-pages.ts'
import { squeezer } from './squeeze.ts'

const html = Array.from(
  { length: 400 },
  (_, index) =>
    `<li class="service-${index % 7}"><h2>Cut number ${index * 37}</h2><p>Takes ${index % 90} minutes</p></li>`,
).join('\n')
const made = (): KeptPage => ({
  status: 200,
  headers: ['etag', '"x"'],
  etag: '"x"',
  bytes: new Uint8Array(brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
  state: { headers: [], bytes: new Uint8Array() },
  squeezed: false,
})
const filled = (...keys: string[]) => {
  const cache = new BoundedCache<KeptPage>(10_000_000, weightOf)
  for (const key of keys) cache.set(key, made())
  return cache
}

test('a page that is asked for again becomes smaller and stays the same page', async () => {
  const cache = filled('a', 'b')
  const [page, before] = [cache.get('a'), cache.size]
  if (!page) throw new Error('not kept')
  const again = squeezer(cache)
  again('a', page)
  again('a', page)
  await expect.poll(() => cache.get('a')?.bytes.length, { timeout: 20_000 }).toBeLessThan(page.bytes.length)
  const smaller = cache.get('a')
  expect(brotliDecompressSync(smaller?.bytes ?? new Uint8Array()).toString()).toBe(html)
  expect([smaller?.etag, smaller?.headers, smaller?.state]).toEqual([page.etag, page.headers, page.state])
  expect(before - cache.size).toBe(page.bytes.length - (smaller?.bytes.length ?? 0))
  if (smaller) again('a', smaller)
  expect(cache.get('a')).toBe(smaller)
})

test('one that was let go or made anew meanwhile is not put back', async () => {
  const cache = filled('gone', 'renewed', 'last')
  const again = squeezer(cache)
  for (const key of ['gone', 'renewed', 'last']) again(key, cache.get(key) ?? made())
  cache.remove('gone')
  const renewed = made()
  cache.set('renewed', renewed)
  await expect
    .poll(() => cache.get('last')?.bytes.length, { timeout: 20_000 })
    .toBeLessThan(renewed.bytes.length)
  expect([cache.get('gone'), cache.get('renewed')]).toEqual([undefined, renewed])
})
