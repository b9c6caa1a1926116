import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brandPairs, type BrandToken } from '#domain/brand.ts'

const web = join(import.meta.dirname, '..')
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => ({ name, text: readFileSync(join(web, name), 'utf8') }))
const sheets = ['css/app.css', 'css/base.css', 'css/staff.css'].map((name) => ({
  name,
  text: readFileSync(join(web, name), 'utf8'),
}))

const tokens = new Set<string>(brandPairs.flatMap(([front, ground]) => [front, ground]))
const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
const isToken = (name: string): name is BrandToken => tokens.has(name)
const requiredContrast = (front: string, ground: string) =>
  Math.max(0, ...brandPairs.filter(([a, b]) => a === front && b === ground).map(([, , contrast]) => contrast))

/** The colours in a class list with this prefix. Classes of a state (hover) count like those without one. */
function coloursOf(classes: string, kind: string): BrandToken[] {
  return [...classes.matchAll(new RegExp(`(?<=^|[\\s\`'":])${kind}-([a-z-]+)(?=$|[\\s\`'"])`, 'g'))]
    .map(([, name = '']) => camel(name))
    .filter(isToken)
}

const backgroundOf = (front: BrandToken) => (front[2]?.toLowerCase() + front.slice(3)) as BrandToken

type Pair = { front: BrandToken; ground: BrandToken; needed: number; where: string }

/**
 * Text and background pairs of each class list; text without a background of its own is on the page or on a
 * card.
 */
function pairsIn({ name, text }: { name: string; text: string }): Pair[] {
  return [...text.matchAll(/'[^'\n]*'|"[^"\n]*"/g)].flatMap(([quoted]) => {
    const classes = quoted.slice(1, -1)
    const [grounds, words] = [coloursOf(classes, 'bg'), coloursOf(classes, 'text')]
    const below: BrandToken[] = grounds.length > 0 ? grounds : ['bg', 'surface']
    // `on…` text colours name their background. A background that needs such a colour has it in the same
    // list, or has no text.
    const paired = words
      .filter((word) => word.startsWith('on'))
      .map((front) => ({ front, ground: backgroundOf(front) }))
    const free = words.length === 0 ? (['text'] as const) : words.filter((word) => !word.startsWith('on'))
    const plain = below.filter(
      (ground) =>
        paired.every((one) => one.ground !== ground) &&
        !['brand', 'brandHover', 'brandLine', 'danger', 'line'].includes(ground),
    )
    const ring = [...coloursOf(classes, 'accent'), ...coloursOf(classes, 'outline')]
    return [
      ...[...paired, ...plain.flatMap((ground) => free.map((front) => ({ front, ground })))].map((one) => ({
        ...one,
        needed: 4.5,
        where: `${name}: ${classes}`,
      })),
      ...below.flatMap((ground) =>
        ring.map((front) => ({ front, ground, needed: 3, where: `${name}: ${classes}` })),
      ),
    ]
  })
}

test('every text and background pair in the class lists has enough contrast for any tenant', () => {
  const pairs = sources.flatMap(pairsIn)
  expect(new Set(pairs.map(({ front, ground }) => `${front} ${ground}`)).size).toBeGreaterThan(15)
  expect(pairs.filter(({ front, ground, needed }) => requiredContrast(front, ground) < needed)).toEqual([])
})

test('fields, focus rings, links and muted text have enough contrast on every background', () => {
  const grounds = ['bg', 'surface', 'brandSoft', 'dangerSoft', 'warningSoft', 'successSoft']
  const used = new Set(
    [...sources, ...sheets]
      .flatMap(({ text }) =>
        [...text.matchAll(/(?:bg-|background: var\(--)([a-z-]+)/g)].map(([, name = '']) => camel(name)),
      )
      .filter(isToken),
  )
  expect([...used].filter((one) => !grounds.includes(one)).toSorted()).toEqual(
    ['brand', 'brandHover', 'brandLine', 'danger'].filter((one) => used.has(one as BrandToken)),
  )
  for (const ground of grounds)
    expect([
      ground,
      ...(['text', 'muted', 'brandText', 'focus', 'control', 'brandLine'] as const).map((front) =>
        requiredContrast(front, ground),
      ),
    ]).toEqual([ground, 4.5, 4.5, 4.5, 3, 3, 3])
})
