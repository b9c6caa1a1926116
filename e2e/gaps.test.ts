import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desktop, findFaults } from './axe-violations.ts'
import { booking } from './booking.ts'
import { inDays } from './day.ts'
import { open, openHarness, tabTo, type Harness } from './harness.ts'
import { openSalon, textIn, type Salon } from './salon.ts'
import { byKeyboard, ways } from './ways.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** Cuts of 30 minutes by anna, from 9 to 17; a rest of less than 45 minutes is of no use. */
const openTidy = (gaps: 'prefer' | 'avoid') =>
  openSalon(harness.site, {
    members: [{ id: 'anna' }],
    rules: { gaps, smallestUsable: 45 },
    services: [{ id: 'cut', duration: 30 }],
  })
const DAY = inDays(5)
const timesOf = (salon: Salon, language: string) =>
  salon.url(`/book/time?services=cut&day=${DAY}&lang=${language}`)

const day = (page: Page) => page.locator('section[aria-labelledby=day]')
/** The starts (epoch ms) of a part of the page. */
const startsIn = async (page: Page, part: string) =>
  (
    await day(page)
      .locator(`${part} button[name=start]`)
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')))
  ).map(Number)
const listed = (page: Page) => startsIn(page, 'section:not([aria-labelledby=suggested])')
/** What the engine answers for the day. */
async function answerOf(salon: Salon, all?: 'true') {
  const { offers, suggested, hidden } = await salon.caller().call('getAvailability', {
    tenantId: salon.id,
    services: 'cut',
    from: inDays(0),
    ...(all && { all }),
  })
  const ofDay = (start: number) =>
    new Date(start).toLocaleDateString('sv-SE', { timeZone: 'Europe/Copenhagen' }) === DAY
  return {
    starts: offers.map(({ start }) => start).filter(ofDay),
    suggested: suggested.filter(ofDay),
    hidden,
  }
}

describe.each(ways)('in %s, %s', (language, _, javaScriptEnabled, viewport) => {
  const t = textIn(language)
  const options = { javaScriptEnabled, viewport, locale: language }
  const goTo = (page: Page, url: string) => (javaScriptEnabled ? open(page, url) : page.goto(url))
  const look = async (page: Page) => {
    if (!javaScriptEnabled) return
    expect(await findFaults(page)).toEqual([])
    await page.setViewportSize(viewport)
  }

  test('prefer: up to three times are suggested above all times, and one of them is held', async () => {
    const salon = await openTidy('prefer')
    const wanted = await answerOf(salon)
    expect(wanted.suggested).toHaveLength(3)
    await harness.visit(options, async (page) => {
      await goTo(page, timesOf(salon, language))
      await day(page)
        .getByRole('heading', { name: t('book.suggested'), exact: true })
        .waitFor()
      expect(await startsIn(page, 'section[aria-labelledby=suggested]')).toEqual(wanted.suggested)
      expect(await listed(page)).toEqual(wanted.starts)
      expect(await page.getByRole('link', { name: t('book.allTimes'), exact: true }).count()).toBe(0)
      await look(page)
      await day(page).locator('section[aria-labelledby=suggested] button').last().click()
      await booking(page, t).heading(t('booking.detailsTitle'))
      const held = await salon.sql<{ start: Date }>("select start from visit where state = 'held'")
      expect(held.map(({ start }) => start.getTime())).toEqual(wanted.suggested.slice(-1))
    })
  })

  test('avoid: times are hidden, a link shows them all, and one that was hidden is held', async () => {
    const salon = await openTidy('avoid')
    const [tidy, all] = [await answerOf(salon), await answerOf(salon, 'true')]
    const hidden = all.starts.filter((start) => !tidy.starts.includes(start))
    expect(tidy.hidden).toBeGreaterThan(0)
    expect(hidden.length).toBeGreaterThan(0)
    await harness.visit(options, async (page) => {
      await goTo(page, timesOf(salon, language))
      const link = page.getByRole('link', { name: t('book.allTimes'), exact: true })
      await link.waitFor()
      expect(await listed(page)).toEqual(tidy.starts)
      await look(page)
      await link.click()
      await day(page).locator(`button[value="${hidden[0]}"]`).waitFor()
      expect(await listed(page)).toEqual(all.starts)
      expect(await link.count()).toBe(0)
      await look(page)
      await day(page).locator(`button[value="${hidden[0]}"]`).click()
      await booking(page, t).heading(t('booking.detailsTitle'))
      const held = await salon.sql<{ start: Date }>("select start from visit where state = 'held'")
      expect(held.map(({ start }) => start.getTime())).toEqual([hidden[0]])
    })
  })
})

test.each(byKeyboard)('by keyboard alone: all times, and one of them, in %s', async (language) => {
  const t = textIn(language)
  const salon = await openTidy('avoid')
  const [tidy, all] = [await answerOf(salon), await answerOf(salon, 'true')]
  const hidden = all.starts.find((start) => !tidy.starts.includes(start)) ?? 0
  await harness.visit({ locale: language, viewport: desktop }, async (page) => {
    await open(page, timesOf(salon, language))
    await tabTo(page, page.getByRole('link', { name: t('book.allTimes'), exact: true }), 120)
    await page.keyboard.press('Enter')
    await tabTo(page, day(page).locator(`button[value="${hidden}"]`), 120)
    await page.keyboard.press('Enter')
    await booking(page, t).heading(t('booking.detailsTitle'))
  })
})
