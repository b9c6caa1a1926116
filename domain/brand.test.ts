import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileColors as hostile, pairsOf } from '#test/hostile-colors.ts'
import { brandCss, brandScale, contrast } from './brand.ts'
import { toOklch } from './oklch.ts'

const tooFaint = (color: string) => pairsOf(color).filter(({ headroom: room }) => room < 1)

test('every pair of tokens has its minimum contrast for 200 difficult colours, in light and in dark', () => {
  expect(new Set(hostile).size).toBeGreaterThanOrEqual(200)
  expect(hostile.flatMap(tooFaint)).toEqual([])
})

test('every pair of tokens has its minimum contrast for any colour', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 0xffffff }),
      (value) => tooFaint(`#${value.toString(16).padStart(6, '0')}`).length === 0,
    ),
    { numRuns: 300 },
  )
})

test('white text is readable on a picture that is darkened with the brand', () => {
  for (const color of hostile)
    expect(contrast(brandScale(color).brand[700], '#ffffff'), color).toBeGreaterThanOrEqual(4.5)
})

test('a button has exactly the colour of the tenant', () => {
  for (const color of hostile) expect(brandScale(color).tokens.brand).toEqual({ light: color, dark: color })
})

test('hovering a button is visible', () => {
  for (const color of hostile) {
    const { brand, brandHover } = brandScale(color).tokens
    expect(Math.abs(toOklch(brand.light).l - toOklch(brandHover.light).l), color).toBeGreaterThan(0.02)
  }
})

test('a readable colour is the text colour unchanged', () => {
  expect(brandScale('#7a2e4d').tokens.brandText.light).toBe('#7a2e4d')
  expect(brandScale('#ffb3c7').tokens.brandText.dark).toBe('#ffb3c7')
})

test('brand text keeps the hue of the brand', () => {
  for (const color of ['#e07a5f', '#2f6f5e', '#ff0066', '#3366ff']) {
    const { light, dark } = brandScale(color).tokens.brandText
    for (const shown of [light, dark]) {
      const turn = Math.abs(toOklch(shown).h - toOklch(color).h)
      expect(Math.min(turn, 360 - turn), `${color} → ${shown}`).toBeLessThan(6)
    }
  }
})

test('neutrals have a trace of the brand colour, and none of a grey one', () => {
  expect(toOklch(brandScale('#2f6f5e').neutral['500']).c).toBeGreaterThan(0.003)
  expect(brandScale('#808080').neutral['500']).toMatch(/^#(..)\1\1$/)
})

test('a scale runs from light to dark', () => {
  for (const color of hostile) {
    const { brand, neutral } = brandScale(color)
    for (const steps of [brand, neutral]) {
      const lights = Object.entries(steps)
        .toSorted(([a], [b]) => Number(a) - Number(b))
        .map(([, hex]) => toOklch(hex).l)
      expect(lights, color).toEqual(lights.toSorted((a, b) => b - a))
    }
  }
})

test('the css is one rule with a light-dark pair for every token', () => {
  const css = brandCss(brandScale('#7A2E4D'))
  expect(css).toMatch(/^:root\{color-scheme:light dark;[^{}]+\}$/)
  expect(css).toContain('--brand:light-dark(#7a2e4d,#7a2e4d)')
  expect(css).toMatch(/--on-brand-soft:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)/)
  expect(css).toMatch(/--brand-950:#[0-9a-f]{6};--neutral-0:#ffffff;/)
  expect(css.match(/light-dark\(/g)).toHaveLength(26)
})

test.each(['red', '#fff', '#12345g', '', '#1234567', '#000000;}'])(
  '%j is not taken for a colour',
  (color) => {
    expect(() => brandScale(color)).toThrow(RangeError)
  },
)

test('contrast is 21 between black and white, and 1 with itself', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#123456', '#123456')).toBe(1)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
