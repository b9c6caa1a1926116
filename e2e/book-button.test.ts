/** @module-tag exhaustive */

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, phone } from './axe-violations.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { openSalon, textIn } from './salon.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const button = (page: Page) =>
  page.locator('.book-bar, .book-link').getByRole('link', { name: t('shell.book'), exact: true })
const boxOf = async (page: Page) => {
  const box = await button(page).boundingBox()
  if (!box) throw new Error('no Book button')
  return { top: box.y, bottom: box.y + box.height }
}
const scroll = (page: Page, to: number) => page.evaluate((y) => scrollTo(0, y), to)

test.each([
  ['a phone', phone],
  ['a wide screen', desktop],
])(
  'on %s the Book button is in view at the top, below and at the end, and leads to the booking',
  (_, viewport) =>
    harness.visit({ viewport, reducedMotion: 'reduce' }, async (page) => {
      await open(page, harness.site.url('aurora', '/behandlinger?lang=en'))
      for (const y of [0, 300, 700, 1e6]) {
        await scroll(page, y)
        const isInView = async () => {
          const { top, bottom } = await boxOf(page)
          return top >= 0 && bottom <= viewport.height
        }
        await expect.poll(isInView, { message: `at ${y}` }).toBe(true)
      }
      expect(
        await page
          .locator('footer')
          .boundingBox()
          .then((box) => (box ? box.y + box.height : 0)),
      ).toBeLessThanOrEqual((viewport === phone ? (await boxOf(page)).top : viewport.height) + 1)
      await button(page).click()
      await page.getByRole('heading', { level: 1, name: t('book.servicesTitle') }).waitFor()
      expect(await button(page).count()).toBe(0)
    }),
)

test('on a phone it is above the question about cookies, and both can be pressed', async () => {
  const salon = await openSalon(harness.site, { profile: { analytics: { measurementId: 'G-TEST1234' } } })
  await harness.visit({ viewport: phone }, async (page) => {
    await open(page, salon.url('/behandlinger'))
    const banner = page.getByRole('region', { name: t('consent.title'), exact: true })
    await banner.waitFor()
    const strip = await banner.boundingBox()
    await expect.poll(async () => (await boxOf(page)).bottom).toBeLessThanOrEqual(strip?.y ?? 0)
    await banner.getByRole('button', { name: t('consent.decline') }).click()
    await expect.poll(async () => (await boxOf(page)).bottom).toBeGreaterThan(phone.height - 20)
    await button(page).click()
    await page.waitForURL(salon.url('/book'))
  })
})

test('a tenant without booking has no Book button', async () => {
  await harness.visit({ viewport: phone }, async (page) => {
    await open(page, harness.site.url('default', '/tc'))
    expect(await button(page).count()).toBe(0)
  })
})
