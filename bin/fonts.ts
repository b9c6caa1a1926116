import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import subsetFont from 'subset-font'
import { madeFonts } from '#server/render/fonts.ts'

const options = {
  targetFormat: 'woff2' as const,
  /** What our styles use; figures of one width among it. */
  keepFeatures: ['kern', 'mark', 'ccmp', 'locl', 'liga', 'tnum'],
  /** The copyright, the licence and its URL. */
  preserveNameIds: [0, 13, 14],
}
const weights = { variationAxes: { wght: { min: 400, max: 700 } } }

type Made = ReturnType<typeof madeFonts>[number]
/** The letters of a font of Fontsource; of one with all weights only those that text has. */
export const lettersOf = ({ source, range }: Made): Promise<Buffer> =>
  subsetFont(readFileSync(source), lettersIn(range), {
    ...options,
    ...(source.includes('-wght-') && weights),
  })

const lettersIn = (range: string): string =>
  range
    .split(',')
    .flatMap((one) => {
      const [from = 0, until = from] = one
        .replace('U+', '')
        .split('-')
        .map((point) => parseInt(point, 16))
      return Array.from({ length: until - from + 1 }, (_, at) => String.fromCodePoint(from + at))
    })
    .join('')

if (process.argv[1] === import.meta.filename)
  for (const font of madeFonts()) {
    mkdirSync(dirname(font.path), { recursive: true })
    writeFileSync(font.path, await lettersOf(font))
  }
