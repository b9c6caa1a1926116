import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import routes from '#web/routes.ts'
import { makeProps, states, type Props, type State } from './axe-states.ts'
import { salonOf, textIn } from './salon.ts'
import { openStage, ready, type Stage } from './stage.ts'

let stage: Stage
let props: Props
beforeAll(async () => {
  stage = await openStage()
  props = await makeProps(salonOf(stage.site, 'aurora'), salonOf(stage.site, 'fjord'), salonOf(stage.site, 'default'))
})
afterAll(() => stage.close())

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
const [phone, desktop] = [{ width: 390, height: 844 }, { width: 1280, height: 900 }]
const titles = { aurora: 'Aurora Hår & Skønhed', fjord: 'Fjord Barber', neutral: 'Stamgast', broken: 'Title' }
const languages = { freja: 'da', noah: 'en', fresh: 'en', unready: undefined }

const all = Object.entries(states).flatMap(([route, shown]) => shown.map((state) => ({ route: `/${route}`, name: state.name, state })))

/** Routes in a `.tsx` file show a page; those in a `.ts` file only answer. */
const pagesIn = (table: typeof routes): string[] => table.filter((one) => one.file.endsWith('.tsx')).map((one) => one.path ?? '')

test('every page of the route table has its states here', () => {
  expect(pagesIn(routes).toSorted()).toEqual(Object.keys(states).toSorted())
})

/** English and Danish take turns; whoever is signed in, or a link, decides for themselves. */
const languageOf = ({ as, path }: State, index: number): string =>
  (as && languages[as]) ?? (typeof path === 'function' ? 'en' : path.startsWith('/cancelBooking') ? 'en' : index % 2 ? 'da' : 'en')

test.each(all.map((one, index) => ({ ...one, language: languageOf(one.state, index) })))('$route ($name, $language) can be used by everyone, on phone and desktop, light and dark', async ({ state, language }) => {
  const { salon = 'aurora', as, status = 200, path, steps } = state
  const t = textIn(language)
  await stage.visit({ viewport: phone, locale: language === 'da' ? 'da-DK' : 'en-GB', ...(as ? { before: props[as].lend } : {}) }, async (page) => {
    const answer = await page.goto(props[salon].url(typeof path === 'function' ? path(props) : path))
    expect(answer?.status()).toBe(status)
    await ready(page)
    await steps?.(page, t, props)
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    expect(await page.title()).toContain(titles[salon])
    const faults = [...(await faultsAt(page, phone)), ...(await faultsAt(page, desktop))]
    expect(faults).toEqual([])
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBeLessThanOrEqual(width)
    }
  })
}, 90_000)

/** Everything in light, and in dark what colours can change. */
async function faultsAt(page: Page, viewport: { width: number; height: number }): Promise<string[]> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: 'light' })
  await settled(page)
  const light = await new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).withTags(tags).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  const dark = await new AxeBuilder({ page }).setLegacyMode(true).withRules(['color-contrast']).analyze()
  const told = (scheme: string, { violations }: typeof light) =>
    violations.flatMap((one) => one.nodes.map((node) => `${one.id} (${scheme}, ${viewport.width} px): ${node.html.slice(0, 200)} ${(node.failureSummary ?? '').replace(/\s+/g, ' ').slice(0, 220)}`))
  return [...told('light', light), ...told('dark', dark)]
}

/** Colours that are still on their way are nobody's choice. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
    await Promise.all(passing.map((one) => one.finished.catch(() => null)))
  })
