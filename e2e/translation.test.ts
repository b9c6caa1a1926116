/** @module-tag exhaustive */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { textIn } from './salon.ts'
import { openHarness, type Harness } from './harness.ts'

const t = textIn('de')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ TRANSLATION: 'simulator', ANALYTICS: 'simulator' })
})
afterAll(() => harness.close())

test('a page marks only the salon’s translated text and links to the original', async () => {
  await harness.visit({ locale: 'de-DE' }, async (page) => {
    const note = page.getByText(t('translation.simulated'))
    const inspect = async (path: string) => {
      await page.goto(harness.site.url('fjord', path))
      await page.getByRole('heading', { level: 1 }).waitFor()
      return note.count()
    }
    await expect.poll(() => inspect('/behandlinger'), { timeout: 30_000 }).toBe(1)
    const heading = page.getByRole('main').getByRole('heading', { level: 2 }).first()
    const translated = await heading.innerText()
    await page.getByRole('link', { name: t('translation.toOriginal'), exact: true }).click()
    await page.getByText(t('translation.original')).waitFor()
    expect(await heading.innerText()).not.toBe(translated)
    for (const path of ['/tc', '/cookies']) {
      expect([path, await inspect(path)]).toEqual([path, 0])
      expect(new URL(page.url()).pathname).toBe(path)
    }
  })
})
