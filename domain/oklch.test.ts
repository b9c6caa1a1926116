import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHex, toOklch } from './oklch.ts'

test('a colour converted to OKLCH and back is unchanged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const hex = `#${value.toString(16).padStart(6, '0')}`
      // Greys lose their rounding errors, at most one step of a channel.
      const back = Number.parseInt(toHex(toOklch(hex)).slice(1), 16)
      return [16, 8, 0].every((shift) => Math.abs(((back >> shift) & 255) - ((value >> shift) & 255)) <= 1)
    }),
  )
})

test('red has the lightness, chroma and hue of the CSS specification', () => {
  const { l, c, h } = toOklch('#ff0000')
  expect([l, c, h]).toEqual([expect.closeTo(0.628, 3), expect.closeTo(0.2577, 3), expect.closeTo(29.23, 1)])
})

test('a colour outside sRGB loses chroma, not lightness or hue', () => {
  const shown = toOklch(toHex({ l: 0.7, c: 0.4, h: 150 }))
  expect(shown.c).toBeLessThan(0.4)
  expect([shown.l, shown.h]).toEqual([expect.closeTo(0.7, 2), expect.closeTo(150, 0)])
})
