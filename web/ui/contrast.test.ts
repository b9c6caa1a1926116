import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brandPairs, type BrandToken } from '#domain/brand.ts'

const web = join(import.meta.dirname, '..')
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => ({ name, text: readFileSync(join(web, name), 'utf8') }))
const sheets = ['app.css'].map((name) => ({ name, text: readFileSync(join(web, name), 'utf8') }))

const tokens = new Set<string>(brandPairs.flatMap(([front, ground]) => [front, ground]))
const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
const isToken = (name: string): name is BrandToken => tokens.has(name)
const least = (front: string, ground: string) =>
  Math.max(0, ...brandPairs.filter(([a, b]) => a === front && b === ground).map(([, , contrast]) => contrast))

/** The colours of one list of classes by what they colour; those of a state stand in for those of rest. */
function coloursOf(classes: string, kind: string): BrandToken[] {
  return [...classes.matchAll(new RegExp(`(?<=^|[\\s\`'":])${kind}-([a-z-]+)(?=$|[\\s\`'"])`, 'g'))]
    .map(([, name = '']) => camel(name))
    .filter(isToken)
}

const madeFor = (front: BrandToken) => (front[2]?.toLowerCase() + front.slice(3)) as BrandToken

type Pair = { front: BrandToken; ground: BrandToken; needed: number; where: string }

/** What is written upon what, as each list of classes says it; words without a ground of their own stand on the page or on a card. */
function pairsIn({ name, text }: { name: string; text: string }): Pair[] {
  return [...text.matchAll(/'[^'\n]*'|"[^"\n]*"/g)].flatMap(([quoted]) => {
    const classes = quoted.slice(1, -1)
    const [grounds, words] = [coloursOf(classes, 'bg'), coloursOf(classes, 'text')]
    const below: BrandToken[] = grounds.length > 0 ? grounds : ['bg', 'surface']
    // Words that are made for one ground name it; a ground that needs such words has them in the same list, or has none.
    const made = words
      .filter((word) => word.startsWith('on'))
      .map((front) => ({ front, ground: madeFor(front) }))
    const free = words.length === 0 ? (['text'] as const) : words.filter((word) => !word.startsWith('on'))
    const plain = below.filter(
      (ground) =>
        made.every((one) => one.ground !== ground) &&
        !['brand', 'brandHover', 'brandLine', 'danger', 'line'].includes(ground),
    )
    const ring = [...coloursOf(classes, 'accent'), ...coloursOf(classes, 'outline')]
    return [
      ...[...made, ...plain.flatMap((ground) => free.map((front) => ({ front, ground })))].map((one) => ({
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

test('every colour that is written upon another in the pages is a pair that is readable for any tenant', () => {
  const pairs = sources.flatMap(pairsIn)
  expect(new Set(pairs.map(({ front, ground }) => `${front} ${ground}`)).size).toBeGreaterThan(15)
  expect(pairs.filter(({ front, ground, needed }) => least(front, ground) < needed)).toEqual([])
})

test('fields, rings of the focus, links and quiet words are readable on every ground that a page has', () => {
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
        least(front, ground),
      ),
    ]).toEqual([ground, 4.5, 4.5, 4.5, 3, 3, 3])
})
