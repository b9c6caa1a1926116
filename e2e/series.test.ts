import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { booking } from './booking.ts'
import { desktop, everything, findViolations, injectAxe, phone } from './axe-violations.ts'
import { bookElsewhere, openSalon, textIn } from './salon.ts'
import { open, openHarness, ready, tabTo, type Harness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const t = textIn('en')
/** Where pictures of the pages are kept to be looked at. */
const PICTURES = process.env.SERIES_PICTURES

async function look(page: Page, name: string): Promise<string[]> {
  await injectAxe(page)
  const found = [
    ...(await findViolations(page, phone, { light: everything, dark: everything })),
    ...(await findViolations(page, desktop, { light: everything, dark: everything })),
  ]
  if (PICTURES) {
    mkdirSync(PICTURES, { recursive: true })
    for (const viewport of [phone, desktop])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        await page.screenshot({
          path: `${PICTURES}/${name}-${viewport.width}-${colorScheme}.png`,
          fullPage: true,
        })
      }
  }
  // No page is wider than a phone.
  await page.setViewportSize(phone)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  return width > phone.width ? [...found, `${name} is ${width} px wide`] : found
}

test.each([
  ['with scripts', true],
  ['without scripts', false],
])(
  'a guest repeats a visit, one date at another time, and cancels later dates, %s',
  async (_, javaScriptEnabled) => {
    const salon = await openSalon(harness.site, { members: [{ id: 'anna' }] })
    const go = async (page: Page) => (javaScriptEnabled ? ready(page) : undefined)
    await harness.visit({ javaScriptEnabled }, async (page) => {
      const step = booking(page, t)
      await page.goto(salon.url('/book/time?services=cut'))
      await step.firstTime().click()
      await step.heading(t('booking.detailsTitle'))
      const start = Number(new URL(page.url()).searchParams.get('start'))
      // Somebody else has the time two weeks later.
      await bookElsewhere(salon, salon.caller(), { from: start + 14 * 86_400_000, details: true })
      await page.getByRole('link', { name: t('series.title') }).click()
      await step.heading(t('series.title'))
      await go(page)
      await page.getByLabel(t('series.weeks')).selectOption('2')
      await page.getByLabel(t('series.count')).selectOption('3')
      await page.getByRole('button', { name: t('series.show') }).click()
      await page.waitForURL(/count=3/)
      const second = page.locator('#d1')
      await second.getByText(t('series.taken')).waitFor()
      // A choice is missing.
      await page.getByRole('button', { name: t('series.goOn') }).click()
      await page.getByRole('alert').getByText(t('series.choose')).waitFor()
      await second.getByRole('radio').first().check()
      await page.getByRole('button', { name: t('series.goOn') }).click()
      await step.heading(t('booking.detailsTitle'))
      await page
        .getByText(t('series.summary', { every: t('series.every', { count: 2 }), count: 3 }))
        .first()
        .waitFor()
      await step.tell()
      await step.confirm().click()
      await step.done()
      const series = page.getByRole('region', { name: t('series.ofSeries') })
      expect(await series.getByRole('listitem').count()).toBe(3)
      // Another date, and from there to the question.
      await series.getByRole('link').first().click()
      await series.getByRole('listitem').nth(1).locator('[aria-current=true]').waitFor()
      await page.getByRole('link', { name: t('series.cancelFrom') }).click()
      await step.heading(t('series.cancelTitle'))
      await page.getByRole('button', { name: t('series.cancelThese', { count: 2 }) }).click()
      await step.heading(t('booking.cancelledTitle'))
    })
    const visits = await salon.sql<{ state: string }>(
      'select state from visit where series_id is not null order by start',
    )
    expect(visits.map(({ state }) => state)).toEqual(['booked', 'cancelled', 'cancelled'])
  },
)

test.each(['da', 'de'])('the pages of a series in %s: axe, both widths, light and dark', async (language) => {
  const salon = await openSalon(harness.site, {
    members: [{ id: 'anna' }],
    profile: { default: { language, countryCode: 'DK' } },
  })
  const words = textIn(language)
  await harness.visit({ locale: language }, async (page) => {
    const step = booking(page, words)
    await open(page, salon.url(`/book/time?services=cut&lang=${language}`))
    await step.firstTime().click()
    await step.heading(words('booking.detailsTitle'))
    const start = Number(new URL(page.url()).searchParams.get('start'))
    await bookElsewhere(salon, salon.caller(), { from: start + 14 * 86_400_000, details: true })
    await open(
      page,
      salon.url(`/book/repeat?services=cut&teamMember=any&start=${start}&weeks=2&count=9&lang=${language}`),
    )
    await page.getByText(words('series.notOpen')).first().waitFor()
    expect(await look(page, `repeat-${language}`)).toEqual([])
    await page.locator('#d1').getByRole('radio').first().check()
    await page.waitForURL(/d1=/)
    // A choice survives a reload.
    await page.reload()
    await ready(page)
    expect(await page.locator('#d1').getByRole('radio').first().isChecked()).toBe(true)
    await page.getByRole('button', { name: words('series.goOn') }).click()
    await step.heading(words('booking.detailsTitle'))
    expect(await look(page, `confirm-${language}`)).toEqual([])
    await step.tell()
    await step.confirm().click()
    await step.done()
    expect(await look(page, `done-${language}`)).toEqual([])
    // By keyboard only.
    const cancel = page.getByRole('link', { name: words('series.cancelFrom') })
    await tabTo(page, cancel)
    await page.keyboard.press('Enter')
    await step.heading(words('series.cancelTitle'))
    expect(await look(page, `cancel-${language}`)).toEqual([])
  })
})
