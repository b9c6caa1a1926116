import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CallError } from '#contract/errors.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import {
  libreAnswer,
  startTranslator,
  type TranslatorAnswer,
  type TranslatorAsked,
} from '#test/translator.ts'
import { TRANSLATIONS_AN_HOUR } from '../translation/translations.ts'
import { openLimits } from '../limits.ts'

/* The translator is a stand-in over HTTP: it says the text backwards, in brackets with its language. */
const backwards = libreAnswer((text, target) => `[${target}] ${[...text].toReversed().join('')}`)
let answer: ((asked: TranslatorAsked) => TranslatorAnswer) | null = null
let translator: Awaited<ReturnType<typeof startTranslator>>
let app: TestApp
beforeAll(async () => {
  translator = await startTranslator((asked) => (answer ?? backwards)(asked))
  app = await makeApp({
    env: { TRANSLATION: 'libretranslate', LIBRETRANSLATE_URL: translator.url, TRANSLATION_BUDGET: '300' },
  })
})
afterAll(async () => {
  await app.close()
  await translator.stop()
})

const translate = 'googleTranslate-translateTextCallableCallable'
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof CallError ? error.code : 'other'),
  )
const salon = (services: NonNullable<Parameters<typeof makeTenant>[1]>['services'], profile = {}) =>
  makeTenant(app, { services, profile })

test('a text of the catalogue is translated once, and then read from what is kept', async () => {
  const guest = app.guest(await salon([{ id: 'cut', name: 'Haircut' }]))
  const before = translator.asked.length
  for (const targetLanguage of ['de', 'de-AT', 'DE'])
    expect(await guest(translate, { text: 'Haircut', targetLanguage })).toEqual({
      translatedText: '[de] tucriaH',
    })
  expect(translator.asked.length - before).toBe(1)
  expect(await guest(translate, { text: 'Haircut', targetLanguage: 'nb' })).toEqual({
    translatedText: '[nb] tucriaH',
  })
  expect(await guest(translate, { text: 'Haircut', targetLanguage: 'en' })).toEqual({
    translatedText: 'Haircut',
  })
  expect(translator.asked.length - before).toBe(2)
})

test('of a hundred at once one asks the translator', async () => {
  const guest = app.guest(await salon([{ id: 'cut', name: 'Crowded' }]))
  const before = translator.asked.length
  const told = await Promise.all(
    Array.from({ length: 100 }, () => guest(translate, { text: 'Crowded', targetLanguage: 'de' })),
  )
  expect(new Set(told.map((one) => one.translatedText))).toEqual(new Set(['[de] dedworC']))
  expect(translator.asked.length - before).toBe(1)
})

test('what the tenant has not published is refused and leaves the house in no request', async () => {
  const other = await salon([{ id: 'cut', name: 'Elsewhere' }])
  const home = await salon([
    { id: 'cut', name: 'Here' },
    { id: 'club', name: 'For members', onlyMember: true },
  ])
  const before = translator.asked.length
  for (const text of ['Elsewhere', 'Freja Holst, allergic to ammonia', 'Here!', 'here', 'For members'])
    expect(await codeOf(app.guest(home)(translate, { text, targetLanguage: 'de' })), text).toBe(
      'translation/foreign-text',
    )
  expect(translator.asked.length).toBe(before)
  expect(await app.guest(other)(translate, { text: 'Elsewhere', targetLanguage: 'de' })).toEqual({
    translatedText: '[de] erehweslE',
  })
})

test('two thousand characters are a text, one more is not; a language is one of the eleven', async () => {
  const [just, long] = ['x'.repeat(2_000), 'x'.repeat(2_001)]
  const wide = await makeApp({
    testDb: app,
    env: { TRANSLATION: 'libretranslate', LIBRETRANSLATE_URL: translator.url, TRANSLATION_BUDGET: '2000' },
  })
  const id = await salon([
    { id: 'a', name: just },
    { id: 'b', name: long },
  ])
  expect((await wide.guest(id)(translate, { text: just, targetLanguage: 'de' })).translatedText).toBe(
    `[de] ${just}`,
  )
  for (const input of [
    { text: long, targetLanguage: 'de' },
    { text: '', targetLanguage: 'de' },
    { text: just, targetLanguage: 'xx' },
    { text: just, targetLanguage: 'de; drop' },
    { text: just, targetLanguage: '' },
  ])
    expect(await codeOf(wide.guest(id)(translate, input))).toBe('request/invalid')
})

test('a translation that carries HTML is text in the answer, and stays what it is', async () => {
  const evil = '<img src=x onerror=alert(1)></script><script>alert(1)</script>\u2028'
  answer = libreAnswer(() => evil)
  const id = await salon([{ id: 'cut', name: 'Poisoned' }])
  const response = await app.guest(id).send(translate, { text: 'Poisoned', targetLanguage: 'de' })
  answer = null
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await response.json()).toEqual({ result: { translatedText: evil } })
})

