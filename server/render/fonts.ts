import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { fontPairs, type FontPair } from '#contract/content/tenant.ts'
import { merge, subtract, type Range } from '#domain/availability/range.ts'
import type { Env } from '#server/context/context.ts'

/** The letters of our texts: small files, made of those of Fontsource by bin/fonts.ts. */
const made = {
  letters: {
    from: 'latin',
    range:
      'U+0020-007E,U+00A0-00A1,U+00A9,U+00AB,U+00B0,U+00B7,U+00BA-00BB,U+00BF-00C1,U+00C4-00C6,' +
      'U+00C8-00C9,U+00CD,U+00D3,U+00D6-00D8,U+00DA,U+00DC,U+00DF-00EF,U+00F1-00F6,U+00F8-00FC,' +
      'U+2013-2014,U+2018-201A,U+201C-201E,U+2026,U+202F,U+20AC',
  },
  polish: {
    from: 'latin-ext',
    range: 'U+0104-0107,U+0118-0119,U+0141-0144,U+015A-015B,U+0179-017C',
  },
} as const
type Made = keyof typeof made
type Whole = (typeof made)[Made]['from']
type Subset = Whole | Made
const subsets: readonly Subset[] = ['latin', 'latin-ext', 'letters', 'polish']
const isMade = (subset: Subset): subset is Made => subset in made

/** Code points of a `unicode-range` (CSS Fonts 4, 4.5). */
const parseUnicodeRange = (unicodeRange: string): Range[] =>
  merge(
    unicodeRange.split(',').map((range) => {
      const [first = NaN, last = first] = range
        .replace('U+', '')
        .split('-')
        .map((hex) => parseInt(hex, 16))
      return { start: first, end: last + 1 }
    }),
  )
const formatUnicodeRange = (points: Range[]): string =>
  points.map(({ start, end }) => `U+${start.toString(16)}-${(end - 1).toString(16)}`).join()
const madePoints = parseUnicodeRange(
  Object.values(made)
    .map(({ range }) => range)
    .join(),
)
/**
 * The range of a file of Fontsource without those of the small files. Where ranges overlap, a browser that
 * waits for the small file fetches the whole one too.
 */
const subtractMade = (unicodeRange: string): string =>
  formatUnicodeRange(subtract(parseUnicodeRange(unicodeRange), madePoints))

/**
 * A font and the local one that stands in for it, scaled by `scale` percent so that a line has the same
 * length; `ascent` and `descent` are those of the font, in em. By @capsizecss/metrics 4, the scale of
 * headings by their weight; e2e/look.test.ts measures them.
 */
type Font = {
  family: string
  source: string
  file: (subset: Subset) => string
  weight: string
  serif: boolean
  scale: number
  ascent: number
  descent: number
}
/** `family`: ours, where the licence reserves the name of the font for unchanged files. */
type Metrics = Pick<Font, 'scale' | 'ascent' | 'descent'> & { family?: string }

const heading = (family: string, serif: boolean, metrics: Metrics): Font => {
  const name = fileName(family)
  const file = (subset: Subset) => `${name}-${subset}-600-normal.woff2`
  // The one weight serves them all: no browser may thicken it.
  return { family, source: `@fontsource/${name}`, file, weight: '100 900', serif, ...metrics }
}
const text = (family: string, metrics: Metrics): Font => {
  const name = fileName(family)
  const file = (subset: Subset) => `${name}-${subset}-wght-normal.woff2`
  return {
    family,
    source: `@fontsource-variable/${name}`,
    file,
    weight: '400 700',
    serif: false,
    ...metrics,
  }
}
const fileName = (family: string) => family.toLowerCase().replaceAll(' ', '-')

const pairs: Record<FontPair, readonly [heading: Font, text: Font]> = {
  warm: [
    heading('Fraunces', true, { scale: 108.6, ascent: 0.978, descent: 0.255 }),
    text('Figtree', { scale: 100.72, ascent: 0.95, descent: 0.25 }),
  ],
  elegant: [
    heading('Cormorant Garamond', true, { scale: 89.4, ascent: 0.924, descent: 0.287 }),
    text('Mulish', { scale: 104.08, ascent: 1.005, descent: 0.25 }),
  ],
  editorial: [
    heading('Playfair Display', true, {
      family: 'Stamgast Serif',
      scale: 102.8,
      ascent: 1.082,
      descent: 0.251,
    }),
    text('Source Sans 3', { family: 'Stamgast Sans', scale: 93.76, ascent: 1.024, descent: 0.4 }),
  ],
  friendly: [
    heading('Outfit', false, { scale: 101.3, ascent: 1, descent: 0.26 }),
    text('Nunito Sans', { scale: 101.39, ascent: 1.011, descent: 0.353 }),
  ],
  urban: [
    heading('Oswald', false, { scale: 91, ascent: 1.193, descent: 0.289 }),
    text('Hanken Grotesk', { scale: 100.94, ascent: 1, descent: 0.303 }),
  ],
}

