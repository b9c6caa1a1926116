import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TenantFile } from './schema.ts'
import { formatTenantFile } from './format.ts'
import { describeProblem, parseTenantFile } from './tenant-file.ts'

const clinic = `tenant:
  id: klinik
  firstpath: klinik
  title: { de: Klinik am See, en: Lakeside Clinic }
  companyname: Klinik am See
  tagline: { de: Haut und Ruhe, en: Skin and calm }
  description: Nur auf Deutsch.
  email: hallo@klinik.example
  timeZone: Europe/Berlin
  default: { language: de, countryCode: DE }
  languages: [de, en]
  brand: { color: '#ffd500' }
  tenantMessages:
    cancelLimitText: { de: 'Frei bis {cancelLimit} Stunden vorher.', en: 'Free until {cancelLimit} hours before.' }
finance: { vat_percent: 19 }
serviceTypes: [{ id: haut, svctype: { de: Haut, en: Skin } }]
services:
  - { id: peeling, name: { de: Peeling, en: Peeling }, svctype: haut, price: 90, duration: 60, members: [jana] }
  - id: massage
    name: { de: Massage, en: Massage therapy }
    description: { de: Mit warmem Öl., en: With warm oil. }
    svctype: haut
    price: 70
    duration: 45
    members: [jana]
    picture: { image: /art/klinik/c.svg, alt: { de: Warme Hände, en: Warm hands } }
members:
  - { id: jana, firstname: Jana, lastname: Roth, role: { de: Inhaberin, en: Owner } }
pages:
  - id: index
    title: { de: Willkommen, en: Welcome }
    blocks:
      - { type: hero2, title: { de: Ruhe, en: Calm }, image: { de: /art/klinik/a.svg, en: /art/klinik/b.svg } }
      - { type: article, content: [{ md: { de: Guten Tag., en: Hello. } }] }
      - { type: testimonial1, quote: { de: Sehr gut, en: Very good }, author: Ada }
  - id: team
    title: Team
    blocks: [{ type: hero2, title: Das Team, image: /art/klinik/a.svg }]
    languages:
      en: { title: Our team, blocks: [{ type: article, content: [{ md: Four people. }] }] }
  - { id: impressum, title: Impressum }
booking: { exceptions: [{ date: 2026-12-24, hours: [], reason: { de: Heiligabend, en: Christmas Eve } }] }
`
const read = (yaml: string): TenantFile => {
  const parsed = parseTenantFile(yaml, 'klinik.yaml')
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'))
  return parsed.tenant
}
const problems = (yaml: string): string[] => {
  const parsed = parseTenantFile(yaml, 'klinik.yaml')
  return parsed.ok ? [] : parsed.problems.map(describeProblem)
}
const changed = (from: string, to: string): string => {
  expect(clinic.split(from)).toHaveLength(2)
  return clinic.replace(from, () => to)
}

test('a file in two languages is read in the default one, with the words of the other beside it', () => {
  const file = read(clinic)
  expect([file.tenant.title, file.tenant.languages, file.services[1]?.name]).toEqual([
    'Klinik am See',
    ['de', 'en'],
    'Massage',
  ])
  expect(file.words).toEqual({
    en: {
      'Klinik am See': 'Lakeside Clinic',
      'Haut und Ruhe': 'Skin and calm',
      'Frei bis {cancelLimit} Stunden vorher.': 'Free until {cancelLimit} hours before.',
      Heiligabend: 'Christmas Eve',
      Haut: 'Skin',
      Peeling: 'Peeling',
      Massage: 'Massage therapy',
      'Mit warmem Öl.': 'With warm oil.',
      'Warme Hände': 'Warm hands',
      Inhaberin: 'Owner',
    },
  })
  const [index, team, imprint] = file.pages ?? []
  expect(index?.languages?.en).toEqual({
    title: 'Welcome',
    description: '',
    blocks: [
      { type: 'hero2', title: 'Calm', image: '/art/klinik/b.svg' },
      { type: 'article', content: [{ md: 'Hello.' }] },
      { type: 'testimonial1', quote: 'Very good', author: 'Ada' },
    ],
  })
  expect(team?.languages?.en?.title).toBe('Our team')
  expect(imprint?.languages).toBeUndefined()
})

