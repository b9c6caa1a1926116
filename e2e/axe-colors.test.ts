import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseTenantFile } from '#contract/tenant-file.ts'
import { formatTenantFile } from '#contract/tenant-file/format.ts'
import { brandScale } from '#domain/brand.ts'
import { openDb } from '#server/data/db.ts'
import { exportTenant } from '#server/data/tenant-export.ts'
import { importTenant } from '#server/data/tenant-import.ts'
import { worstColors } from '#test/hostile-colors.ts'
import { getPage } from '#test/process.ts'
import { bringChecker, colors, desktop, everything, faultsAt, phone } from './axe-faults.ts'
import { everyBlock } from './axe-states.ts'
import { writePages } from './content.ts'
import { salonOf, type Salon } from './salon.ts'
import { open, openStage, type Stage } from './stage.ts'

let stage: Stage
let salon: Salon
beforeAll(async () => {
  stage = await openStage()
  salon = salonOf(stage.site, 'aurora')
  await writePages(salon, [{ id: 'every-block', title: 'Every block', blocks: everyBlock }])
})
afterAll(() => stage.close())

/** Pages that show most of the tokens: what a tenant writes, prices, times with a notice. */
const pages = ['/every-block', '/behandlinger', '/book/time?services=dameklip,nosuch']
const inPage = (color: string) => `--brand:light-dark(${color},${color})`

/** Gives the salon a colour as an operator does: its file is written, changed and imported. */
async function recolor(color: string): Promise<void> {
  const owner = openDb(stage.site.testDb.ownerUrl, 1)
  await owner
    .write(salon.id, async (tx) => {
      const file = await exportTenant(tx)
      if (!file) throw new Error('the salon is gone')
      const changed = parseTenantFile(
        formatTenantFile({ ...file, tenant: { ...file.tenant, brand: { ...file.tenant.brand, color } } }),
        'aurora.yaml',
      )
      if (!changed.ok) throw new Error('its own file is refused')
      expect(await importTenant(tx, changed.tenant)).toEqual({ ok: true, outcome: 'changed' })
    })
    .finally(() => owner.close())
  await expect
    .poll(async () => (await getPage(stage.site.port, new URL(salon.url()).host, '/behandlinger')).text, {
      timeout: 20_000,
    })
    .toContain(inPage(color))
}

test.each(worstColors(10).map((one, at) => ({ ...one, viewport: at % 2 ? desktop : phone })))(
  'pages in $color, whose $pair is nearest to its limit in $mode, can be used by everyone, light and dark',
  async ({ color, viewport }) => {
    await recolor(color)
    await stage.visit({ viewport }, async (page) => {
      const faults: string[] = []
      for (const path of pages) {
        await open(page, salon.url(path))
        expect(await page.content()).toContain(inPage(color))
        await bringChecker(page)
        faults.push(
          ...(await faultsAt(page, viewport, { light: everything, dark: everything })).map(
            (fault) => `${path}, ${fault}`,
          ),
        )
      }
      expect(faults).toEqual([])
    })
  },
)

/** Gives every token a colour of its own, and tells which of them somebody sees. */
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

test('these pages show most of the tokens, and the checker sees it where one is a shade too faint', async () => {
  await stage.visit({ viewport: desktop }, async (page) => {
    const seen = new Set<string>()
    for (const path of pages) {
      await open(page, salon.url(path))
      for (const name of await tokensSeen(page)) seen.add(name)
      await bringChecker(page)
      // 4.48 on white.
      await page.evaluate(() => document.documentElement.style.setProperty('--muted', '#777777'))
      expect(
        (await faultsAt(page, desktop, { light: colors, dark: colors })).filter((fault) =>
          fault.startsWith('light'),
        ).length,
        path,
      ).toBeGreaterThan(0)
    }
    console.log('tokens seen:', [...seen].join(' '))
    expect(seen.size).toBeGreaterThan(Object.keys(brandScale('#000000').tokens).length / 2)
  })
})

test('the checker sees a link that stands out of its text by a shade alone, in the dark as well', async () => {
  await stage.visit({ viewport: desktop }, async (page) => {
    await open(page, salon.url('/every-block'))
    await bringChecker(page)
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
    expect(await faultsAt(page, desktop, { light: colors, dark: colors })).toEqual([
      expect.stringMatching(/^light.*link-in-text-block/),
      expect.stringMatching(/^dark.*link-in-text-block/),
    ])
  })
})
