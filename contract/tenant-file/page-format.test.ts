import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeProblem, parseTenantFile, problemAt } from './tenant-file.ts'
import { blockTypes } from '../content/block.ts'
import { formatTenantFile } from './format.ts'
import { reservedNames } from './reserved.ts'
import type { TenantFile } from './schema.ts'

const head = `tenant:
  id: salon
  firstpath: salon
  title: Salon
  companyname: Salon
  icon: /art/salon/icon.svg
  favicon: /art/salon/favicon.svg
  email: hej@salon.example
  timeZone: Europe/Copenhagen
  default: { language: da, countryCode: DK }
  brand: { color: '#9c4a34' }
finance: { vat_percent: 25 }
`
const pages = (yaml: string) => `${head}pages:\n${yaml}`
const problems = (yaml: string): string[] => {
  const parsed = parseTenantFile(yaml, 'salon.yaml')
  return parsed.ok ? [] : parsed.problems.map(describeProblem)
}
function read(yaml: string): TenantFile {
  const parsed = parseTenantFile(yaml, 'salon.yaml')
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'))
  return parsed.tenant
}
const withBlock = (block: string) => pages(`  - id: om-os\n    title: Om os\n    blocks:\n      - ${block}\n`)

test('a file without pages has no list of pages, one with none has an empty list', () => {
  expect(read(head).pages).toBeUndefined()
  expect(read(`${head}pages: []\n`).pages).toEqual([])
})

test('defaults are filled in', () => {
  expect(read(pages('  - { id: om-os, title: Om os }')).pages).toEqual([
    { id: 'om-os', title: 'Om os', description: '', order: 0, blocks: [], pages: [] },
  ])
  const [page] =
    read(
      pages(`  - id: a
    title: A
    blocks:
      - { type: videoBlock, provider: youtube, link: https://youtu.be/aqz-KE_bpKQ }
      - { type: article2, imageUrl: /art/salon/a.svg, md: x }
      - { type: footer1 }
`),
    ).pages ?? []
  expect(page?.blocks).toEqual([
    {
      type: 'videoBlock',
      provider: 'youtube',
      link: 'https://youtu.be/aqz-KE_bpKQ',
      aspectRatio: '16:9',
      mdPosition: 'before',
      autoplay: false,
      mute: false,
      loop: false,
      showControls: true,
    },
    {
      type: 'article2',
      imageUrl: '/art/salon/a.svg',
      md: 'x',
      imagePosition: 'left',
      imageAnimation: 'none',
    },
    { type: 'footer1', navigation: false },
  ])
})

test.each([
  [
    '{ type: hero9, title: x }',
    `salon.yaml:17:17 pages[0].blocks[0].type: must be one of ${blockTypes.join(', ')}`,
  ],
  ['{ title: x }', 'salon.yaml:17:9 pages[0].blocks[0].type: is missing'],
  ['{ type: hero2, title: x }', 'salon.yaml:17:9 pages[0].blocks[0].image: is missing'],
  [
    '{ type: hero2, title: x, image: /art/salon/a.svg, colour: red }',
    'salon.yaml:17:59 pages[0].blocks[0].colour: is not a setting of a tenant file',
  ],
  [
    '{ type: hero2, title: x, image: https://example.com/a.jpg }',
    'salon.yaml:17:41 pages[0].blocks[0].image: must be a picture of the tenant such as ' +
      '/art/salon/door.svg, or a file beside this one such as pictures/door.jpg',
  ],
  [
    '{ type: hero2, title: x, image: ../../etc/passwd.png }',
    'salon.yaml:17:41 pages[0].blocks[0].image: must be a picture of the tenant such as ' +
      '/art/salon/door.svg, or a file beside this one such as pictures/door.jpg',
  ],
  [
    '{ type: hero2, title: x, image: /art/other/a.svg }',
    'salon.yaml:17:41 pages[0].blocks[0].image: is a picture of other, not of salon',
  ],
  [
    "{ type: hero1, heading: x, ctaButtonLink: 'javascript:alert(1)' }",
    'salon.yaml:17:51 pages[0].blocks[0].ctaButtonLink: must be a path such as /book, or a whole ' +
      'address that begins with https://, http://, mailto: or tel:',
  ],
  [
    '{ type: footer1, facebook: facebook.com/x }',
    'salon.yaml:17:36 pages[0].blocks[0].facebook: must be a path such as /book, or a whole address ' +
      'that begins with https://, http://, mailto: or tel:',
  ],
  ['{ type: article, content: [] }', 'salon.yaml:17:35 pages[0].blocks[0].content: must not be empty'],
  [
    '{ type: article, content: [{ md: a }, { text: b }] }',
    'salon.yaml:17:47 pages[0].blocks[0].content[1]: must have either md, or image with an optional alt',
  ],
  [
    '{ type: article, content: [{ md: a, image: /art/salon/a.svg }] }',
    'salon.yaml:17:36 pages[0].blocks[0].content[0]: must have either md, or image with an optional alt',
  ],
  [
    '{ type: article2, imageUrl: /art/salon/a.svg, md: x, imagePosition: middle }',
    'salon.yaml:17:77 pages[0].blocks[0].imagePosition: must be one of left, right',
  ],
  [
    '{ type: videoBlock, provider: dailymotion, link: x }',
    'salon.yaml:17:39 pages[0].blocks[0].provider: must be one of youtube, vimeo',
  ],
  [
    "{ type: videoBlock, provider: vimeo, link: x, autoplay: 'yes' }",
    'salon.yaml:17:65 pages[0].blocks[0].autoplay: must be true or false',
  ],
  [
    `{ type: bloglist1, md: '${'*'.repeat(3001)}' }`,
    'salon.yaml:17:32 pages[0].blocks[0].md: must have at most 3000 of the marks * _ ~ ` [ ] < > |: ' +
      'divide it into several blocks',
  ],
])('%s is rejected with its position', (block, problem) => {
  expect(problems(withBlock(block))).toEqual([problem])
})

