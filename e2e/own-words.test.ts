/** @module-tag exhaustive */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { clinicFile, importFile } from '#test/clinic.ts'
import { getPage } from '#test/process.ts'
import { libreAnswer, startTranslator } from '#test/translator.ts'
import { booking } from './booking.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { salonOf, textIn, type Salon } from './salon.ts'

/* A German clinic with English words of its own; the translator is a fake that prefixes the language. */
const NAME = 'klinik'
let translator: Awaited<ReturnType<typeof startTranslator>>
let harness: Harness
let clinic: Salon
beforeAll(async () => {
  translator = await startTranslator(libreAnswer((text, target) => `[${target}] ${text}`))
  harness = await openHarness({ TRANSLATION: 'libretranslate', LIBRETRANSLATE_URL: translator.url })
  await importFile(harness.site.testDb, clinicFile(NAME))
  clinic = salonOf(harness.site, NAME)
})
afterAll(async () => {
  await harness.close()
  await translator.stop()
})

const get = async (path: string) => (await getPage(harness.site.port, `${NAME}.localhost`, path)).text
const noteIn = (language: string) => textIn(language)('translation.automatic')
/** The page once all of its texts are translated. */
async function translated(path: string, words: string): Promise<string> {
  let html = ''
  await expect.poll(async () => (html = await get(path)), { timeout: 20_000 }).toContain(words)
  return html
}

test('own words have no note, translated ones have one', async () => {
  const english = await get('/?lang=en')
  expect(english).toContain('<title>Lakeside Clinic')
  for (const words of ['Good day', '>Our team</a>', 'Three people who take their time.'])
    expect([words, english.includes(words)]).toEqual([words, true])
  expect(await get('/team?lang=en')).toContain('<p>Two.</p>')
  for (const path of ['/', '/team', '/behandlinger', '/book'])
    for (const key of ['translation.automatic', 'translation.mixed', 'translation.none'] as const)
      expect([path, (await get(`${path}?lang=en`)).includes(`<span>${textIn('en')(key)}</span>`)]).toEqual([
        path,
        false,
      ])

  const danish = await translated('/?lang=da', '[da] ')
  expect(danish).toContain('Klinik am See')
  expect(await translated('/behandlinger?lang=da', '[da] Massage')).toContain(noteIn('da'))
  expect(await translated('/impressum?lang=en', '[en] Angaben')).toContain(noteIn('en'))
})

test('metadata, structured data and the price list have the own words', async () => {
  const prices = await get('/behandlinger?lang=en')
  for (const words of [
    'content="Skin and calm by the lake"',
    '"name":"Massage therapy"',
    'With warm oil.',
    'Skin care',
  ])
    expect([words, prices.includes(words)]).toEqual([words, true])
  expect(prices).not.toMatch(/lang="de"[^>]*>(?:Massage|Haut)</)
  expect(prices).toContain('hrefLang="en"')
})

test('a guest books in English: page, mail and calendar file have the clinic’s English words', async () => {
  const t = textIn('en')
  await harness.visit({ locale: 'en-GB' }, async (page) => {
    const steps = booking(page, t)
    await open(page, clinic.url('/book/time?services=massage&lang=en'))
    // The next one might pass before it is pressed.
    await steps.times().last().click()
    await page.getByText('Massage therapy').first().waitFor()
    await page.getByText('Free until 24 hours before.').first().waitFor()
    await steps.tell()
    await steps.confirm().click()
    await steps.done()
    expect(await page.getByText(noteIn('en')).count()).toBe(0)
  })
  await expect.poll(async () => (await clinic.guestMail()).length, { timeout: 20_000 }).toBe(1)
  const [mail] = await clinic.guestMail()
  expect(mail?.text).toContain('Massage therapy')
  expect(mail?.html).toContain('Massage therapy')
  expect(mail?.ics).toContain('Massage therapy')
  const salon = (await clinic.mail()).filter(({ to }) => to.startsWith('hallo@'))
  expect(salon.map(({ text }) => [text.includes('Massage'), text.includes('therapy')])).toEqual([
    [true, false],
  ])
})