test('a file is written in the same forms, and read to the same tenant', () => {
  const file = read(clinic)
  const written = formatTenantFile(file)
  for (const form of [
    '  title: { de: Klinik am See, en: Lakeside Clinic }\n',
    '    name: { de: Massage, en: Massage therapy }\n',
    'svctype: { de: Haut, en: Skin }',
    '        title: { de: Ruhe, en: Calm }\n',
    '        author: Ada\n',
    '        title: Our team\n',
  ])
    expect(written).toContain(form)
  expect(read(written)).toEqual(file)
  expect(formatTenantFile(read(written))).toBe(written)
})

const tagline = 'tagline: { de: Haut und Ruhe, en: Skin and calm }'
test.each<[string, string, string[]]>([
  [
    tagline,
    'tagline: { de: Haut, xx: Skin }',
    ['klinik.yaml:6:28 tenant.tagline.xx: is no language: must be one of'],
  ],
  [
    tagline,
    'tagline: { de: Haut, fr: Peau }',
    ['klinik.yaml:6:28 tenant.tagline.fr: is not among tenant.languages'],
  ],
  [
    tagline,
    'tagline: { en: Skin }',
    ['klinik.yaml:6:12 tenant.tagline: has no text in de, the default language'],
  ],
  [tagline, 'tagline: {}', ['klinik.yaml:6:12 tenant.tagline: has no text in de, the default language']],
  [tagline, "tagline: { de: Haut, en: '' }", ['klinik.yaml:6:28 tenant.tagline.en: must not be empty']],
  [tagline, "tagline: { de: '', en: Skin }", ['klinik.yaml:6:18 tenant.tagline.de: must not be empty']],
  [tagline, 'tagline: { de: Haut, en: }', ['klinik.yaml:6:24 tenant.tagline.en: is empty']],
  [tagline, 'tagline: { de: Haut, en: 5 }', ['klinik.yaml:6:28 tenant.tagline.en: must be text']],
  [tagline, 'tagline: { de: Haut, en: [Skin] }', ['klinik.yaml:6:28 tenant.tagline.en: must be text']],
  [tagline, 'tagline: [Haut, Skin]', ['klinik.yaml:6:12 tenant.tagline: must be text']],
  [
    tagline,
    `tagline: { de: Haut, en: ${'x'.repeat(301)} }`,
    ['klinik.yaml:6:28 tenant.tagline.en: must have at most 300'],
  ],
  [
    "en: 'Free until {cancelLimit} hours",
    "en: 'Free until {hours} hours",
    ['tenant.tenantMessages.cancelLimitText.en: has {hours}: only'],
  ],
  [
    'companyname: Klinik am See',
    'companyname: { de: Klinik, en: Clinic }',
    ['klinik.yaml:5:16 tenant.companyname: must be text'],
  ],
  [
    'languages: [de, en]',
    'languages: [en, de]',
    ['tenant.languages[0]: must be de, the language of tenant.default: it comes first'],
  ],
  ['languages: [de, en]', 'languages: [de, en, en]', ['tenant.languages[2]: en is already used']],
  ['languages: [de, en]', 'languages: [de, en, xx]', ['tenant.languages[2]: must be one of']],
  ['languages: [de, en]', 'languages: []', ['tenant.languages: must not be empty']],
  [
    'name: { de: Peeling, en: Peeling }',
    'name: { de: Massage, en: Rub }',
    ['services[1].name.en: differs from that of services[0].name, which has the same text otherwise'],
  ],
  [
    'quote: { de: Sehr gut, en: Very good }',
    'quote: Sehr gut',
    ['pages[0].blocks[2].quote: has no text in en, which other texts of this page have'],
  ],
  [
    'image: { de: /art/klinik/a.svg, en: /art/klinik/b.svg }',
    'image: { de: /art/klinik/a.svg, en: /art/other/b.svg }',
    ['is a picture of other, not of klinik'],
  ],
  [
    '      en: { title: Our team',
    '      de: { title: Unser Team',
    ['pages[1].languages.de: is the default language: its texts are those of the page itself'],
  ],
  [
    '      en: { title: Our team',
    '      fr: { title: Équipe',
    ['pages[1].languages.fr: is not among tenant.languages'],
  ],
  [
    '    title: Team\n',
    '    title: { de: Team, en: Team }\n',
    ['pages[1].blocks[0].title: has no text in en', 'pages[1].languages.en: en is already used'],
  ],
])('error %# is reported with its place', (from, to, expected) => {
  const found = problems(changed(from, to))
  for (const one of expected) expect(found.join('\n')).toContain(one)
  expect(found.length).toBeGreaterThanOrEqual(expected.length)
})