test('an invalid video link is not an import error', () => {
  expect(problems(withBlock('{ type: videoBlock, provider: vimeo, link: not a link }'))).toEqual([])
})

test.each([
  ['  - { id: login, title: x }', 'salon.yaml:14:11 pages[0].id: login is a reserved path'],
  ['  - { id: picture, title: x }', 'salon.yaml:14:11 pages[0].id: picture is a reserved path'],
  [
    '  - { id: Om os, title: x }',
    'salon.yaml:14:11 pages[0].id: must be made of a-z, 0-9, - and _, at most 63 characters',
  ],
  ['  - { id: a, title: x }\n  - { id: a, title: y }', 'salon.yaml:15:11 pages[1].id: a is already used'],
  [
    '  - { id: a, title: x, pages: [{ id: b, title: x }, { id: b, title: x }] }',
    'salon.yaml:14:59 pages[0].pages[1].id: b is already used',
  ],
  [
    '  - { id: a, title: x, pages: [{ id: b, title: x, pages: [] }] }',
    'salon.yaml:14:51 pages[0].pages[0].pages: is not a setting of a tenant file',
  ],
  [
    '  - { id: index, title: x, footer: true }',
    'salon.yaml:14:36 pages[0].footer: must be omitted here: the front page is first in the menu',
  ],
  [
    '  - { id: a, title: x, pages: [{ id: b, title: x, menu: false }] }',
    'salon.yaml:14:51 pages[0].pages[0].menu: is not a setting of a tenant file',
  ],
  [
    '  - { id: index, title: x, pages: [{ id: b, title: x }] }',
    'salon.yaml:14:35 pages[0].pages: must not be below index: put them below a page of their own, such ' +
      'as blog',
  ],
])('%s is rejected with its position', (yaml, problem) => {
  expect(problems(pages(yaml))).toEqual([problem])
})

test('a reserved name is rejected as the id of a page, and allowed as that of a sub-page', () => {
  for (const name of reservedNames.filter((one) => /^[a-z0-9][a-z0-9_-]*$/.test(one))) {
    expect([name, problems(pages(`  - { id: '${name}', title: x }`)).length]).toEqual([name, 1])
    expect([name, problems(pages(`  - { id: a, title: x, pages: [{ id: '${name}', title: x }] }`))]).toEqual([
      name,
      [],
    ])
  }
})

test('an error that a later check finds is reported with its position', () => {
  expect(
    describeProblem(
      problemAt(
        withBlock('{ type: hero2, title: x, image: /art/salon/a.svg }'),
        'salon.yaml',
        ['pages', 0, 'blocks', 0, 'image'],
        'is not there',
      ),
    ),
  ).toBe('salon.yaml:17:41 pages[0].blocks[0].image: is not there')
})

test('the handle of a demo message must begin with demo-', () => {
  expect(
    problems(`${head}messages: [{ id: 'a-handle-that-nobody-knows', destination: x, html: x }]`),
  ).toEqual(['salon.yaml:13:18 messages[0].id: must begin with demo-: a handle in a file is not secret'])
})

test('a formatted page is readable YAML without defaults', () => {
  const written = formatTenantFile(
    read(
      withBlock(
        '{ md: "# Hej\\n\\nMed flere linjer", imageUrl: /art/salon/a.svg, imagePosition: left, ' +
          'imageAnimation: zoom-in, type: article2 }',
      ),
    ),
  )
  expect(written).toContain(`
pages:
  - id: om-os
    title: Om os
    blocks:
      - type: article2
        imageUrl: /art/salon/a.svg
        md: |-
          # Hej

          Med flere linjer
        imageAnimation: zoom-in
`)
})

test('any page survives formatting and parsing', () => {
  const words = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
    .map((value) => value.replaceAll('\0', '').trim())
    .filter((value) => value.length > 0)
  const lines = fc.array(words, { minLength: 1, maxLength: 6 }).map((all) => all.join('\n').trim())
  fc.assert(
    fc.property(
      words,
      lines,
      fc.integer({ min: -1000, max: 1000 }),
      fc.boolean(),
      (title, md, order, flag) => {
        const blocks = [
          { type: 'hero1' as const, heading: title, subHeading: md, alt: title },
          { type: 'article' as const, content: [{ md }, { image: '/art/salon/a.svg', alt: title }] },
          {
            type: 'videoBlock' as const,
            provider: 'vimeo' as const,
            link: title,
            md,
            aspectRatio: '1:1' as const,
            mdPosition: 'after' as const,
            autoplay: flag,
            mute: flag,
            loop: !flag,
            showControls: flag,
          },
          { type: 'footer1' as const, navigation: flag },
        ]
        const page = { id: 'om-os', title, description: title, order, blocks }
        const file = { ...read(head), pages: [{ ...page, pages: [page] }] }
        expect(read(formatTenantFile(file))).toEqual(file)
      },
    ),
    { numRuns: 200 },
  )
})
