import { afterAll, beforeAll, expect, test } from 'vitest'
import { injectAxe, colors, desktop, everything, findViolations, phone } from './axe-violations.ts'
import { everyState, makeProps, titles, type Props, type State } from './axe-states.ts'
import { salonOf, textIn } from './salon.ts'
import { openHarness, ready, type Harness } from './harness.ts'

let harness: Harness
let props: Props
beforeAll(async () => {
  harness = await openHarness()
  props = await makeProps(
    salonOf(harness.site, 'aurora'),
    salonOf(harness.site, 'fjord'),
    salonOf(harness.site, 'default'),
  )
})
afterAll(() => harness.close())

/** All rules in light mode, and the colour rules in dark mode. */
const checks = { light: everything, dark: colors }
const languages = { freja: 'da', noah: 'en', fresh: 'en', incomplete: undefined }

/** English and Danish alternate; for a signed-in guest it is their own language. */
const languageOf = ({ as }: State, index: number): string =>
  (as && languages[as]) ?? (index % 2 ? 'da' : 'en')

test.each(everyState.map((one, index) => ({ ...one, language: languageOf(one.state, index) })))(
  '$route ($name, $language) passes axe on phone and desktop, in light and dark mode',
  async ({ state, language }) => {
    const { salon = 'aurora', as, status = 200, path, steps } = state
    const t = textIn(language)
    await harness.visit(
      {
        viewport: phone,
        locale: language === 'da' ? 'da-DK' : 'en-GB',
        ...(as ? { before: props[as].copyCookies } : {}),
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
        await injectAxe(page)
        const errors = [
          ...(await findViolations(page, phone, checks)),
          ...(await findViolations(page, desktop, checks)),
        ]
        expect(errors).toEqual([])
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