/** Installed nearly everywhere, or replaced there by a font of the same widths. */
const standIns = {
  serif: { local: ['Georgia', 'Gelasio', 'Noto Serif'], generic: 'Georgia,serif' },
  sans: { local: ['Arial', 'Liberation Sans', 'Roboto'], generic: 'system-ui,sans-serif' },
}

type FontFile = { bytes: Uint8Array<ArrayBuffer>; subset: Subset }
/** `files` by URL. */
type Loaded = { css: string; files: ReadonlyMap<string, FontFile> }

const { resolve } = createRequire(import.meta.url)
const resolvePath = ({ source, file }: Font, subset: Subset): string =>
  isMade(subset)
    ? join(import.meta.dirname, 'font', file(subset))
    : resolve(`${source}/files/${file(subset)}`)

/** What bin/fonts.ts makes: `path` of `source`. */
export const generatedFonts = () =>
  Object.values(pairs)
    .flat()
    .flatMap((font) =>
      subsets.filter(isMade).map((subset) => ({
        source: resolvePath(font, made[subset].from),
        path: resolvePath(font, subset),
        range: made[subset].range,
      })),
    )

const loaded = new Map<FontPair, Loaded>()

/** Reads a pair once. Its URLs contain a hash of the file, so that they may be cached permanently. */
function load(pair: FontPair): Loaded {
  const known = loaded.get(pair)
  if (known) return known
  const files = new Map<string, FontFile>()
  const rules = pairs[pair].map((font) => {
    const whole = JSON.parse(readFileSync(resolve(`${font.source}/unicode.json`), 'utf8')) as Record<
      Whole,
      string
    >
    const faces = subsets.map((subset) => {
      const bytes = new Uint8Array(readFileSync(resolvePath(font, subset)))
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
      const url = `/assets/font/${pair}/${font.file(subset).replace('.woff2', `.${hash}.woff2`)}`
      files.set(url, { bytes, subset })
      return (
        `@font-face{font-family:"${font.family}";font-weight:${font.weight};font-display:optional;` +
        `src:url(${url}) format("woff2");unicode-range:${isMade(subset) ? made[subset].range : subtractMade(whole[subset])}}`
      )
    })
    return faces.join('') + standInFace(font)
  })
  const [display, sans] = pairs[pair].map(formatFamilies)
  const read = { css: `${rules.join('')}:root{--display:${display};--sans:${sans}}`, files }
  loaded.set(pair, read)
  return read
}

const standInOf = ({ serif }: Font) => standIns[serif ? 'serif' : 'sans']
const percent = (ratio: number) => `${Math.round(ratio * 1e4) / 100}%`
const formatFamilies = (font: Font) => `"${font.family}","${font.family} local",${standInOf(font).generic}`

function standInFace(font: Font): string {
  const scale = font.scale / 100
  return (
    `@font-face{font-family:"${font.family} local";` +
    `src:${standInOf(font)
      .local.map((name) => `local("${name}")`)
      .join()};size-adjust:${percent(scale)};ascent-override:${percent(font.ascent / scale)};` +
    `descent-override:${percent(font.descent / scale)};line-gap-override:0%}`
  )
}

/** The styles of a pair of fonts, and the files that the first paint needs. */
export function loadFontStyles(
  pair: FontPair | undefined,
  language: string,
): { css: string; preload: string[] } {
  if (!pair) return { css: '', preload: [] }
  const { css, files } = load(pair)
  const preload = [...files].filter(
    ([, { subset }]) => subset === 'letters' || (subset === 'polish' && language === 'pl'),
  )
  return { css, preload: preload.map(([url]) => url) }
}

/** The bytes of a font by its URL; null for any other one. */
export function fontFile(url: string): Uint8Array<ArrayBuffer> | null {
  const pair = fontPairs.find((one) => url.startsWith(`/assets/font/${one}/`))
  return (pair && load(pair).files.get(url)?.bytes) ?? null
}

/** The web fonts, below `/assets/font/`: a URL contains the hash of its file. */
export const fontRoute: MiddlewareHandler<Env> = async (c, next) => {
  const bytes = fontFile(c.req.path)
  if (!bytes) return next()
  return c.body(bytes, 200, {
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
  })
}
