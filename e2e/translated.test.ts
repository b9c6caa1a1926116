/** @module-tag exhaustive */

import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { perTier } from '#test/tier.ts'
import { open, openHarness, ready, type Harness } from './harness.ts'
import { press } from './page.ts'
import { textIn } from './salon.ts'
import { everyState } from './states/every-state.ts'
import { makeProps, type Props } from './states/props.ts'
import { translatePage } from './translated-page.ts'

/*
 * Every state of every page, translated by the browser: the steps that lead to it, and then each of its
 * controls that neither ends the session nor deletes what other states show.
 */
let harness: Harness
let props: Props
beforeAll(async () => {
  harness = await openHarness()
  props = await makeProps(harness.site)
})
afterAll(() => harness.close())

const walked =
  'button:not([disabled], .bg-danger, [aria-disabled=true]), summary, select, input[type=checkbox], ' +
  'input[type=radio], a[href^="?"]'
/** Ends sessions that other states need, or leaves the site. */
const skipped =
  'form[action$="/sign-out"] *, form[action*="/sign-in/provider"] *, form:has([value=sessions]) *, ' +
  '[value^=signOut], [value=leave]'

const language = 'en'
const mostControls = perTier(12, 120)
const step = everyState.length / perTier(Math.ceil(everyState.length / 25), everyState.length)
const sample = everyState.filter((_, index) => Math.floor(index % step) === 0)

test.each(sample)('$route ($name) works when it is translated', async ({ state }) => {
  const { salon = 'aurora', as, status = 200, path: given, steps } = state
  const path = typeof given === 'function' ? given(props, language) : given
  const url = props[salon].url(path)
  await harness.visit(
    { locale: language, reducedMotion: 'reduce', serviceWorkers: 'block', before: prepare },
    async (page) => {
      async function reach() {
        expect((await page.goto(url))?.status()).toBe(status)
        await ready(page)
        await page.waitForFunction(() => 'translated' in window)
        await steps?.(page, textIn(language), props)
      }
      await page.addInitScript(translatePage)
      await reach()
      await walk(page, reach)
    },
  )
  async function prepare(context: BrowserContext) {
    // Some pages ask for a sign-in of the last minutes.
    await props.aurora.sql('update session set created_at = now()')
    if (!as) return
    await props[as].copyCookies(context)
    await context.addCookies([{ name: 'lang', value: language, url: new URL(url).origin }])
  }
})

/** Uses each control of the page once. What leaves the page is followed by a return to it. */
async function walk(page: Page, reach: () => Promise<void>): Promise<void> {
  const from = page.url()
  const count = await page
    .locator(walked)
    .and(page.locator(`:not(${skipped})`))
    .count()
  for (let at = 0; at < Math.min(count, mostControls); at += 1) {
    const control = page
      .locator(walked)
      .and(page.locator(`:not(${skipped})`))
      .nth(at)
    if (!(await control.isVisible())) continue
    const tag = await control
      .evaluate((element) => element.tagName, null, { timeout: 2_000 })
      .catch(() => null)
    // The answer to the control before came only now.
    if (tag === null) {
      await reach()
      continue
    }
    if (tag === 'SELECT') {
      const options = await control.locator('option').count()
      await control.selectOption({ index: options - 1 }, { timeout: 2_000 })
    } else await control.click({ timeout: 2_000, noWaitAfter: true }).catch(() => {})
    await page.waitForTimeout(100)
    await page.waitForLoadState('domcontentloaded')
    if (page.url() !== from) await reach()
    else if (await page.locator('dialog:modal').count()) await page.keyboard.press('Escape')
  }
}

test('an error page after a change says that it has been received', async () => {
  await harness.visit({ expected: /removeChild|NotFoundError/ }, async (page) => {
    const t = textIn('da')
    await open(page, props.aurora.url('/shop/product/kam?lang=da'))
    await press(page, t('addToCart.button'))
    const added = page.getByText(t('addToCart.added', { name: 'Kam af bøgetræ' }), { exact: true })
    await added.waitFor()
    // As an extension does: what React removes at the next press is not there.
    await added.evaluate((element) => element.remove())
    await page.locator('main form button').click()
    await page.getByText(t('error.received'), { exact: true }).waitFor()
  })
})
