import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CallError } from '#contract/errors.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import {
  libreAnswer,
  startTranslator,
  type TranslatorAnswer,
  type TranslatorRequest,
} from '#test/translator.ts'
import { TRANSLATIONS_PER_HOUR } from '../rate-limit/limits.ts'
import { createRateLimiters } from '../rate-limit/limits.ts'

/* The provider is an HTTP stub that reverses the text and prefixes the language in brackets. */
const backwards = libreAnswer((text, target) => `[${target}] ${[...text].toReversed().join('')}`)
let answer: ((asked: TranslatorRequest) => TranslatorAnswer) | null = null
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

test('a published text is translated once and then read from the cache', async () => {
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

test('100 concurrent requests send one request to the provider', async () => {
  const guest = app.guest(await salon([{ id: 'cut', name: 'Crowded' }]))
  const before = translator.asked.length
  const reported = await Promise.all(
    Array.from({ length: 100 }, () => guest(translate, { text: 'Crowded', targetLanguage: 'de' })),
  )
  expect(new Set(reported.map((one) => one.translatedText))).toEqual(new Set(['[de] dedworC']))
  expect(translator.asked.length - before).toBe(1)
})

test('an unpublished text is rejected and never sent to the provider', async () => {
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

test('texts have at most 2000 characters, and languages are the eleven supported ones', async () => {
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

test('HTML in a translation is returned as plain text', async () => {
  const evil = '<img src=x onerror=alert(1)></script><script>alert(1)</script>\u2028'
  answer = libreAnswer(() => evil)
  const id = await salon([{ id: 'cut', name: 'Poisoned' }])
  const response = await app.guest(id).send(translate, { text: 'Poisoned', targetLanguage: 'de' })
  answer = null
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await response.json()).toEqual({ result: { translatedText: evil } })
})

test('a translation that has lost a placeholder is not used', async () => {
  answer = libreAnswer((text) => text.replace('{cancelLimit}', '{Absagefrist}').replace('hours', 'Stunden'))
  const id = await salon([{ id: 'cut', name: 'Two hours' }], {
    tenantMessages: { cancelLimitText: 'Until {cancelLimit} hours.' },
  })
  const reported = (text: string) => app.guest(id)(translate, { text, targetLanguage: 'de' })
  expect([await reported('Two hours'), await reported('Until {cancelLimit} hours.')]).toEqual([
    { translatedText: 'Two Stunden' },
    { translatedText: 'Until {cancelLimit} hours.' },
  ])
  answer = null
})

test('the daily budget is exact to the character and available again after a day', async () => {
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

test('concurrent requests do not exceed the budget', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `${String(index).padStart(2, '0')}${'y'.repeat(8)}`)
  const id = await salon(names.map((name, index) => ({ id: `s${index}`, name })))
  const reported = await Promise.all(
    names.map((text) => codeOf(app.guest(id)(translate, { text, targetLanguage: 'de' }))),
  )
  expect([
    reported.filter((one) => one === 'none').length,
    reported.filter((one) => one === 'translation/over-budget').length,
  ]).toEqual([30, 10])
})

test('a client IP has one limit for all tenants and gets a Retry-After', async () => {
  app.clock.now = Date.now()
  // Counters that no other test has used.
  const before = app.deps.translationLimit
  app.deps.translationLimit = createRateLimiters(app.deps.config, {
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
  const reported: Response[] = []
  // Few at once: the counters are in memory while those in the database answer too late.
  while (reported.length < TRANSLATIONS_PER_HOUR + 10)
    reported.push(
      ...(await Promise.all(
        Array.from({ length: 5 }, () =>
          app.guest(one).send(translate, { text: 'Often', targetLanguage: 'de' }),
        ),
      )),
    )
  expect([
    reported.filter((answered) => answered.status === 200).length,
    reported.filter((answered) => answered.status === 429).length,
  ]).toEqual([TRANSLATIONS_PER_HOUR, 10])
  expect(reported.find((answered) => answered.status === 429)?.headers.get('retry-after')).toBe('3600')
  expect(await codeOf(app.guest(other)(translate, { text: 'Often', targetLanguage: 'de' }))).toBe(
    'request/too-many',
  )
  app.clock.now += 3_600_000
  expect(await codeOf(app.guest(other)(translate, { text: 'Often', targetLanguage: 'de' }))).toBe('none')
  app.clock.now = null
})

test('a failing provider costs no budget and is asked again after ten minutes', async () => {
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

test('without a provider the call fails with translation/off', async () => {
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
