/** @module-tag exhaustive */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookLink, priceListLink, termsLink } from '#contract/links.ts'
import { fontPairs } from '#contract/content/tenant.ts'
import { createNotification } from '#server/notification/queries.ts'
import { loadFontStyles } from '#server/render/fonts.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { join, openSalon, salonOf, type Salon } from './salon.ts'

let harness: Harness
let aurora: Salon
let fjord: Salon
beforeAll(async () => {
  harness = await openHarness()
  aurora = salonOf(harness.site, 'aurora')
  fjord = salonOf(harness.site, 'fjord')
})
afterAll(() => harness.close())

const families = ['Fraunces', 'Figtree']

test.each([
  ['at once', 0],
  ['late', 400],
])('a page fetches the fonts of its tenant once and before all else; they come %s', async (_, delay) => {
  await harness.visit({}, async (page) => {
    const fetched: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fetched.push(new URL(request.url()).pathname)
    })
    // As on a slow connection: the first text is shown without them.
    await page.route(/-letters-/, async (route) => {
      await sleep(delay)
      await route.continue()
    })
    await open(page, aurora.url('/'))
    const loaded = await page.evaluate(async () =>
      [...(await document.fonts.ready)]
        .filter(({ status }) => status === 'loaded')
        .map(({ family }) => family),
    )
    expect(fetched.toSorted()).toEqual(loadFontStyles('warm', 'da').preload.toSorted())
    // The fonts of the device that stand in are loaded where the device has them.
    expect(loaded.filter((family) => !family.endsWith(' local'))).toEqual(families)
    expect(await familyOf(page, 'h1')).toMatch(/^"?Fraunces/)
    expect(await familyOf(page, 'body')).toMatch(/^"?Figtree/)
  })
  await harness.visit({}, async (page) => {
    const fetched: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fetched.push(request.url())
    })
    await open(page, harness.site.url('default'))
    expect(fetched).toEqual([])
  })
})

const familyOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).fontFamily)

test('the local fonts that stand in are scaled to lines of about the same length and height', async () => {
  await harness.visit({}, async (page) => {
    await open(page, aurora.url('/'))
    const css = fontPairs.map((pair) => loadFontStyles(pair, 'da').css).join('')
    const standIns = [
      ...css.matchAll(
        /family:"([^"]+) local";src:local\("(\w+)"\).*?size-adjust:([\d.]+)%;ascent-override:([\d.]+)%;descent-override:([\d.]+)%/g,
      ),
    ].map(([, family = '', local = '', ...numbers]) => ({ family, local, numbers: numbers.map(Number) }))
    expect(standIns).toHaveLength(10)
    const boxes = await page.evaluate(measure, { css, families: standIns.map(({ family }) => family) })
    const unscaled = standIns.map(({ family, local, numbers: [scale = 0, ascent = 0, descent = 0] }, at) => {
      const { width = 0, height = 0 } = boxes[at] ?? {}
      const lineHeight = ((ascent + descent) / 100) * (scale / 100) * 100
      expect([family, Math.abs(height / lineHeight - 1) < 0.02]).toEqual([family, true])
      return { local, width: width / (scale / 100) }
    })
    // Each is a guess of the width that the same local font has.
    for (const name of ['Georgia', 'Arial']) {
      const widths = unscaled.filter(({ local }) => local === name).map(({ width }) => width)
      expect(Math.max(...widths) / Math.min(...widths)).toBeLessThan(1.05)
    }
  })
})

/** Runs in the browser: the size of a line in each family, at 100 px. */
async function measure({ css, families: names }: { css: string; families: string[] }) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css.replaceAll('font-display:optional', 'font-display:block'))
  document.adoptedStyleSheets = [sheet]
  await Promise.all(names.map((family) => document.fonts.load(`100px "${family}"`)))
  return names.map((family) => {
    const line = document.createElement('span')
    line.style.cssText = `position:absolute;white-space:nowrap;font:100px/normal "${family}"`
    line.textContent = 'Vi begynder altid med at lytte, og du kender prisen, før vi går i gang'
    document.body.append(line)
    const { width, height } = line.getBoundingClientRect()
    line.remove()
    return { width, height }
  })
}

