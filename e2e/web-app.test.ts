import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cached, workerReady } from './kept.ts'
import { openSalon, salonOf } from './salon.ts'
import { openStage, open, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({}, { whole: true })
})
afterAll(() => stage.close())

const registered = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)
const lateScripts = (page: Page) =>
  page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => /\/assets\/late-/.test(name)).length,
  )

test('Chromium finds nothing in the way of installing a salon, and its icons are what the manifest says', async () => {
  const aurora = salonOf(stage.site, 'aurora')
  await stage.visit({}, async (page, context) => {
    await open(page, aurora.url('/'))
    await workerReady(page)
    const session = await context.newCDPSession(page)
    const { errors, data, url } = await session.send('Page.getAppManifest')
    expect({ errors, url }).toEqual({ errors: [], url: aurora.url('/manifest.webmanifest') })
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

/** What keeps Chromium from installing a page, but for the window: one without a history of its own installs nothing. */
async function hindrances(context: BrowserContext, page: Page): Promise<string[]> {
  const { installabilityErrors } = await (
    await context.newCDPSession(page)
  ).send('Page.getInstallabilityErrors')
  return installabilityErrors.map(({ errorId }) => errorId).filter((one) => one !== 'in-incognito')
}

/** As the browser itself decodes it. */
const sizeOf = (page: Page, src: string) =>
  page.evaluate(async (address) => {
    const picture = await createImageBitmap(await (await fetch(address)).blob())
    return `${picture.width}x${picture.height}`
  }, src)

test('the neutral site is no application: no manifest, no service worker', async () => {
  const neutral = salonOf(stage.site, 'default')
  await stage.visit({ expected: /status of 404/ }, async (page, context) => {
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

test('the service worker is registered once nothing has been fetched for three seconds', async () => {
  const salon = await openSalon(stage.site)
  await stage.visit({}, async (page) => {
    await page.clock.install()
    await open(page, salon.url('/'))
    await page.waitForLoadState('networkidle')
    await page.clock.runFor(2_900)
    expect([await registered(page), await lateScripts(page)]).toEqual([false, 0])
    await page.clock.runFor(200)
    await workerReady(page)
    expect((await cached(page)).map(({ path }) => path)).toEqual(['/offline'])
  })
})

test('a page that never rests has its service worker after half a minute', async () => {
  const salon = await openSalon(stage.site)
  await stage.visit({}, async (page) => {
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
