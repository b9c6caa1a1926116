import { expect, test } from 'vitest'
import { pictureFormat } from './picture-format.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const box = (main: string, ...brands: string[]) =>
  `\0\0\0${String.fromCharCode(16 + 4 * brands.length)}ftyp${main}\0\0\0\0${brands.join('')}`

test.each([
  ['\xff\xd8\xff\xe1', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['GIF87a', 'gif'],
  ['GIF89a', 'gif'],
  ['RIFF\x10\0\0\0WEBP', 'webp'],
  ['RIFF\x10\0\0\0AVI ', null],
  [box('avif', 'avif', 'mif1'), 'avif'],
  [box('mif1', 'mif1', 'avif', 'miaf'), 'avif'],
  [`${box('mif1', 'mif1')}avifavif`, null],
  [box('heic', 'mif1', 'heic'), 'heic'],
  [box('mif1', 'mif1', 'heic'), 'heic'],
  [box('isom', 'isom', 'mp42'), null],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', null],
  ['', null],
])('%j is of the format %s', (start, format) => {
  expect(pictureFormat(bytes(start))).toBe(format)
})