const wide = { width: 1280, height: 800 }
const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not shown`)
  return box
}

test('the logo stands in the toolbar, above the menu in the layout centred and beside it in split', async () => {
  for (const [salon, layout, name] of [
    [aurora, 'centred', 'Aurora Hår & Skønhed'],
    [fjord, 'split', 'Fjord Barber'],
  ] as const)
    for (const javaScriptEnabled of [true, false])
      await harness.visit({ viewport: wide, javaScriptEnabled }, async (page) => {
        await page.goto(salon.url(priceListLink()))
        const logo = await boxOf(page, `.toolbar img[alt="${name}"]`)
        const menu = await boxOf(page, '.toolbar nav')
        const main = await boxOf(page, 'h1')
        expect([layout, logo.height]).toEqual([layout, 40])
        const middle = ({ x, width }: typeof logo) => Math.round(x + width / 2)
        if (layout === 'centred') {
          expect([middle(logo), middle(menu)]).toEqual([640, 640])
          expect(menu.y).toBeGreaterThanOrEqual(logo.y + logo.height)
        } else expect(menu.x - logo.x - logo.width).toBeLessThan(48)
        expect(main.y).toBeGreaterThan(menu.y + menu.height)
      })
})

test('the toolbar with two rows covers neither a notification nor the services chosen beside a list', async () => {
  const guest = await join(aurora)
  await harness.visit({ viewport: wide, before: guest.copyCookies }, async (page) => {
    await open(page, aurora.url('/my-account'))
    await harness.site.testDb.db.write(aurora.id, (tx) =>
      createNotification(
        tx,
        guest.uid,
        { type: 'success', title: 'Notice', body: 'Something' },
        { at: new Date() },
      ),
    )
    await page.getByRole('article').filter({ hasText: 'Notice' }).waitFor({ timeout: 20_000 })
    const { height } = await boxOf(page, '.toolbar')
    expect(height).toBeGreaterThan(100)
    expect((await boxOf(page, 'article:has-text("Notice")')).y).toBeGreaterThan(height)
    await open(page, aurora.url(bookLink({ services: ['dameklip'] })))
    await page.evaluate(() => window.scrollTo(0, 600))
    expect((await boxOf(page, '.bottom-bar')).y).toBeGreaterThan(height)
  })
})

test('the terms have the logo above them', async () => {
  await harness.visit({}, async (page) => {
    await open(page, fjord.url(termsLink()))
    const logo = await boxOf(page, 'main img[alt="Fjord Barber"]')
    expect(logo.y + logo.height).toBeLessThan((await boxOf(page, 'h1')).y)
  })
})

test('the front page has words above, or beside, its picture, which is all in view on a phone', async () => {
  for (const viewport of [{ width: 390, height: 844 }, wide]) {
    await harness.visit({ viewport }, async (page) => {
      await open(page, aurora.url('/'))
      const [words, picture] = [await boxOf(page, '.hero-1 h1'), await boxOf(page, '.hero-1 img')]
      expect(picture.y).toBeGreaterThan(words.y + words.height)
      expect(Math.round(words.x + words.width / 2)).toBe(viewport.width / 2)
    })
    await harness.visit({ viewport }, async (page) => {
      await open(page, fjord.url('/'))
      const [words, picture] = [await boxOf(page, '.hero-1 h1'), await boxOf(page, '.hero-1 img')]
      const half = viewport === wide ? viewport.width / 2 : 0
      expect([picture.x, picture.x + picture.width]).toEqual([half, viewport.width])
      if (half) expect(words.x + words.width).toBeLessThan(half)
      else expect(words.y).toBeGreaterThan(picture.y + picture.height)
    })
  }
})

test('the first screen of a phone says what, where, whether it is open and when the next time is free', async () => {
  for (const salon of [aurora, fjord])
    await harness.visit({ viewport: { width: 360, height: 740 } }, async (page) => {
      await open(page, salon.url('/'))
      const next = '.front-facts a[href^="/book/time"]'
      for (const part of ['h1', '.hero-buttons a', next, '.front-facts p', '.front-facts a:last-child']) {
        const { y, height } = await boxOf(page, part)
        expect([salon.id, part, y + height <= 740]).toEqual([salon.id, part, true])
      }
      const name = await page.locator(next).innerText()
      const popular = page.locator('.hero + section li').first()
      // The service that the time is for is the one that is booked most.
      expect(name).toContain(await popular.locator('a').first().innerText())
      await page.locator(next).click()
      await page.waitForURL(/\/book\/time\?.*#time-\d+$/)
      const { y } = await boxOf(page, new URL(page.url()).hash)
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(740)
    })
})

test('a tenant without font, layout and logo has icon, name and the fonts of the device', async () => {
  const salon = await openSalon(harness.site, { profile: { companyname: 'Salon Plain' } })
  await harness.visit({ viewport: wide }, async (page) => {
    await open(page, salon.url('/'))
    expect(await page.locator('html').getAttribute('data-layout')).toBe('plain')
    expect(await page.locator('.toolbar-name').innerText()).toBe('Salon Plain')
    expect((await boxOf(page, '.toolbar-name img')).width).toBe(32)
    expect(await familyOf(page, 'body')).toMatch(/^system-ui/)
  })
})
