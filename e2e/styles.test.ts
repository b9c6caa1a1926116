import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyBlock } from './axe-states.ts'
import { writePages } from './content.ts'
import { salonOf, type Salon } from './salon.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let aurora: Salon
beforeAll(async () => {
  stage = await openStage()
  aurora = salonOf(stage.site, 'aurora')
  await writePages(aurora, [{ id: 'every-block', title: 'Every block', blocks: everyBlock }])
})
afterAll(() => stage.close())

/** Runs in the browser: how each element looks, and what stands before and after it. */
function looks(): [string, string][] {
  return [...document.querySelectorAll('body, body *')].flatMap((element) =>
    ['', '::before', '::after'].map((part): [string, string] => {
      const style = getComputedStyle(element, part)
      if (part && style.content === 'none') return [`${element.tagName}${part}`, 'none']
      const all = [...style].map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ')
      return [`${element.tagName}${part} ${element.getAttribute('class') ?? ''}`, all]
    }),
  )
}

/** Adds the rest of the style sheet after that of the page, as its scripts do. @returns how many rules each of the two has. */
async function addRest(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = document.querySelector<HTMLLinkElement>('link[data-rel=stylesheet]')?.href ?? ''
    document.head.append(link)
  })
  // Without scripts no event tells that it has come.
  await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBe(2)
  return page.evaluate(() => {
    const count = (rules: CSSRuleList): number =>
      [...rules].reduce(
        (sum, rule) => sum + 1 + ('cssRules' in rule ? count(rule.cssRules as CSSRuleList) : 0),
        0,
      )
    return [...document.styleSheets].map(({ cssRules }) => count(cssRules))
  })
}

test.each([
  '/',
  '/behandlinger',
  '/inspiration',
  '/every-block',
  '/nothing-here',
  '/cookies',
  '/login',
  '/book',
  '/book/time?services=dameklip',
])('the styles in %s are all that it needs as it stands', async (path) => {
  for (const width of [390, 1280]) {
    await stage.visit(
      { javaScriptEnabled: false, viewport: { width, height: 844 }, reducedMotion: 'reduce' },
      async (page) => {
        await page.goto(aurora.url(path))
        const before = await page.evaluate(looks)
        const [inPage = 0, rest = 0] = await addRest(page)
        expect([path, before.length > 100, rest > inPage / 3]).toEqual([path, true, true])
        const after = await page.evaluate(looks)
        expect(after.filter(([, look], index) => look !== before[index]?.[1]).map(([name]) => name)).toEqual(
          [],
        )
      },
    )
  }
})
