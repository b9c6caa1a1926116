import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBrand } from '../render/brand.ts'
import type { RequestContext } from '../context/context.ts'
import type { TenantId } from '../database/db.ts'
import { findTenantById } from '../tenant/queries.ts'
import { tenantFrom } from '../tenant/tenant.ts'
import { clinicFile, importFile } from '#test/clinic.ts'
import { makeApp, type TestApp } from '#test/make.ts'
import { libreAnswer, startTranslator } from '#test/translator.ts'
import { inOwnWords } from './own-words.ts'
import { translateTenantTexts } from './tenant-text.ts'

let translator: Awaited<ReturnType<typeof startTranslator>>
let app: TestApp
let id: TenantId
beforeAll(async () => {
  translator = await startTranslator(libreAnswer((text, target) => `[${target}] ${text}`))
  app = await makeApp({ env: { TRANSLATION: 'libretranslate', LIBRETRANSLATE_URL: translator.url } })
  id = await importFile(app, clinicFile('klinik'))
})
afterAll(async () => {
  await app.close()
  await translator.stop()
})

const sent = () => translator.asked.map(({ body }) => body).join('\n')

async function tenant() {
  const row = await findTenantById(app.db, id)
  if (!row) throw new Error('the clinic is not there')
  return tenantFrom(row, app.deps.config)
}

const contextIn = async (language: 'da' | 'de' | 'en') =>
  ({ deps: app.deps, tenant: await tenant(), language }) as unknown as RequestContext
const textsIn = async (language: 'da' | 'de' | 'en', texts: (string | null)[], ownOnly = false) =>
  translateTenantTexts(await contextIn(language), language, texts, { ownOnly })

test('a page is in the tenant’s own words where there are some, and nothing is sent to the provider', async () => {
  const ask = { tenantId: id, pageId: 'index', language: 'en' } as const
  expect(await app.guest(id)('getPage', ask)).toMatchObject({
    title: 'Welcome',
    translated: true,
    ownWords: 'all',
    blocks: [{ content: [{ html: expect.stringContaining('Good day') as string }] }],
  })
  const team = await app.guest(id)('getPage', { ...ask, pageId: 'team' })
  expect([team.title, team.blocks[0]?.type === 'article' && team.blocks[0].content.length]).toEqual([
    'Our team',
    2,
  ])
  await app.deps.translations.drained()
  expect(sent()).not.toContain('Willkommen')
})

test('a page without own words is translated by machine, in its own language and in others', async () => {
  for (const [pageId, language] of [
    ['impressum', 'en'],
    ['index', 'da'],
  ] as const) {
    const ask = { tenantId: id, pageId, language }
    await app.guest(id)('getPage', ask)
    await app.deps.translations.drained()
    const page = await app.guest(id)('getPage', ask)
    expect([pageId, page.translated, page.ownWords]).toEqual([pageId, true, undefined])
    expect(page.title).toMatch(new RegExp(`^\\[${language}\\] `))
  }
})

test('texts of a page are own words first, translated ones else', async () => {
  const texts = ['Massage', ' Haut ', 'Unser Team', 'Jana mag Wasser', null, 'constructor']
  const first = await textsIn('en', texts)
  expect(first.found).toMatchObject({
    Massage: 'Massage therapy',
    Haut: 'Skin care',
    'Unser Team': 'Our team',
  })
  expect([first.own, first.machine]).toEqual([true, false])
  await app.deps.translations.drained()
  const second = await textsIn('en', texts)
  expect(second.found['Jana mag Wasser']).toBe('[en] Jana mag Wasser')
  expect([second.own, second.machine]).toEqual([true, true])
  const original = await textsIn('en', texts, true)
  expect([original.found.Massage, original.machine]).toEqual(['Massage therapy', false])
})

test('the default language and one without own words have none', async () => {
  for (const language of ['de', 'da'] as const) {
    const { found, own } = await textsIn(language, ['Massage', 'Unser Team'], true)
    expect([language, found, own]).toEqual([language, {}, false])
  }
})

test('the title of the site is that of the language', async () => {
  expect([buildBrand(await contextIn('en')).title, buildBrand(await contextIn('da')).title]).toEqual([
    'Lakeside Clinic',
    'Klinik am See',
  ])
})

test('the call that translates answers with own words', async () => {
  const call = app.guest(id)
  expect(
    await call('googleTranslate-translateTextCallableCallable', { text: 'Massage', targetLanguage: 'en-GB' }),
  ).toEqual({ translatedText: 'Massage therapy' })
})

test('mails use own words without a provider, and the text as written where there are none', async () => {
  const own = await tenant()
  expect(
    ['Massage', 'Pediküre', '__proto__', 'constructor'].map((text) => inOwnWords(own, 'en', text)),
  ).toEqual(['Massage therapy', 'Pediküre', '__proto__', 'constructor'])
  expect(inOwnWords(own, 'da', 'Massage')).toBe('Massage')
})

test('another tenant’s words are not used', async () => {
  const other = await importFile(
    app,
    clinicFile('andere')
      .replace('en: Massage therapy', 'en: Rubbing')
      .replaceAll('title: Our team', 'title: Crew'),
  )
  const page = await app.guest(other)('getPage', { tenantId: other, pageId: 'team', language: 'en' })
  expect(page.title).toBe('Crew')
  expect((await textsIn('en', ['Massage', 'Unser Team'])).found).toEqual({
    Massage: 'Massage therapy',
    'Unser Team': 'Our team',
  })
})
