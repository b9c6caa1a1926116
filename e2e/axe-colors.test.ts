/** @module-tag exhaustive */

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseTenantFile } from '#contract/tenant-file/tenant-file.ts'
import { formatTenantFile } from '#contract/tenant-file/format.ts'
import { brandScale } from '#domain/brand.ts'
import { openDb } from '#server/database/db.ts'
import { exportTenant } from '#operator/tenant-file/export.ts'
import { importTenant } from '#operator/tenant-file/import.ts'
import { worstColors } from '#test/hostile-colors.ts'
import { getPage } from '#test/process.ts'
import { injectAxe, colors, desktop, everything, findViolations, phone } from './axe-violations.ts'
import { writeEveryBlock } from './every-block.ts'
import { salonOf, type Salon } from './salon.ts'
import { open, openHarness, type Harness } from './harness.ts'

let harness: Harness
let salon: Salon
beforeAll(async () => {
  harness = await openHarness()
  salon = salonOf(harness.site, 'aurora')
  await writeEveryBlock(salon)
})
afterAll(() => harness.close())

/** Pages that use most of the tokens: a tenant's content, prices, times with a notice. */
const pages = ['/every-block', '/behandlinger', '/book/time?services=dameklip,nosuch']
const inPage = (color: string) => `--brand:light-dark(${color},${color})`

/** Changes the salon's colour as an operator does: exports its file, edits it and imports it. */
async function recolor(color: string): Promise<void> {
  const owner = openDb(harness.site.testDb.ownerUrl, 1)
  await owner
    .write(salon.id, async (tx) => {
      const file = await exportTenant(tx)
      if (!file) throw new Error('the salon does not exist')
      const changed = parseTenantFile(
        formatTenantFile({ ...file, tenant: { ...file.tenant, brand: { ...file.tenant.brand, color } } }),
        'aurora.yaml',
      )
      if (!changed.ok) throw new Error('the exported file is invalid')
      expect(await importTenant(tx, changed.tenant)).toEqual({ ok: true, outcome: 'changed' })
    })
    .finally(() => owner.close())
  await expect
    .poll(async () => (await getPage(harness.site.port, new URL(salon.url()).host, '/behandlinger')).text, {
      timeout: 20_000,
    })
    .toContain(inPage(color))
}

test.each(worstColors(10).map((one, at) => ({ ...one, viewport: at % 2 ? desktop : phone })))(
  'pages in $color, whose $pair is nearest to its limit in $mode, pass axe in light and dark',
  async ({ color, viewport }) => {
    await recolor(color)
    await harness.visit({ viewport }, async (page) => {
      const errors: string[] = []
      for (const path of pages) {
        await open(page, salon.url(path))
        expect(await page.content()).toContain(inPage(color))
        await injectAxe(page)
        errors.push(
          ...(await findViolations(page, viewport, { light: everything, dark: everything })).map(
            (violation) => `${path}, ${violation}`,
          ),
        )
      }
      expect(errors).toEqual([])
    })
  },
)

/** Gives every token a unique colour. @returns the tokens whose colour is visible. */
function tokensSeen(page: Page): Promise<string[]> {
  const names = Object.keys(brandScale('#000000').tokens).map((name) =>
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  )
  return page.evaluate((given) => {
    for (const [at, name] of given.entries())
      document.documentElement.style.setProperty(`--${name}`, `rgb(${at}, 1, 2)`)
    const seen = [...document.querySelectorAll('*')]
      .filter((one) => one.checkVisibility())
      .flatMap((one) => {
        const { color, backgroundColor, borderTopColor, borderBottomColor, borderLeftColor, accentColor } =
          getComputedStyle(one)
        return [color, backgroundColor, borderTopColor, borderBottomColor, borderLeftColor, accentColor]
      })
    document.documentElement.removeAttribute('style')
    return given.filter((_, at) => seen.includes(`rgb(${at}, 1, 2)`))
  }, names)
}

test('these pages show most of the tokens, and axe reports one that is a shade too faint', async () => {
  await harness.visit({ viewport: desktop }, async (page) => {
    const seen = new Set<string>()
    for (const path of pages) {
      await open(page, salon.url(path))
      for (const name of await tokensSeen(page)) seen.add(name)
      await injectAxe(page)
      // 4.48 on white.
      await page.evaluate(() => document.documentElement.style.setProperty('--muted', '#777777'))
      expect(
        (await findViolations(page, desktop, { light: colors, dark: colors })).filter((violation) =>
          violation.startsWith('light'),
        ).length,
        path,
      ).toBeGreaterThan(0)
    }
    console.log('tokens seen:', [...seen].join(' '))
    expect(seen.size).toBeGreaterThan(Object.keys(brandScale('#000000').tokens).length / 2)
  })
})

test('axe reports a link that differs from its text only by a shade, in dark mode too', async () => {
  await harness.visit({ viewport: desktop }, async (page) => {
    await open(page, salon.url('/every-block'))
    await injectAxe(page)
    await page
      .locator('p a')
      .filter({ hasText: 'link' })
      .first()
      .evaluate((link) =>
        Object.assign(link.style, {
          textDecoration: 'none',
          color: 'color-mix(in srgb, currentcolor 85%, red)',
          fontWeight: 'inherit',
        }),
      )
    expect(await findViolations(page, desktop, { light: colors, dark: colors })).toEqual([
      expect.stringMatching(/^light.*link-in-text-block/),
      expect.stringMatching(/^dark.*link-in-text-block/),
    ])
  })
})
