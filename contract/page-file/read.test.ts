import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Block } from '../content/block.ts'
import { formatPageFile } from './format.ts'
import { parsePageFile, type PageContent } from './read.ts'

const contentOf = (text: string): PageContent => {
  const parsed = parsePageFile(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.page.content
}
const faultsOf = (text: string): string[] => {
  const parsed = parsePageFile(text)
  return parsed.ok
    ? []
    : parsed.problems.map(({ line, column, field, message }) => `${line}:${column} ${field}: ${message}`)
}
const article = (md: string) => ({ type: 'article', content: [{ md }] })

test('a page without blocks consists of its text', () => {
  expect(contentOf('---\ntitle: Om os\norder: 10\n---\n\n# Hej\n\nVi er **seks**.\n')).toEqual({
    title: 'Om os',
    description: '',
    order: 10,
    blocks: [article('# Hej\n\nVi er **seks**.')],
  })
  expect(contentOf('---\ntitle: Om os\n---').blocks).toEqual([])
})

test('the text replaces the entry body of the blocks', () => {
  const { blocks } = contentOf(
    '---\ntitle: Om os\nblocks:\n  - { type: hero2, title: Hej, image: pictures/a.jpg }\n  - body\n  - ' +
      '{ type: footer1 }\n---\nTekst\n\n---\n\nmere',
  )
  expect(blocks.map((block) => block.type)).toEqual(['hero2', 'article', 'footer1'])
  expect(blocks[1]).toEqual(article('Tekst\n\n---\n\nmere'))
})

test('a byte order mark and CRLF line ends are ignored', () => {
  const plain = '---\ntitle: Å\n---\nen\n\nto\n'
  expect(contentOf(`\uFEFF${plain.replaceAll('\n', '\r\n')}`)).toEqual(contentOf(plain))
})

test.each([
  [
    'no settings',
    '# Hej',
    ['1:1 file: must begin with settings between two lines of ---, with at least a title'],
  ],
  [
    'settings without an end',
    '---\ntitle: x\n',
    ['1:1 file: has no end of its settings: add a second line of ---'],
  ],
  ['nothing in them', '---\n---\n', ['2:1 title: is missing']],
  ['a list', '---\n- a\n---\n', ['2:1 title: is missing', '2:1 0: is not a setting of a page']],
  ['what is no setting', '---\ntitle: x\ntitel: y\n---\n', ['3:1 titel: is not a setting of a page']],
  [
    'a day that does not exist',
    '---\ntitle: x\ndate: 2026-02-30\n---\n',
    ['3:7 date: must be a date that exists, written 2027-03-28'],
  ],
  [
    'several errors, with their lines',
    '---\ntitle: 1\nblocks:\n  - type: article2\n    imageUrl: a.jpg\n    md: x\n    imagePosition: ' +
      'middle\n  - { type: hero9 }\n---\n',
    [
      '2:8 title: must be text (in quotes where it looks like a number)',
      '7:20 blocks[0].imagePosition: must be one of left, right',
      '8:13 blocks[1].type: must be one of hero1, hero2, hero3, testimonial1, article, article2, ' +
        'videoBlock, bloglist1, openinghours1, team1, services1, map1, gallery1, articles1, footer1',
    ],
  ],
  [
    'YAML that is none',
    '---\ntitle: [x\n---\n',
    [
      '3:1 title[0]: cannot be read: a { or [ that was opened before is not closed; # begins a comment ' +
        'unless it is in quotes',
    ],
  ],
  [
    'a text that is shown nowhere',
    '---\ntitle: x\nblocks:\n  - { type: footer1 }\n---\n\n  Tekst',
    ['7:3 body: is not shown: add - body to the blocks where this text belongs'],
  ],
  [
    'a place without a text',
    '---\ntitle: x\nblocks: [body]\n---\n \n',
    ['3:10 blocks[0]: has no text to show: write it below the settings'],
  ],
  [
    'two places',
    '---\ntitle: x\nblocks:\n  - body\n  - body\n---\nx',
    ['5:5 blocks[1]: body is already used'],
  ],
  [
    'a text that is too long',
    `---\ntitle: x\n---\n\n${'x'.repeat(20_001)}`,
    ['5:1 body: must have at most 20000 characters'],
  ],
  [
    'a picture from elsewhere',
    '---\ntitle: x\nblocks:\n  - { type: hero2, title: x, image: https://evil.example/x.png }\n---\n',
    [
      '4:37 blocks[0].image: must be a picture of the tenant such as /art/salon/door.svg, or a file ' +
        'beside this one such as pictures/door.jpg',
    ],
  ],
  [
    'nothing but brackets',
    `---\ntitle: ${'['.repeat(40_000)}\n---\n`,
    ['2:1 file: cannot be read: it is nested too deeply'],
  ],
])('%s is reported with line and column', (_, text, errors) => {
  expect(faultsOf(text)).toEqual(errors)
})

test('an alias bomb is reported without expanding it', () => {
  const bomb = Array.from(
    { length: 9 },
    (_, level) =>
      `a${level}: &a${level} ` +
      `[${Array.from({ length: 10 }, () => (level === 0 ? 'x' : `*a${level - 1}`)).join(', ')}]`,
  )
  expect(faultsOf(`---\n${bomb.join('\n')}\n---\n`).join()).toMatch(/cannot be read/)
})

const word = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
    fc.constantFrom(
      'body',
      '---',
      'x: y',
      '- a',
      '# a',
      '"',
      "'",
      '|',
      '>',
      'null',
      'true',
      '12',
      '09:00',
      '&a',
      '*a',
      '!x',
      '%a',
      '@',
      '`',
      '{',
      '[',
      'æøå',
      'a\n---\nb',
      'a\n\n  b  \n c',
      'a\r\nb',
      '\tb',
      'a\u2028b',
      'a: |\n  b',
      '...\n',
    ),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '')
const md = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('\n\n'))
const pictures = fc.constantFrom('/art/salon/a.svg', 'pictures/a.jpg')
const block = fc.oneof(
  fc.record({
    type: fc.constant('article'),
    content: fc.array(
      fc.oneof(fc.record({ md }), fc.record({ image: pictures, alt: word }), fc.record({ image: pictures })),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  fc.record({
    type: fc.constant('hero1'),
    heading: word,
    subHeading: md,
    ctaButtonLink: fc.constantFrom('', '/book'),
    ctaButtonText: word,
  }),
  fc.record({
    type: fc.constant('article2'),
    imageUrl: pictures,
    md,
    imagePosition: fc.constantFrom('left', 'right'),
  }),
  fc.record({ type: fc.constant('testimonial1'), quote: word, author: word }),
  fc.record({ type: fc.constant('footer1'), navigation: fc.boolean() }),
)

test('any formatted page is parsed to the same page', () => {
  fc.assert(
    fc.property(
      fc.record({
        title: word,
        description: fc.oneof(word, fc.constant('')),
        order: fc.integer({ min: -9, max: 99 }),
        places: fc.record(
          { date: fc.constant('2026-05-12'), menu: fc.boolean(), footer: fc.boolean() },
          { requiredKeys: [] },
        ),
        blocks: fc.array(block, { maxLength: 4 }),
      }),
      ({ blocks, places, ...page }) => {
        const parsed = blocks.map((one) => v.safeParse(Block, one))
        fc.pre(parsed.every(({ success }) => success))
        const content = { ...page, ...places, blocks: parsed.map(({ output }) => output as Block) }
        expect(contentOf(formatPageFile(content))).toEqual(content)
      },
    ),
    { numRuns: 300 },
  )
})