test('a translation that has lost a placeholder is none', async () => {
  answer = libreAnswer((text) => text.replace('{cancelLimit}', '{Absagefrist}').replace('hours', 'Stunden'))
  const id = await salon([{ id: 'cut', name: 'Two hours' }], {
    tenantMessages: { cancelLimitText: 'Until {cancelLimit} hours.' },
  })
  const told = (text: string) => app.guest(id)(translate, { text, targetLanguage: 'de' })
  expect([await told('Two hours'), await told('Until {cancelLimit} hours.')]).toEqual([
    { translatedText: 'Two Stunden' },
    { translatedText: 'Until {cancelLimit} hours.' },
  ])
  answer = null
})

test("the tenant's budget of a day is kept to the character, and given back after a day", async () => {
  app.clock.now = Date.now()
  const id = await salon([
    { id: 'a', name: 'a'.repeat(200) },
    { id: 'b', name: 'b'.repeat(101) },
    { id: 'c', name: 'c'.repeat(100) },
    { id: 'd', name: 'dd' },
  ])
  const guest = app.guest(id)
  const asking = (letter: string, length: number) =>
    codeOf(guest(translate, { text: letter.repeat(length), targetLanguage: 'de' }))
  expect(await asking('a', 200)).toBe('none')
  expect(await asking('b', 101)).toBe('translation/over-budget')
  expect(await asking('c', 100)).toBe('none')
  expect(await asking('d', 2)).toBe('translation/over-budget')
  expect(await asking('a', 200)).toBe('none')
  app.clock.now += 86_400_001
  expect(await asking('d', 2)).toBe('none')
  app.clock.now = null
})

test('many at once do not overdraw the budget', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `${String(index).padStart(2, '0')}${'y'.repeat(8)}`)
  const id = await salon(names.map((name, index) => ({ id: `s${index}`, name })))
  const told = await Promise.all(
    names.map((text) => codeOf(app.guest(id)(translate, { text, targetLanguage: 'de' }))),
  )
  expect([
    told.filter((one) => one === 'none').length,
    told.filter((one) => one === 'translation/over-budget').length,
  ]).toEqual([30, 10])
})

test('one client address may ask so often, at all tenants together, and is told when it may again', async () => {
  app.clock.now = Date.now()
  // Counters that nobody here has touched.
  const before = app.deps.translationLimit
  app.deps.translationLimit = openLimits(app.deps.config, {
    db: app.db,
    now: app.deps.now,
    secret: 'the secret of other counters, long enough',
  }).translationLimit
  onTestFinished(() => {
    app.deps.translationLimit = before
  })
  const [one, other] = [
    await salon([{ id: 'cut', name: 'Often' }]),
    await salon([{ id: 'cut', name: 'Often' }]),
  ]
  const told = await Promise.all(
    Array.from({ length: TRANSLATIONS_AN_HOUR + 10 }, () =>
      app.guest(one).send(translate, { text: 'Often', targetLanguage: 'de' }),
    ),
  )
  expect([
    told.filter((answered) => answered.status === 200).length,
    told.filter((answered) => answered.status === 429).length,
  ]).toEqual([TRANSLATIONS_AN_HOUR, 10])
  expect(told.find((answered) => answered.status === 429)?.headers.get('retry-after')).toBe('3600')
  expect(await codeOf(app.guest(other)(translate, { text: 'Often', targetLanguage: 'de' }))).toBe(
    'request/too-many',
  )
  app.clock.now += 3_600_000
  expect(await codeOf(app.guest(other)(translate, { text: 'Often', targetLanguage: 'de' }))).toBe('none')
  app.clock.now = null
})

test('a translator that fails costs the tenant nothing, is left alone for ten minutes, and is asked again then', async () => {
  app.clock.now = Date.now()
  const guest = app.guest(await salon([{ id: 'cut', name: 'z'.repeat(300) }]))
  const text = 'z'.repeat(300)
  answer = () => ({ status: 429, body: { error: 'Slowdown' } })
  const before = translator.asked.length
  for (let times = 0; times < 3; times += 1)
    expect(await codeOf(guest(translate, { text, targetLanguage: 'de' }))).toBe('translation/unavailable')
  expect(translator.asked.length - before).toBe(1)
  answer = null
  app.clock.now += 600_001
  expect(await codeOf(guest(translate, { text, targetLanguage: 'de' }))).toBe('none')
  app.clock.now = null
})

test('switched off it says so', async () => {
  const off = await makeApp({ testDb: app })
  expect(
    await codeOf(
      off.guest(await salon([{ id: 'cut', name: 'Haircut' }]))(translate, {
        text: 'Haircut',
        targetLanguage: 'de',
      }),
    ),
  ).toBe('translation/off')
})
