import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import subsetFont from 'subset-font'
import { generatedFonts } from '#server/render/fonts.ts'

const options = {
  /** What our styles use; figures of one width among it. */
  keepFeatures: ['kern', 'mark', 'ccmp', 'locl', 'liga', 'tnum'],
  /** The copyright, the licence and its URL. */
  preserveNameIds: [0, 13, 14],
}
const weights = { variationAxes: { wght: { min: 400, max: 700 } } }

type Made = ReturnType<typeof generatedFonts>[number]
/** The letters of a font of Fontsource, under our name; of one with all weights only those that text has. */
export async function subsetLetters({ source, range }: Made): Promise<Buffer> {
  const make = (font: Buffer, targetFormat: 'truetype' | 'woff2') =>
    subsetFont(font, lettersIn(range), {
      ...options,
      ...(source.includes('-wght-') && weights),
      targetFormat,
    })
  return make(rename(await make(readFileSync(source), 'truetype')), 'woff2')
}

/** Family, unique, full and PostScript name (OpenType, table `name`). */
const nameIds = [1, 3, 4, 6]
/** In UTF-16, as Windows and browsers read names. */
const ourName = Buffer.from('Stamgast', 'utf16le').swap16()

/**
 * Changes the names of an uncompressed font: licences (OFL 1.1, 3) reserve some for unchanged files. Ours is
 * shorter than they are, so that it is written in their place.
 */
function rename(font: Buffer): Buffer {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => font.subarray(12 + 16 * at))
  const start = tables.find((one) => one.toString('latin1', 0, 4) === 'name')?.readUInt32BE(8) ?? 0
  const names = font.subarray(start)
  for (let at = 0; at < names.readUInt16BE(2); at += 1) {
    const record = names.subarray(6 + 12 * at)
    if (!nameIds.includes(record.readUInt16BE(6))) continue
    const from = names.readUInt16BE(4) + record.readUInt16BE(10)
    const former = names.subarray(from, from + record.readUInt16BE(8))
    if (ourName.copy(former.fill(0)) < ourName.length) throw new Error('a name is shorter than ours')
    record.writeUInt16BE(ourName.length, 8)
  }
  return font
}

const lettersIn = (range: string): string =>
  range
    .split(',')
    .flatMap((part) => {
      const [from = 0, until = from] = part
        .replace('U+', '')
        .split('-')
        .map((point) => parseInt(point, 16))
      return Array.from({ length: until - from + 1 }, (_, at) => String.fromCodePoint(from + at))
    })
    .join('')

if (process.argv[1] === import.meta.filename)
  for (const font of generatedFonts()) {
    mkdirSync(dirname(font.path), { recursive: true })
    writeFileSync(font.path, await subsetLetters(font))
  }
