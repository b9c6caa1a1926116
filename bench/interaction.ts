import type { Page } from 'playwright-core'
import { booking } from '../e2e/booking.ts'
import { textIn } from '../e2e/salon.ts'
import { openBrowser } from '../e2e/site.ts'
import { open, watch } from '../e2e/harness.ts'
import { openHarness } from './harness.ts'
import { assertLimit, median } from './report.ts'

/**
 * Interaction to next paint on a phone whose processor is slowed down: the slowest interaction of a visit to
 * the price list, the times of a booking, and the contact details, as the median of several visits.
 */
const RUNS = Number(process.env.INTERACTION_RUNS ?? 5)
const SLOWED = 4
const MAX_INP_MS = 100
const SERVICE = 'dameklip'

const harness = await openHarness()
const { browser, visitor } = await openBrowser()
const origin = `http://aurora.localhost:${harness.ports[0]}`
const t = textIn('en')

/** Runs in the browser before a page: keeps the duration of each interaction, in ms. */
function collectInteractions(): void {
  const durations: Record<number, number> = {}
  Object.assign(window, { interactions: durations })
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) durations[interactionId] = Math.max(durations[interactionId] ?? 0, duration)
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}

/** The slowest interaction of a page, in ms; 0 where each took less than a frame. */
async function slowest(page: Page): Promise<number> {
  // The last paint is reported after the frame.
  await page.waitForTimeout(300)
  return page.evaluate(() =>
    Math.max(
      0,
      ...Object.values((window as unknown as { interactions: Record<number, number> }).interactions),
    ),
  )
}

const visits: Record<string, (page: Page) => Promise<void>> = {
  prices: async (page) => {
    await open(page, `${origin}/behandlinger?lang=en`)
    const types = page.getByRole('combobox').first()
    await types.selectOption({ index: 2 })
    await types.selectOption({ index: 1 })
    await page
      .getByRole('link', { name: t('price.more') })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
  },
  'time picker': async (page) => {
    await open(page, `${origin}/book/time?services=${SERVICE}&teamMember=any&lang=en`)
    const { times } = booking(page, t)
    await times().first().waitFor()
    const days = page
      .getByRole('navigation', { name: t('book.days') })
      .getByRole('link')
      .filter({ hasNotText: '–' })
    await days.nth(2).click()
    await page.waitForURL(/day=/)
    await times().last().waitFor()
    await times().first().click()
  },
  details: async (page) => {
    await open(page, `${origin}/book/time?services=${SERVICE}&teamMember=any&lang=en`)
    const steps = booking(page, t)
    await steps.times().first().click()
    await steps.field('firstname').waitFor()
    for (const name of ['firstname', 'lastname', 'email', 'mobile'] as const)
      await steps.field(name).pressSequentially('20304060')
  },
}

try {
  let visitors = 0
  for (const [name, visit] of Object.entries(visits)) {
    const runs: number[] = []
    for (let run = 0; run <= RUNS; run += 1) {
      visitors += 1
      const context = await visitor({
        viewport: { width: 390, height: 844 },
        locale: 'en-GB',
        // One address may not hold as many times as these visits take.
        extraHTTPHeaders: { 'x-forwarded-for': `203.0.113.${visitors}` },
      })
      await context.addInitScript(watch)
      await context.addInitScript(collectInteractions)
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
      await visit(page)
      // The first visit is not counted: it fills the caches of the server.
      if (run > 0) runs.push(await slowest(page))
      await context.close()
    }
    assertLimit(`INP of ${name}, processor slowed ${SLOWED} times`, median(runs), { max: MAX_INP_MS }, ' ms')
  }
} finally {
  await browser.close()
  await harness.close()
}
