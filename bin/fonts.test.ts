import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { madeFonts } from '#server/render/fonts.ts'
import { lettersOf } from './fonts.ts'

test.each(madeFonts())('$path is what bin/fonts.ts makes of the installed fonts', async (font) => {
  expect((await lettersOf(font)).equals(readFileSync(font.path))).toBe(true)
})