test('the errors of all languages are reported at once, in the order of the file', () => {
  const yaml = changed(tagline, "tagline: { de: '', en: '' }").replace('price: 70', 'price: many')
  expect(problems(yaml)).toEqual([
    'klinik.yaml:6:18 tenant.tagline.de: must not be empty',
    'klinik.yaml:6:26 tenant.tagline.en: must not be empty',
    'klinik.yaml:23:12 services[1].price: must be an amount such as 360.00: with a point, and without a currency',
  ])
})

test('a language without its place in the list is reported for each text', () => {
  const found = problems(changed('  languages: [de, en]\n', ''))
  expect(found).toHaveLength(clinic.split(/\ben:/).length - 1)
  expect(new Set(found.map((one) => one.split(': ').at(-1)))).toEqual(
    new Set(['is not among tenant.languages']),
  )
})

test('any words survive formatting and parsing, names of objects and braces too', () => {
  const file = read(clinic)
  const text = fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.constantFrom('__proto__', 'constructor', 'toString', '{ de: x }', 'en', 'no', '1'),
    )
    .map((value) => value.replaceAll('\0', '').trim())
    .filter((value) => value.length > 0)
  fc.assert(
    fc.property(text, text, text, (name, own, title) => {
      fc.pre(
        !['Peeling', 'Haut', 'Inhaberin', 'Mit warmem Öl.', 'Haut und Ruhe', 'Klinik am See'].includes(name),
      )
      const yaml = clinic
        .replace('{ de: Massage, en: Massage therapy }', () => JSON.stringify({ de: name, en: own }))
        .replace('{ de: Ruhe, en: Calm }', () => JSON.stringify({ de: name, en: title }))
      const parsed = read(yaml)
      expect(Object.entries(parsed.words?.en ?? {})).toContainEqual([name, own])
      expect(read(formatTenantFile(parsed))).toEqual(parsed)
      expect(parsed).not.toEqual(file)
    }),
    { numRuns: 40 },
  )
})

test('absurd languages are errors, not failures', () => {
  for (const [from, to] of [
    ['default: { language: de, countryCode: DE }', 'default: { language: [de], countryCode: DE }'],
    ['default: { language: de, countryCode: DE }', 'default: de'],
    ['languages: [de, en]', 'languages: { de: en }'],
    ['languages: [de, en]', 'languages: [[de], { en: 1 }, null]'],
    [tagline, `tagline: ${'{ de: '.repeat(50)}x${' }'.repeat(50)}`],
    ['  - { id: impressum, title: Impressum }', '  - { de: x, en: y }'],
    [
      '  - { id: impressum, title: Impressum }',
      '  - { id: { de: x }, title: Impressum, blocks: { en: [] } }',
    ],
  ] as const)
    expect([to, problems(changed(from, to)).length > 0]).toEqual([to, true])
})
