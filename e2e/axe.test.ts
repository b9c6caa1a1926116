import axe, { type RunOptions } from 'axe-core'
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

const everything: RunOptions = { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'] }, rules: { 'target-size': { enabled: true } } }
const contrast: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }
const [phone, desktop] = [{ width: 390, height: 844 }, { width: 1280, height: 900 }]
const titles = { aurora: 'Aurora Hår & Skønhed', fjord: 'Fjord Barber', neutral: 'Stamgast', broken: 'Title' }
const languages = { freja: 'da', noah: 'en', fresh: 'en', unready: undefined }

const all = Object.entries(states).flatMap(([route, shown]) => shown.map((state) => ({ route: `/${route}`, name: state.name, state })))

/** Routes in a `.tsx` file show a page; those in a `.ts` file only answer. */
const pagesIn = (table: typeof routes): string[] => table.filter((one) => one.file.endsWith('.tsx')).map((one) => one.path ?? '')

test('every page of the route table has its states here', () => {
  expect(pagesIn(routes).toSorted()).toEqual(Object.keys(states).toSorted())
})

/** English and Danish take turns; whoever is signed in decides for themselves. */
const languageOf = ({ as }: State, index: number): string => (as && languages[as]) ?? (index % 2 ? 'da' : 'en')

test.each(all.map((one, index) => ({ ...one, language: languageOf(one.state, index) })))('$route ($name, $language) can be used by everyone, on phone and desktop, light and dark', async ({ state, language }) => {
  const { salon = 'aurora', as, status = 200, path, steps } = state
  const t = textIn(language)
  await stage.visit({ viewport: phone, locale: language === 'da' ? 'da-DK' : 'en-GB', ...(as ? { before: props[as].lend } : {}) }, async (page) => {
    const answer = await page.goto(props[salon].url(typeof path === 'function' ? path(props, language) : path))
    expect(answer?.status()).toBe(status)
    await ready(page)
    await steps?.(page, t, props)
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    expect(await page.title()).toContain(titles[salon])
    await page.evaluate(axe.source)
    const faults = [...(await faultsAt(page, phone)), ...(await faultsAt(page, desktop))]
    expect(faults).toEqual([])
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBeLessThanOrEqual(width)
    }
  })
}, 90_000)

/** Everything in light, and in dark what colours can change. The checker is brought in once: that costs more than a run of it. */
async function faultsAt(page: Page, viewport: { width: number; height: number }): Promise<string[]> {
  await page.setViewportSize(viewport)
  const faults: string[] = []
  for (const [colorScheme, options] of [['light', everything], ['dark', contrast]] as const) {
    await page.emulateMedia({ colorScheme })
    await settled(page)
    faults.push(...(await violations(page, options)).map((fault) => `${colorScheme}, ${viewport.width} px: ${fault}`))
  }
  return faults
}

const violations = (page: Page, options: RunOptions) =>
  page.evaluate(async (given) => {
    const found = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, { ...given, resultTypes: ['violations'] })
    return found.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 200)} ${(node.failureSummary ?? '').replace(/\s+/g, ' ').slice(0, 220)}`))
  }, options)

/** Colours that are still on their way are nobody's choice. What moves with the scrolling never ends. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const passing = document.getAnimations().filter((one) => one.timeline === document.timeline && one.effect?.getComputedTiming().iterations !== Infinity)
    await Promise.all(passing.map((one) => one.finished.catch(() => null)))
  })
