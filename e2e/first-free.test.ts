import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desktop, findFaults } from './axe-violations.ts'
import { booking } from './booking.ts'
import { open, openHarness, tabTo, type Harness } from './harness.ts'
import { follow } from './page.ts'
import { openSalon, textIn, textPattern, type Salon } from './salon.ts'
import { byKeyboard, ways } from './ways.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** `bo` takes longer, and is the only one for `color`. */
const services = [
  { id: 'cut', duration: 45, lengths: { bo: { minutes: 60 } } },
  { id: 'color', duration: 60, members: ['bo'] },
]
const offers = (page: Page) => page.getByRole('main').locator('button[name=start]')
const firstFree = async (salon: Salon) =>
  (await salon.caller().call('getFirstFree', { tenantId: salon.id, services: 'cut' })).offers.map(
    ({ start }) => start,
  )
const shown = async (page: Page) =>
  (await offers(page).evaluateAll((all) => all.map((one) => one.getAttribute('value')))).map(Number)
const heldStart = async (salon: Salon) =>
  (
    await salon.sql<{ start: Date }>(
      "select start from visit where state = 'held' order by created_at desc limit 1",
    )
  )[0]?.start.getTime()

describe.each(ways)('in %s, %s', (language, _, javaScriptEnabled, viewport) => {
  const t = textIn(language)
  const visitor = { javaScriptEnabled, viewport, locale: language }
  const goTo = (page: Page, url: string) => (javaScriptEnabled ? open(page, url) : page.goto(url))

  test('price list, service and person lead to the first three times, one press holds one', async () => {
    const salon = await openSalon(harness.site, { services })
    const times = await firstFree(salon)
    expect(times).toHaveLength(3)
    await harness.visit(visitor, async (page) => {
      const step = booking(page, t)
      const name = `cut of ${salon.id}`
      const ways: [path: string, link: RegExp][] = [
        // The name of the service follows the words of the link.
        ['/behandlinger', new RegExp(`${t('price.first')}.*${name}`, 's')],
        ['/behandlinger/cut', textPattern(t('price.first'))],
        ['/book/person?services=cut', textPattern(t('book.firstLink'))],
      ]
      for (const [path, link] of ways) {
        await goTo(page, salon.url(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`))
        await page.getByRole('main').getByRole('link', { name: link }).click()
        await step.heading(t('book.firstTitle'))
        expect(await shown(page)).toEqual(times)
      }
      // People take different times: each time says its own, the summary what it may be.
      expect(await offers(page).first().innerText()).toMatch(/45|1 (?:t|Std)\./)
      expect(await page.getByRole('main').innerText()).toMatch(/45[-–]60\smin\./i)
      if (javaScriptEnabled) {
        expect(await findFaults(page)).toEqual([])
        await page.setViewportSize(viewport)
      }
      await offers(page).nth(1).click()
      await step.heading(t('booking.detailsTitle'))
      expect(await heldStart(salon)).toBe(times[1])
      await page.goBack()
      await step.heading(t('book.firstTitle'))
      await follow(page, t('book.allTimes'))
      await step.heading(t('book.timeTitle'))
    })
  })

  test('nobody works: the page says so, and offers neither a waitlist nor itself', async () => {
    const salon = await openSalon(harness.site, {
      services,
      members: [{ id: 'anna' }, { id: 'bo', hours: [] }],
    })
    await harness.visit(visitor, async (page) => {
      await goTo(page, salon.url(`/book/first?services=color&lang=${language}`))
      await booking(page, t).heading(t('book.timeTitle'))
      const main = page.getByRole('main')
      await main.getByText(t('book.whyClosed'), { exact: true }).waitFor()
      expect(await main.getByRole('link', { name: t('book.joinWaitlist'), exact: true }).count()).toBe(0)
      expect(await main.getByRole('link', { name: t('book.backToFirst'), exact: true }).count()).toBe(0)
      if (javaScriptEnabled) expect(await findFaults(page)).toEqual([])
    })
  })
})

test.each(byKeyboard)('by keyboard alone, from the services to a held time, in %s', async (language) => {
  const t = textIn(language)
  const salon = await openSalon(harness.site, { services })
  await harness.visit({ locale: language, viewport: desktop }, async (page) => {
    const step = booking(page, t)
    await open(page, salon.url(`/book?lang=${language}`))
    await tabTo(page, page.locator('#service-cut'))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: t('book.firstLink'), exact: true }))
    await page.keyboard.press('Enter')
    await step.heading(t('book.firstTitle'))
    const [first] = await shown(page)
    await tabTo(page, offers(page))
    await page.keyboard.press('Enter')
    await step.heading(t('booking.detailsTitle'))
    expect(await heldStart(salon)).toBe(first)
  })
})
