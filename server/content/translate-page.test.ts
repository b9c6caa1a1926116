import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Block } from '#contract/content/block.ts'
import type { TenantId } from '../database/db.ts'
import { importPages } from '#operator/tenant-file/page-import.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { libreAnswer, startTranslator } from '#test/translator.ts'
import { listParagraphs, translateMarkdown } from '../translation/units.ts'

let make = (text: string): string => text.toUpperCase()
let translator: Awaited<ReturnType<typeof startTranslator>>
let app: TestApp
beforeAll(async () => {
  translator = await startTranslator(libreAnswer((text) => make(text)))
  app = await makeApp({ env: { TRANSLATION: 'libretranslate', LIBRETRANSLATE_URL: translator.url } })
})
afterAll(async () => {
  await app.close()
  await translator.stop()
})

async function salonWith(blocks: Block[]): Promise<TenantId> {
  const id = await makeTenant(app)
  const page = { id: 'about', title: 'About us', description: '', order: 1, blocks, pages: [] }
  await app.db.write(id, (tx) => importPages(tx, { pages: [page], pictures: [], pictureIds: [], sizes: {} }))
  return id
}

/** Reads the page twice: before and after it is translated. */
async function twice(id: TenantId) {
  const ask = { tenantId: id, pageId: 'about', language: 'de' } as const
  const first = await app.guest(id)('getPage', ask)
  await app.deps.translations.drained()
  return { first, second: await app.guest(id)('getPage', ask) }
}

test('a page is served in its original language at once, and translated after one request', async () => {
  const id = await salonWith([
    {
      type: 'hero1',
      heading: 'Welcome',
      subHeading: 'We are **kind**.\n\nCome [and book](/book).',
      ctaButtonLink: '/book',
      ctaButtonText: 'Book now',
    },
  ])
  const before = translator.asked.length
  const { first, second } = await twice(id)
  expect([first.title, first.translated]).toEqual(['About us', undefined])
  expect(second).toMatchObject({
    title: 'ABOUT US',
    translated: true,
    blocks: [{ heading: 'WELCOME', ctaButtonText: 'BOOK NOW', ctaButtonLink: '/book' }],
  })
  await twice(id)
  expect(translator.asked.length - before).toBe(1)
  expect(await app.guest(id)('getPage', { tenantId: id, pageId: 'about' })).toMatchObject({
    title: 'About us',
  })
})

test('a paragraph whose links or pictures differ in the translation stays untranslated', () => {
  const swap = (to: string) => translateMarkdown('Read [more](/more).', () => to)
  expect(swap('Lies [mehr](/more).')).toBe('Lies [mehr](/more).')
  for (const to of [
    'Lies [mehr](https://evil.example).',
    'Lies [mehr](javascript:alert(1)).',
    'Lies mehr.',
    'Lies [mehr](/more). ![x](https://evil.example/x.png)',
    'Lies [mehr](/more) https://evil.example/',
  ])
    expect(swap(to), to).toBe('Read [more](/more).')
})

test('HTML of a translator is removed from a page, and text in a plain field', async () => {
  const evil = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<a href="javascript:alert(1)">x</a>',
  ]
  for (const one of evil) {
    make = (text) => `${text} ${one}`
    const { second } = await twice(
      await salonWith([
        { type: 'article', content: [{ md: 'Some words' }] },
        { type: 'testimonial1', quote: 'Lovely place', author: 'Freja' },
      ]),
    )
    expect(second.translated).toBe(true)
    const [article, quote] = second.blocks
    expect(
      article?.type === 'article' &&
        JSON.stringify(article.content.map((item) => ('html' in item ? item.html : ''))),
      one,
    ).not.toMatch(/<(script|img|svg|iframe)|onerror|onload|javascript:/i)
    expect(quote).toMatchObject({ quote: `Lovely place ${one}`, author: 'Freja' })
  }
  make = (text) => text.toUpperCase()
})

test('names of persons are not sent to the provider', async () => {
  const before = translator.asked.length
  await twice(
    await salonWith([{ type: 'testimonial1', quote: 'Best in town', author: 'Freja Holst', role: 'Guest' }]),
  )
  const sent = translator.asked
    .slice(before)
    .map(({ body }) => body)
    .join()
  expect(sent).toContain('Best in town')
  expect(sent).not.toContain('Freja')
})

test('an unreachable provider leaves the page untranslated', async () => {
  make = () => {
    throw new Error('away')
  }
  const away = await makeApp({
    testDb: app,
    env: { TRANSLATION: 'libretranslate', LIBRETRANSLATE_URL: 'http://127.0.0.1:9' },
  })
  const id = await salonWith([{ type: 'hero2', title: 'Alone', image: '/art/x/y.svg' }])
  for (let times = 0; times < 2; times += 1) {
    expect(await away.guest(id)('getPage', { tenantId: id, pageId: 'about', language: 'de' })).toMatchObject({
      title: 'About us',
    })
    await away.deps.translations.drained()
  }
  make = (text) => text.toUpperCase()
})

test('code, link definitions and texts over 2000 characters stay untranslated', () => {
  expect(listParagraphs('One two\n\n[a]: /b\n\n' + 'x'.repeat(2_001) + '\n\n42\n\nThree')).toEqual([
    'One two',
    'Three',
  ])
  expect(translateMarkdown('```\nlet it = be\n\nhere\n```', () => 'NO')).toBe('```\nlet it = be\n\nhere\n```')
  expect(translateMarkdown('# One two\n\n\n- three four\n', (text) => text.toUpperCase())).toBe(
    '# ONE TWO\n\n\n- THREE FOUR\n',
  )
})
