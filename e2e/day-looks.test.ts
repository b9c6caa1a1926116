import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAYS_AHEAD, inDays, visitAt } from './day.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { openSalon, textIn, work, type Salon } from './salon.ts'

/* The day's patterns and colours: told apart without colour, in contrast enough, and on paper. */
const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const schemes = ['light', 'dark'] as const
const openLegend = async (page: Page, salon: Salon, colour = 'state') => {
  await page.setViewportSize({ width: 1280, height: 1_300 })
  await open(page, salon.url(`/admin/day?date=${inDays(DAYS_AHEAD)}&colour=${colour}`))
  await page.getByText(t('staffDay.legend'), { exact: true }).click()
}

const wanted = ['closed', 'away', 'buffer', 'gap', 'hold-hold', 'hold-offer', 'uncovered', 'over', 'others']

test('each pattern of the legend differs from every other without its colour', async () => {
  const salon = await openSalon(harness.site)
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  await harness.visit({ before: reception.copyCookies }, async (page) => {
    await openLegend(page, salon)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      const greys = new Map<string, Buffer>()
      for (const name of wanted) {
        const swatch = await page.locator(`.legend-pattern.${name}`).screenshot()
        greys.set(name, await sharp(swatch).resize(40, 20, { fit: 'fill' }).greyscale().raw().toBuffer())
      }
      const alike = wanted.flatMap((one, index) =>
        wanted.slice(index + 1).flatMap((other) => {
          const [a, b] = [greys.get(one), greys.get(other)]
          const differing = [...(a ?? [])].filter(
            (grey, at) => Math.abs(grey - (b?.[at] ?? grey)) > 12,
          ).length
          return differing < 40 ? [`${colorScheme}: ${one} and ${other} differ in ${differing} of 800`] : []
        }),
      )
      expect(alike).toEqual([])
    }
  })
})

/** Runs in the browser: edges and texts of what stands on the grid, with their contrast to what is behind. */
function contrasts({ cards, patterns }: { cards: string[]; patterns: string[] }) {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const rgb = (color: string): number[] => {
    if (!canvas) return []
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    return Array.from(canvas.getImageData(0, 0, 1, 1).data.slice(0, 3))
  }
  const luminance = (color: string) =>
    rgb(color)
      .map((one) => one / 255)
      .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
      .reduce((sum, one, at) => sum + one * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0)
  const ratio = (a: string, b: string) => {
    const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other)
    return (high + 0.05) / (low + 0.05)
  }
  const grid = document.querySelector('.day-grid')
  if (!grid) throw new Error('the grid is not shown')
  const ground = getComputedStyle(grid).backgroundColor
  return [...cards, ...patterns].map((name) => {
    const shown = document.createElement('div')
    shown.className = cards.includes(name) ? `visit-card ${name}` : name
    grid.append(shown)
    const style = getComputedStyle(shown)
    const edge =
      style.outlineStyle === 'none'
        ? style.borderLeftWidth === '0px'
          ? style.borderTopColor
          : style.borderLeftColor
        : style.outlineColor
    const found = {
      name,
      edge: ratio(edge, ground),
      text: cards.includes(name) ? ratio(style.color, style.backgroundColor) : null,
    }
    shown.remove()
    return found
  })
}

test('edges and texts of the grid stand out from their grounds, light and dark', async () => {
  const salon = await openSalon(harness.site)
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  const cards = [
    ...['expected', 'arrived', 'started', 'done', 'noShow'].map((one) => `visit-${one}`),
    ...Array.from({ length: 8 }, (_, index) => `hue-${index + 1}`),
    ...['late', 'veryLate', 'uncovered', 'over'].map((one) => `visit-expected ${one}`),
  ]
  const patterns = ['buffer', 'gap', 'away', 'others', 'hold', 'hold hold-offer', 'hold hold-queue']
  await harness.visit({ before: reception.copyCookies }, async (page) => {
    await openLegend(page, salon, 'person')
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      const found = await page.evaluate(contrasts, { cards, patterns })
      expect(found).toHaveLength(cards.length + patterns.length)
      const faint = found.filter(({ edge, text }) => !(edge >= 3) || (text !== null && !(text >= 4.5)))
      expect([colorScheme, faint]).toEqual([colorScheme, []])
    }
  })
})

test('a printed day is one page of A4 a person, black on white, without telephone numbers', async () => {
  const members = ['anna', 'bo', 'cleo'].map((id) => ({ id }))
  const salon = await openSalon(harness.site, { members })
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  for (const { id } of members) await visitAt(salon, { member: id })
  await harness.visit({ before: reception.copyCookies }, async (page) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await open(page, salon.url(`/admin/day/print?date=${inDays(DAYS_AHEAD)}`))
    const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const sizes = [...file.matchAll(/\/MediaBox \[([\d. ]+)\]/g)].map(([, box = '']) =>
      box.split(' ').map((one) => Math.round(Number(one))),
    )
    expect(sizes).toEqual(members.map(() => [0, 0, 595, 842]))
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const seen = await page.evaluate(() => ({
      colors: [...document.querySelectorAll('.day-print .sheet, .day-print .sheet *')].flatMap((one) => {
        const { color, backgroundColor } = getComputedStyle(one)
        return [color, backgroundColor]
      }),
      text: document.body.innerText,
      numbered: [...document.styleSheets]
        .flatMap((sheet) => [...sheet.cssRules])
        .some((rule) => rule.cssText.startsWith('@page') && rule.cssText.includes('counter(pages)')),
    }))
    expect([...new Set(seen.colors)].toSorted()).toEqual(['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)'])
    expect(seen.text).toContain('Freja Holm')
    expect(seen.text).not.toMatch(/20123456|20 12 34 56/)
    expect(seen.numbered).toBe(true)
  })
})
