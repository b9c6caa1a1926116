import { afterAll, beforeAll, expect, test } from 'vitest'
import { locales, type Locale } from '#domain/language.ts'
import { hasSamePlaceholders } from '#domain/visit/cancel.ts'
import { makeDemoDb } from '#test/demo-db.ts'
import { makeApp, type TestApp } from '#test/make.ts'
import { tenantId } from '#server/database/db.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { publishedTexts } from '#server/content/published-texts.ts'
import { sha256 } from '#server/secret/hash.ts'
import { translateMarkdown } from '#server/translation/units.ts'
import { phraseBooks } from './simulator.ts'
import { exhaustive } from '#test/tier.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp({ testDb: await makeDemoDb(), env: { TRANSLATION: 'simulator' } })
})
afterAll(() => app.close())

const [aurora, fjord, own, goods] = phraseBooks()
const salons = [
  { name: 'aurora', book: aurora },
  { name: 'fjord', book: fjord },
].map(({ name, book }) => ({
  id: tenantId(name),
  from: book?.from ?? 'en',
  phrases: book?.phrases ?? [],
  into: Object.keys(book?.phrases[0] ?? {}).filter((one) => one !== book?.from) as Locale[],
}))

test.each(salons)(
  'the book of $id has every published text of the tenant in the same languages',
  async ({ id, from, phrases, into }) => {
    expect(into.length).toBeGreaterThan(1)
    const row = await findTenantById(app.db, id)
    if (!row) throw new Error('tenant not found')
    const known = new Set([...phrases, ...(goods?.phrases ?? [])].map((phrase) => sha256(phrase[from] ?? '')))
    const published = [
      ...(await publishedTexts({ deps: app.deps, tenant: tenantFrom(row, app.deps.config) })).keys(),
    ]
    expect(published.length).toBeGreaterThan(100)
    expect(published.filter((hash) => !known.has(hash))).toEqual([])
    expect(
      phrases.filter(
        (phrase) =>
          [from, ...into].some((locale) => !phrase[locale]?.trim()) ||
          Object.keys(phrase).length !== into.length + 1,
      ),
    ).toEqual([])
  },
)

test('the goods of aurora are translated into every language', () => {
  expect(goods?.phrases.length).toBeGreaterThan(50)
  for (const phrase of goods?.phrases ?? []) {
    expect(Object.keys(phrase).toSorted()).toEqual([...locales].toSorted())
    expect(Object.values(phrase).every((words) => words.trim())).toBe(true)
  }
})

test('the page of the neutral tenant is translated into every language', async () => {
  const row = await findTenantById(app.db, tenantId('default'))
  if (!row || !own) throw new Error('page or phrase book not found')
  const published = [
    ...(await publishedTexts({ deps: app.deps, tenant: tenantFrom(row, app.deps.config) })).keys(),
  ]
  expect(
    published.filter((hash) => !own.phrases.some((phrase) => sha256(phrase[own.from] ?? '') === hash)),
  ).toEqual([])
  for (const phrase of own.phrases) expect(Object.keys(phrase).toSorted()).toEqual([...locales].toSorted())
})

test.each(salons)('the book of $id keeps links, pictures and placeholders', ({ from, phrases, into }) => {
  for (const phrase of phrases) {
    const own = phrase[from] ?? ''
    for (const locale of into) {
      const said = phrase[locale] ?? ''
      expect([
        own,
        locale,
        hasSamePlaceholders(own, said),
        own.split('\n').length,
        translateMarkdown(own, () => said),
      ]).toEqual([own, locale, true, said.split('\n').length, said])
    }
  }
})

test.each(salons)(
  'a page of $id is fully translated into a language of its book, else not at all',
  exhaustive,
  async ({ id, from, into }) => {
    const guest = app.guest(id)
    const { documents } = await guest('listPages', { tenantId: id })
    expect(documents.length).toBeGreaterThan(2)
    for (const language of locales.filter((one) => one !== from)) {
      for (const pageId of ['index', ...documents.map((one) => one.id)]) {
        await guest('getPage', { tenantId: id, pageId, language })
        await app.deps.translations.drained()
        const { translated = false } = await guest('getPage', { tenantId: id, pageId, language })
        expect([language, pageId, translated]).toEqual([language, pageId, into.includes(language)])
      }
    }
  },
)
