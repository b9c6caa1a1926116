import { afterAll, beforeAll, expect, test } from 'vitest'
import { textIn } from './salon.ts'
import { openStage, type Stage } from './stage.ts'

const t = textIn('en')
let stage: Stage
beforeAll(async () => {
  stage = await openStage({ TRANSLATION: 'simulator', ANALYTICS: 'simulator' })
})
afterAll(() => stage.close())

test('a page says that the salon’s words were translated where they were, and leads to the original; the product’s own words are nobody’s translation', async () => {
  await stage.visit({}, async (page) => {
    const note = page.getByText(t('translation.simulated'))
    const look = async (path: string) => {
      await page.goto(stage.site.url('fjord', path))
      await page.getByRole('heading', { level: 1 }).waitFor()
      return note.count()
    }
    await expect.poll(() => look('/behandlinger'), { timeout: 30_000 }).toBe(1)
    const heading = page.getByRole('main').getByRole('heading', { level: 2 }).first()
    const translated = await heading.innerText()
    await page.getByRole('link', { name: t('translation.toOriginal'), exact: true }).click()
    await page.getByText(t('translation.original')).waitFor()
    expect(await heading.innerText()).not.toBe(translated)
    for (const path of ['/tc', '/cookies']) {
      expect([path, await look(path)]).toEqual([path, 0])
      expect(new URL(page.url()).pathname).toBe(path)
    }
  })
})
