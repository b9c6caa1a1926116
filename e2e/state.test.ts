import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPage } from '#test/process.ts'
import { salonOf, type Salon } from './salon.ts'
import { openHarness, ready, type Harness } from './harness.ts'
import { exhaustive } from '#test/tier.ts'

let harness: Harness
let aurora: Salon
beforeAll(async () => {
  harness = await openHarness()
  aurora = salonOf(harness.site, 'aurora')
})
afterAll(() => harness.close())

test('a cached page hydrates from its own HTML and asks the server for no data', async () => {
  for (const turn of ['rendered', 'cached']) {
    await harness.visit({ viewport: { width: 1280, height: 900 } }, async (page) => {
      const asked: string[] = []
      page.on('request', (request) => {
        if (['fetch', 'xhr'].includes(request.resourceType())) asked.push(new URL(request.url()).pathname)
      })
      await page.goto(aurora.url('/behandlinger'))
      await ready(page)
      const before = await page.getByRole('heading', { level: 2 }).allInnerTexts()
      await page.getByRole('tab').last().click()
      await expect.poll(() => page.getByRole('heading', { level: 2 }).allInnerTexts()).not.toEqual(before)
      expect([turn, asked.filter((path) => path.startsWith('/behandlinger'))]).toEqual([turn, []])
    })
  }
})

test('hydration keeps the head that the server wrote', exhaustive, async () => {
  await harness.visit({}, async (page) => {
    await page.goto(aurora.url('/behandlinger'))
    await ready(page)
    const head = page.locator('head')
    for (const [selector, count] of [
      ['style', 1],
      ['link[rel=manifest]', 1],
      ['meta[name=theme-color]', 2],
      ['script[type="application/ld+json"]', 1],
      ['title', 1],
      ['link[rel=canonical]', 1],
    ] as const)
      expect([selector, await head.locator(selector).count()]).toEqual([selector, count])
  })
})

test(
  'a page is a whole document with its data in it, and needs no script to put parts in their place',
  exhaustive,
  async () => {
    // The first request imports a lazy part of the sign-in page.
    for (const path of [
      '/cancelBooking/x/en',
      '/login?loginType=magic&to=/book',
      '/login?loginType=magic&to=/tc',
    ]) {
      const { text: html } = await getPage(harness.site.port, 'aurora.localhost', path, {
        'accept-language': 'en',
      })
      expect([
        html.slice(0, 15),
        html.slice(-14),
        html.includes('window.__reactRouterContext.streamController.enqueue('),
        html.includes('<template'),
      ]).toEqual(['<!DOCTYPE html>', '</body></html>', true, false])
      if (path.startsWith('/login')) expect(html).toMatch(/<input[^>]* name="email"/)
    }
  },
)
