import { chromium, type Browser, type Page } from 'playwright-core'
import { dayLink } from '#contract/links.ts'
import { STAFF_LABEL } from '#contract/tenant-file/reserved.ts'
import { cookieNames } from '#server/context/cookies.ts'
import { makeFullDay, type FullDay } from './full-day.ts'
import { openHarness, type Harness } from './harness.ts'
import { assertLimit, median, percentile } from './report.ts'

/**
 * Benchmarks the salon's day in Chromium, 8 people with 12 visits each: how long a change of day and each
 * input take where the processor is 4 times slower and the line has 1.6 Mbit/s; how long a visit takes from
 * where it is dropped to where it is saved, without the time in which somebody looks at it; and until another
 * screen shows it.
 */
const CHANGES = 20
const MOVES = 40
const CPU_SLOWER = 4
const BYTES_PER_SECOND = 1_600_000 / 8
const DAY_MS = 300
const INP_MS = 200
const SAVED_P95_MS = 400
const SEEN_P95_MS = 1_000

const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking']

const harness = await openHarness()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [...flags, '--host-resolver-rules=MAP *.localhost 127.0.0.1'],
})
try {
  const day = await makeFullDay(harness, { visits: 0, accounts: 100 })
  await slowly(await openScreen(browser, harness, day))
  await together(await openScreen(browser, harness, day), await openScreen(browser, harness, day))
} finally {
  await browser.close()
  await harness.close()
}

/** A screen of its own that shows the day, once visits can be moved there and it is live. */
async function openScreen(from: Browser, { ports }: Harness, { id, token, date }: FullDay): Promise<Page> {
  const origin = `http://${STAFF_LABEL}${id}.localhost:${ports[0]}`
  const context = await from.newContext({
    viewport: { width: 1440, height: 1_300 },
    locale: 'en-GB',
    timezoneId: 'Europe/Copenhagen',
  })
  await context.addCookies([
    { name: cookieNames(false).staff, value: token, url: origin, httpOnly: true, sameSite: 'Lax' },
  ])
  const page = await context.newPage()
  await page.addInitScript(observe)
  const ready = [page.waitForResponse(/\/day-moves-/), page.waitForRequest(/\/api\/staff\/live/)]
  await page.goto(origin + dayLink({ date }))
  await Promise.all(ready)
  await page.waitForLoadState('load')
  return page
}

type Observed = { inputs: Map<number, number>; labels: Map<string, number> }

/** Runs in the browser: the duration of each input, and when the label of each visit has last changed. */
function observe(): void {
  const seen: Observed = { inputs: new Map(), labels: new Map() }
  Object.assign(window, { seen })
  const options = { type: 'event', buffered: true, durationThreshold: 16 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId)
        seen.inputs.set(
          entry.interactionId,
          Math.max(entry.duration, seen.inputs.get(entry.interactionId) ?? 0),
        )
  }).observe(options)
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const visit = target instanceof Element && target.closest('[data-visit]')?.getAttribute('data-visit')
      if (visit) seen.labels.set(visit, Date.now())
    }
  }).observe(document, { subtree: true, attributeFilter: ['aria-label'] })
}

/** Changes of day, and what else is pressed, on a slow machine with a slow line. */
async function slowly(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
  const times: number[] = []
  for (let turn = 0; turn < CHANGES; turn += 1) {
    const selector = turn % 2 === 0 ? '#day-after' : '#day-before'
    const heading = await page.locator('h1').textContent()
    await page.evaluate((before) => {
      const shown = new Promise<number>((resolve) => {
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = () =>
              document.querySelector('h1')?.textContent === before
                ? requestAnimationFrame(look)
                : requestAnimationFrame(() => resolve(performance.now() - timeStamp))
            look()
          },
          { capture: true, once: true },
        )
      })
      Object.assign(window, { shown })
    }, heading)
    await page.locator(selector).click()
    times.push(await page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown))
    await page.waitForTimeout(300)
  }
  print('change of day', times)
  assertLimit('change of day, median', median(times), { max: DAY_MS }, ' ms')
  const first = page.locator('.visit-card a').first()
  await first.focus()
  for (const key of ['m', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'Escape', '?', 'Escape'])
    await page.keyboard.press(key, { delay: 50 })
  await drag(page, 3)
  await page.keyboard.press('Escape')
  for (const fold of await page.locator('.day summary').all()) await fold.click()
  await page.waitForTimeout(1_000)
  const inputs = await page.evaluate(() => [
    ...(window as unknown as { seen: Observed }).seen.inputs.values(),
  ])
  print('inputs', inputs)
  assertLimit('INP', percentile(inputs, 0.98), { max: INP_MS }, ' ms')
  await page.context().close()
}

/** Drops the visit of that number five minutes later. */
async function drag(page: Page, number: number): Promise<string> {
  const card = page.locator('.visit-card').nth(number)
  await card.scrollIntoViewIfNeeded()
  const box = await card.boundingBox()
  const body = await page.locator('[data-column]').first().boundingBox()
  const rows = Number(await page.locator('[data-column]').first().getAttribute('data-rows'))
  if (!box || !body) throw new Error('the grid is not shown')
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 3]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + body.height / rows, { steps: 4 })
  await page.mouse.up()
  return (await card.getAttribute('data-visit')) ?? ''
}

/** Visits that are moved on one screen, and seen on another. */
async function together(page: Page, other: Page): Promise<void> {
  const saved: number[] = []
  const seen: number[] = []
  for (let turn = 0; turn < MOVES; turn += 1) {
    const visit = await drag(page, turn * 2)
    const dropped = Date.now()
    const save = page.locator('.review-bar button[type=submit], .review-bar button:not([type])').first()
    await save.waitFor()
    const looked = Date.now() - dropped
    const pressed = Date.now()
    await save.click()
    await page.locator('.review-bar').waitFor({ state: 'detached' })
    await page.locator('.done-bar #undo').waitFor()
    saved.push(looked + Date.now() - pressed)
    const labelled = await other.waitForFunction(
      ({ id, since }) => {
        const when = (window as unknown as { seen: Observed }).seen.labels.get(id) ?? 0
        return when >= since ? when : null
      },
      { id: visit, since: pressed },
    )
    seen.push(((await labelled.jsonValue()) ?? NaN) - pressed)
  }
  print('drop to saved', saved)
  assertLimit('drop to saved, p95', percentile(saved, 0.95), { max: SAVED_P95_MS }, ' ms')
  print('pressed until another screen shows it', seen)
  assertLimit('another screen, p95', percentile(seen, 0.95), { max: SEEN_P95_MS }, ' ms')
}

function print(what: string, times: number[]): void {
  console.log(
    `${what}, ${times.length} times: median ${median(times).toFixed(0)} ms, ` +
      `p95 ${percentile(times, 0.95).toFixed(0)} ms, most ${Math.max(...times).toFixed(0)} ms`,
  )
}
