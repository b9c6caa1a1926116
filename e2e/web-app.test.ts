/** @module-tag exhaustive */

import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cached, workerReady } from './offline-storage.ts'
import { openSalon, salonOf } from './salon.ts'
import { openHarness, open, type Harness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({}, { whole: true })
})
afterAll(() => harness.close())

const registered = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)
const lateScripts = (page: Page) =>
  page.evaluate(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => /\/assets\/service-worker-/.test(name))
        .length,
  )

test('Chromium finds a salon installable, and its icons have the sizes of the manifest', async () => {
  const aurora = salonOf(harness.site, 'aurora')
  await harness.visit({}, async (page, context) => {
    await open(page, aurora.url('/?lang=da'))
    await workerReady(page)
    const session = await context.newCDPSession(page)
    const { errors, data, url } = await session.send('Page.getAppManifest')
    expect({ errors, url }).toEqual({ errors: [], url: aurora.url('/manifest.webmanifest?lang=da') })
    expect(await hindrances(context, page)).toEqual([])
    const manifest = JSON.parse(data ?? '') as {
      name: string
      theme_color: string
      icons: { src: string; sizes: string }[]
    }
    expect(manifest.name).toBe('Aurora Hår & Skønhed')
    for (const { src, sizes } of manifest.icons) expect(await sizeOf(page, src)).toBe(sizes)
    expect(
      await sizeOf(page, (await page.locator('link[rel=apple-touch-icon]').getAttribute('href')) ?? ''),
    ).toBe('180x180')
    const colours = await page
      .locator('meta[name=theme-color]')
      .evaluateAll((all) => all.map((one) => `${one.getAttribute('media')} ${one.getAttribute('content')}`))
    expect(colours).toEqual([
      `(prefers-color-scheme: light) ${manifest.theme_color}`,
      expect.stringMatching(/^\(prefers-color-scheme: dark\) #[0-9a-f]{6}$/),
    ])
  })
})

/** Chromium's reasons against installing a page, except the one about incognito windows. */
async function hindrances(context: BrowserContext, page: Page): Promise<string[]> {
  const { installabilityErrors } = await (
    await context.newCDPSession(page)
  ).send('Page.getInstallabilityErrors')
  return installabilityErrors.map(({ errorId }) => errorId).filter((one) => one !== 'in-incognito')
}

/** As the browser decodes it. */
const sizeOf = (page: Page, src: string) =>
  page.evaluate(async (address) => {
    const picture = await createImageBitmap(await (await fetch(address)).blob())
    return `${picture.width}x${picture.height}`
  }, src)

test('the neutral site is no web app: no manifest, no service worker', async () => {
  const neutral = salonOf(harness.site, 'default')
  await harness.visit({ expected: /status of 404/ }, async (page, context) => {
    await page.clock.install()
    await open(page, neutral.url('/'))
    await page.clock.runFor(40_000)
    expect(await hindrances(context, page)).toContain('no-manifest')
    expect(await page.locator('link[rel=manifest]').count()).toBe(0)
    expect([await registered(page), await lateScripts(page)]).toEqual([false, 0])
    expect(
      await page.evaluate(async () =>
        Promise.all(
          ['/manifest.webmanifest', '/offline', '/icon/1/192.png'].map(
            async (path) => (await fetch(path)).status,
          ),
        ),
      ),
    ).toEqual([404, 404, 404])
  })
})

test('the service worker is registered after three seconds without a request', async () => {
  const salon = await openSalon(harness.site)
  await harness.visit({}, async (page) => {
    // Time stands still but for `runFor`, however long the page takes to load.
    const start = Date.now()
    await page.clock.install({ time: start })
    await page.clock.pauseAt(start + 1_000)
    await open(page, salon.url('/'))
    await page.waitForLoadState('networkidle')
    await page.clock.runFor(2_900)
    expect([await registered(page), await lateScripts(page)]).toEqual([false, 0])
    await page.clock.runFor(200)
    await workerReady(page)
    expect((await cached(page)).map(({ path }) => path)).toEqual(['/offline'])
  })
})

test('a page with constant requests registers its service worker after half a minute', async () => {
  const salon = await openSalon(harness.site)
  await harness.visit({}, async (page) => {
    await page.clock.install()
    await open(page, salon.url('/'))
    await page.waitForLoadState('networkidle')
    for (let second = 2; second < 30; second += 2) {
      await page.evaluate(async (at) => {
        const seen = new Promise((resolve) => {
          new PerformanceObserver((_, watching) => {
            watching.disconnect()
            resolve(null)
          }).observe({ type: 'resource' })
        })
        await fetch(`/healthz?${at}`)
        await seen
      }, second)
      await page.clock.runFor(2_000)
      expect([second, await lateScripts(page)]).toEqual([second, 0])
    }
    await page.evaluate(() => fetch('/healthz?last'))
    await page.clock.runFor(2_000)
    await workerReady(page)
  })
})
