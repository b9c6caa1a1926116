import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPage } from '#test/process.ts'
import { salonOf, type Salon } from './salon.ts'
import { openHarness, ready, type Harness } from './harness.ts'
import { exhaustive } from '#test/tier.ts'

// The contract of web/site/page-scripts.tsx with React Router.
let harness: Harness
let aurora: Salon
beforeAll(async () => {
  harness = await openHarness()
  aurora = salonOf(harness.site, 'aurora')
})
afterAll(() => harness.close())

/** The bytes of scripts with which a page starts at most, compressed; /book has most of them. */
const BUDGET = 128_000
const PATHS = ['/', '/behandlinger', '/book', '/login', '/no-such-page']

/** When the page's scripts were requested, in ms of the page's clock. */
const requestedAt = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  )

/** Runs in the browser before a page: no paint is ever reported to an observer. */
function withholdPaints(): void {
  const observe = PerformanceObserver.prototype.observe
  PerformanceObserver.prototype.observe = function (options) {
    if (options?.type !== 'paint') observe.call(this, options)
  }
}

/** Runs in the browser before a page: the tab is in the background. */
function hideTab(): void {
  Object.defineProperty(document, 'hidden', { get: () => true })
}

test('scripts are requested after the first paint, hydrate the page and change pages without a reload', async () => {
  await harness.visit({ viewport: { width: 1280, height: 900 } }, async (page) => {
    for (const path of PATHS) {
      await page.goto(aurora.url(path))
      await ready(page)
      const painted = await page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      )
      const requested = await requestedAt(page)
      expect([path, requested.length > 10, Math.min(...requested) >= (painted ?? Infinity)]).toEqual([
        path,
        true,
        true,
      ])
    }
    await page.evaluate(() => {
      Object.assign(window, { sameDocument: true })
    })
    await page.getByRole('link', { name: 'Aurora' }).first().click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })
})

test('without a report of a paint, scripts begin with what the guest does first', exhaustive, async () => {
  await harness.visit({}, async (page, context) => {
    await context.addInitScript(withholdPaints)
    for (const act of [() => page.keyboard.press('Tab'), () => page.mouse.click(1, 1)]) {
      await page.goto(aurora.url('/behandlinger'), { waitUntil: 'networkidle' })
      expect(await requestedAt(page)).toEqual([])
      await act()
      await ready(page)
    }
  })
})

test('scripts begin at once in a hidden tab, which is never painted', exhaustive, async () => {
  await harness.visit({}, async (page, context) => {
    await context.addInitScript(withholdPaints)
    await context.addInitScript(hideTab)
    await page.goto(aurora.url('/behandlinger'))
    await ready(page)
  })
})

/** The compressed bytes of a script. */
const bytesOf = async (script: string) => {
  const { headers } = await fetch(`http://localhost:${harness.site.port}${script}`, {
    headers: { 'Accept-Encoding': 'br' },
  })
  return Number(headers.get('content-length') ?? Infinity)
}

test('what every page loads is in two files (vite.config.ts), and pages start within their budget', async () => {
  for (const path of PATHS) {
    const { text: html } = await getPage(harness.site.port, 'aurora.localhost', path)
    const scripts = [...new Set(html.match(/\/assets\/[\w.-]+\.js/g))]
    const bytes = await Promise.all(scripts.map(bytesOf))
    expect([
      path,
      scripts.filter((name) => /\/(framework|shared)-/.test(name)).length,
      bytes.reduce((sum, one) => sum + one, 0) < BUDGET,
    ]).toEqual([path, 2, true])
  }
})

test(
  'the HTML requests no module by a tag, and opens the stream before the data of the page',
  exhaustive,
  async () => {
    for (const path of PATHS) {
      const { text: html } = await getPage(harness.site.port, 'aurora.localhost', path)
      expect([
        path,
        /<script[^>]* src=|<link[^>]* rel="modulepreload"/.test(html),
        html.split('window.__reactRouterContext=').length,
        html.split('window.__reactRouterRouteModules=').length,
        html.indexOf('context.streamController=') < html.indexOf('streamController.enqueue('),
      ]).toEqual([path, false, 2, 2, true])
    }
  },
)
