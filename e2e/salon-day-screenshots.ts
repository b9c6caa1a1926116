import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser } from './site.ts'

/*
 * Takes the pictures of docs/salon-day.md from the demo that `bin/start` serves on `PORT`, as its
 * receptionist sees it, and puts them where that page has a comment for them:
 * node_modules/.bin/node e2e/salon-day-screenshots.ts
 */
const origin = `http://staff-aurora.localhost:${process.env.PORT ?? 3000}`
const docs = join(import.meta.dirname, '../docs')
const guide = join(docs, 'salon-day.md')
const folder = join(docs, 'salon-day')
mkdirSync(folder, { recursive: true })
const { browser, visitor } = await openBrowser()

/** A day on which the salon is busy. */
const tuesday = new Date()
tuesday.setDate(tuesday.getDate() + ((9 - tuesday.getDay()) % 7 || 7))
const busyDay = tuesday.toISOString().slice(0, 10)

/** What is done on a page before its picture. */
const pictures: Record<string, { path: string; steps?: (page: Page) => Promise<unknown> }> = {
  day: { path: `/admin/day?date=${busyDay}` },
  'new-visit': {
    path: `/admin/visit/new?member=karoline&start=${Date.parse(`${busyDay}T13:00Z`)}`,
    steps: async (page) => {
      await page.locator('#q').fill('noah')
      await page.locator('input[name=guest][value^=account]').first().check()
      await page.locator('input[name=service]').first().check()
    },
  },
  absence: {
    path: '/admin/absence?member=karoline&kind=ill',
    steps: async (page) => {
      await page.locator('form:has(input[value=block]) button').last().click()
      await page.locator('form:has(input[value=block]) [role=status]').first().waitFor()
    },
  },
  print: { path: '/admin/day/print?member=karoline', steps: (page) => page.emulateMedia({ media: 'print' }) },
}

try {
  const context = await visitor({ viewport: { width: 1280, height: 920 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  await page.goto(`${origin}/welcome`)
  await page.getByRole('button', { name: /, Reception$/ }).click()
  await page.waitForURL(/\/admin\//)
  for (const [name, { path, steps }] of Object.entries(pictures)) {
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    await steps?.(page)
    await page.evaluate(() => document.fonts.ready)
    await sharp(await page.screenshot())
      .webp({ quality: 72 })
      .toFile(join(folder, `${name}.webp`))
    await page.emulateMedia({ media: 'screen' })
  }
  const text = readFileSync(guide, 'utf8').replace(
    /<!-- picture: ([\w-]+), (.*?) -->/g,
    (comment, name: string, alt: string) =>
      existsSync(join(folder, `${name}.webp`)) ? `![${alt}](salon-day/${name}.webp)` : comment,
  )
  writeFileSync(guide, text)
} finally {
  await browser.close()
}
