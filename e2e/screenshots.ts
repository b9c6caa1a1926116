import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser } from './site.ts'

/*
 * Takes the pictures of README.md from the demo that `bin/start` serves on `PORT`:
 * node_modules/.bin/node e2e/screenshots.ts
 */
const origin = `http://aurora.localhost:${process.env.PORT ?? 3000}`
const folder = join(import.meta.dirname, '../docs')
const { browser, visitor } = await openBrowser()

async function takeScreenshot(name: string, path: string, options: BrowserContextOptions): Promise<void> {
  const context = await visitor({ deviceScaleFactor: 2, ...options })
  const page = await context.newPage()
  await page.goto(origin + path, { waitUntil: 'networkidle' })
  await page.evaluate(() => document.fonts.ready)
  await sharp(await page.screenshot())
    .webp({ quality: 72 })
    .toFile(join(folder, `${name}.webp`))
}

try {
  await takeScreenshot('front-page', '/', {
    viewport: { width: 390, height: 780 },
    isMobile: true,
    locale: 'da-DK',
  })
  await takeScreenshot('booking', '/book/time?services=dameklip,glossing&teamMember=any', {
    viewport: { width: 1280, height: 920 },
  })
} finally {
  await browser.close()
}
