import { afterAll, beforeAll, expect, test } from 'vitest'
import routes from '#web/routes.ts'
import { bringChecker, colors, desktop, everything, faultsAt, phone } from './axe-faults.ts'
import { everyState, makeProps, states, titles, type Props, type State } from './axe-states.ts'
import { salonOf, textIn } from './salon.ts'
import { openStage, ready, type Stage } from './stage.ts'

let stage: Stage
let props: Props
beforeAll(async () => {
  stage = await openStage()
  props = await makeProps(
    salonOf(stage.site, 'aurora'),
    salonOf(stage.site, 'fjord'),
    salonOf(stage.site, 'default'),
  )
})
afterAll(() => stage.close())

/** Everything in light, and in dark what colours can change. */
const checks = { light: everything, dark: colors }
const languages = { freja: 'da', noah: 'en', fresh: 'en', unready: undefined }

/** Routes in a `.tsx` file show a page; those in a `.ts` file only answer. */
const pagesIn = (table: typeof routes): string[] =>
  table.filter((one) => one.file.endsWith('.tsx')).map((one) => one.path ?? '')

test('every page of the route table has its states here', () => {
  expect(pagesIn(routes).toSorted()).toEqual(Object.keys(states).toSorted())
})

/** English and Danish take turns; whoever is signed in decides for themselves. */
const languageOf = ({ as }: State, index: number): string =>
  (as && languages[as]) ?? (index % 2 ? 'da' : 'en')

test.each(everyState.map((one, index) => ({ ...one, language: languageOf(one.state, index) })))(
  '$route ($name, $language) can be used by everyone, on phone and desktop, light and dark',
  async ({ state, language }) => {
    const { salon = 'aurora', as, status = 200, path, steps } = state
    const t = textIn(language)
    await stage.visit(
      {
        viewport: phone,
        locale: language === 'da' ? 'da-DK' : 'en-GB',
        ...(as ? { before: props[as].lend } : {}),
      },
      async (page) => {
        const answer = await page.goto(
          props[salon].url(typeof path === 'function' ? path(props, language) : path),
        )
        expect(answer?.status()).toBe(status)
        await ready(page)
        await steps?.(page, t, props)
        expect(await page.locator('html').getAttribute('lang')).toBe(language)
        expect(await page.title()).toContain(titles[salon])
        await bringChecker(page)
        const faults = [...(await faultsAt(page, phone, checks)), ...(await faultsAt(page, desktop, checks))]
        expect(faults).toEqual([])
        for (const width of [320, 390, 1280]) {
          await page.setViewportSize({ width, height: 844 })
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth),
            `at ${width} px`,
          ).toBeLessThanOrEqual(width)
        }
      },
    )
  },
)
