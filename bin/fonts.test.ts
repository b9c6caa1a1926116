import { readFileSync } from 'node:fs'
import subsetFont from 'subset-font'
import { expect, test } from 'vitest'
import { generatedFonts } from '#server/render/fonts.ts'
import { subsetLetters } from './fonts.ts'

test.each(generatedFonts())('$path is what bin/fonts.ts makes of the installed fonts', async (font) => {
  expect((await subsetLetters(font)).equals(readFileSync(font.path))).toBe(true)
})

test.each(generatedFonts())(
  '$path has our name in place of one that its licence may reserve',
  async ({ path }) => {
    const font = await subsetFont(readFileSync(path), ' ', { targetFormat: 'truetype' })
    const names = font.toString('latin1').replaceAll('\0', '')
    expect(names).toContain('Stamgast')
    expect(names).not.toMatch(/Source ?Sans|Playfair ?Display[- ](?!Project)/)
  },
)
