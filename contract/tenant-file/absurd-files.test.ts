import { expect, test } from 'vitest'
import { findCutTexts } from './read-yaml.ts'
import { describeProblem, parseTenantFile } from './tenant-file.ts'

const salon = `tenant:
  id: lys
  firstpath: lys
  title: Salon Lys
  companyname: Salon Lys
  email: hej@lys.example
  timeZone: Europe/Copenhagen
  brand: { color: '#2f6456' }
  openingHours:
    - { weekday: mon, from: 09:00, to: 17:00 }
finance: { currency: DKK, vat_percent: 25, pricesInclude: vat }
serviceTypes:
  - { id: services, svctype: Behandlinger }
services:
  - id: klip
    name: Klip
    svctype: services
    price: 350.00
    duration: 30
    members: [bo]
members:
  - id: bo
    firstname: Bo
    lastname: Berg
`

const errorsOf = (yaml: string): string[] => {
  const parsed = parseTenantFile(yaml, 'lys.yaml')
  return parsed.ok ? [] : parsed.problems.map((one) => describeProblem(one).replace(/^lys\.yaml:/, ''))
}
const GROUP = 'must be a group of settings: write them below, indented, or between { and }'
const LIST = 'must be a list: begin each entry with -, or write [one, two]'
const AMOUNT = 'must be an amount such as 360.00: with a point, and without a currency'
const SETTINGS = '1:1 file: must be settings, each written as name: value'
const hashHides = (word: string) =>
  `cannot be read: # begins a comment, which hides the rest of the line: put it in quotes, such as '${word}'`
const pageOf = (blocks: string) => `${salon}pages: [{ id: om, title: Om, blocks: ${blocks} }]\n`

test('hours with one digit are read as with two', () => {
  const yaml = salon
    .replace('from: 09:00, to: 17:00', 'from: 8:00, to: 9:30')
    .replace(
      'lastname: Berg',
      'lastname: Berg\n    absences: [{ from: 2027-03-28T8:00, until: 2027-03-28T9:05 }]',
    )
  expect(errorsOf(yaml)).toEqual([])
  const parsed = parseTenantFile(yaml, 'lys.yaml')
  if (!parsed.ok) throw new Error('not read')
  expect(parsed.tenant.tenant.openingHours).toEqual([{ weekday: 1, from: '08:00', to: '09:30' }])
  expect(parsed.tenant.members[0]?.absences).toEqual([
    { from: '2027-03-28T08:00', until: '2027-03-28T09:05' },
  ])
})

test('a text that a # cuts is found with its setting; a comment behind a blank is one', () => {
  const yaml = salon
    .replace('  title', '  tagline: We are #1 in Dublin\n  title')
    .replace('id: bo', 'id: bo # new')
  expect(findCutTexts(yaml)).toEqual([
    {
      path: ['tenant', 'tagline'],
      message: 'ends before #1 in Dublin, which is a comment: put a text with # in quotes',
    },
  ])
})

test('a # within brackets of several lines is found on its line', () => {
  const yaml = salon.replace(/  brand: .*\n/, '  brand: {\n    color: #2f6456,\n    mood: modern }\n')
  expect(errorsOf(yaml)).toEqual([expect.stringMatching(/^\d+:12 tenant\.brand\.color: /)])
  expect(errorsOf(yaml)[0]).toContain(hashHides('#2f6456'))
})

test.each<[string, string, string[]]>([
  ['nothing', '', [SETTINGS]],
  ['only spaces', '   \n', [SETTINGS]],
  ['only a comment', '# x\n', [SETTINGS]],
  ['a sentence', 'hello', [SETTINGS]],
  ['a number', '5', [SETTINGS]],
  ['a web page', '<html><body>hej</body></html>', [SETTINGS]],
  ['brackets without end', '['.repeat(50_000), ['1:1 file: cannot be read: it is nested too deeply']],
  ['a tab', salon.replace('  id', '\tid'), ['2:1 tenant: is indented by a tab: indent by two spaces']],
  [
    'a setting that is there twice',
    salon.replace('  title', '  title: Lys\n  title'),
    ['5:3 tenant.title: is there twice: keep one of them'],
  ],
  [
    'a quote without end',
    salon.replace('title: Salon', 'title: "Salon'),
    ['25:1 tenant.title: cannot be read: a quote or bracket that was opened before is not closed'],
  ],
  [
    'a colon in a text',
    salon.replace('title: Salon', 'title: Salon: '),
    [
      '4:10 tenant.title.Salon: cannot be read: put a text that contains a colon and a space in quotes, and ' +
        'each setting on its own line',
    ],
  ],
  [
    'a colour without quotes',
    salon.replace("'#2f6456'", '#2f6456'),
    [`8:19 tenant.brand.color: ${hashHides('#2f6456')}`],
  ],
  [
    'a colour without quotes, far from what the parser stumbles over',
    salon.replace("brand: { color: '#2f6456' }", 'brand: { color: #2f6456,\n    mood: modern }\n  # Hours\n'),
    [`8:19 tenant.brand.color: ${hashHides('#2f6456,').replace('#2f6456,', '#2f6456')}`],
  ],
  [
    'a colour without quotes on its own line',
    salon.replace("brand: { color: '#2f6456' }", 'brand:\n    color: #2f6456'),
    [
      "9:5 tenant.brand.color: is empty, because # begins a comment: put the value in quotes, such as '#2f6456'",
    ],
  ],
  [
    'a comment in brackets that are closed',
    salon
      .replace("{ color: '#2f6456' }", "{ color: '#2f6456',\n    mood: modern } # { as before")
      .replace('350.00', 'x'),
    [`19:12 services[0].price: ${AMOUNT}`],
  ],
  [
    'a fee by its kind alone',
    salon.replace('vat_percent: 25', 'vat_percent: 25, lateFee: none'),
    ['11:53 finance.lateFee: lacks kind: write { kind: none }'],
  ],
  [
    'two files in one',
    `${salon}---\n${salon}`,
    ['25:1 members[0].lastname: is followed by a second file after a line of ---: delete that line'],
  ],
  [
    'a star at the begin',
    salon.replace('Klip', '*Klip*'),
    [
      '16:11 services[0].name: cannot be read: nothing above is named &Klip*; put a text that begins with * in quotes',
    ],
  ],
  [
    'an uneven indentation',
    salon.replace('    lastname', '   lastname'),
    [
      '24:1 members[0].firstname: cannot be read: each line must be name: value, and those of one group ' +
        'indented by the same number of spaces',
    ],
  ],
  ['a price with a comma', salon.replace('350.00', '350,00'), [`18:12 services[0].price: ${AMOUNT}`]],
  ['a price with a currency', salon.replace('350.00', '350 kr'), [`18:12 services[0].price: ${AMOUNT}`]],
  [
    'hours as people say them',
    salon.replace('from: 09:00, to: 17:00', 'from: 9, to: 17.30'),
    [
      '10:29 tenant.openingHours[0].from: must be a time from 00:00 to 23:59',
      '10:36 tenant.openingHours[0].to: must be a time from 00:01 to 24:00',
    ],
  ],
  [
    'hours as a text',
    salon.replace('{ weekday: mon, from: 09:00, to: 17:00 }', 'mon 9-17'),
    [`10:7 tenant.openingHours[0]: ${GROUP}`],
  ],
  [
    'a day in German',
    salon.replace('weekday: mon', 'weekday: Montag'),
    ['10:18 tenant.openingHours[0].weekday: must be a weekday: mon, tue, wed, thu, fri, sat or sun'],
  ],
  [
    'a fee as a number',
    salon.replace(': vat }', ': vat, lateFee: 50 }'),
    [`11:73 finance.lateFee: ${GROUP}`],
  ],
  [
    'a fee of an unknown kind',
    salon.replace(': vat }', ': vat, lateFee: { kind: half } }'),
    ['11:81 finance.lateFee.kind: must be one of none, fixed, percent, full'],
  ],
  ['one person without a list', salon.replace('[bo]', 'bo'), [`20:14 services[0].members: ${LIST}`]],
  ['members that are no list', salon.replace('  - id: bo', '    id: bo'), [`22:5 members: ${LIST}`]],
  ['pages without content', `${salon}pages:\n`, ['25:1 pages: is empty: give it a value or leave it out']],
  ['pages that are no list', `${salon}pages: { om: x }\n`, [`25:8 pages: ${LIST}`]],
  [
    'a block that is a word',
    pageOf('[hero1]'),
    ['25:39 pages[0].blocks[0]: lacks type: write { type: hero1 }'],
  ],
  ['a block that is a sentence', pageOf('[Welcome here]'), [`25:39 pages[0].blocks[0]: ${GROUP}`]],
  ['a block without a type', pageOf('[{ heading: x }]'), ['25:39 pages[0].blocks[0].type: is missing']],
  [
    'a text where an article is',
    pageOf('[{ type: article, content: [hej] }]'),
    ['25:66 pages[0].blocks[0].content[0]: must have either md, or image with an optional alt'],
  ],
  [
    'a title without end',
    salon.replace('title: Salon Lys', `title: ${'x'.repeat(300)}`),
    ['4:10 tenant.title: must have at most 200 characters'],
  ],
  [
    'a date as people write it',
    `${salon}booking: { exceptions: [{ date: 24.12.2026, hours: closed }] }\n`,
    [
      '25:33 booking.exceptions[0].date: must be a date that exists, written 2027-03-28',
      `25:52 booking.exceptions[0].hours: ${LIST}`,
    ],
  ],
  ['yes', salon.replace('  timeZone', '  shop: yes\n  timeZone'), ['7:9 tenant.shop: must be true or false']],
])('a file with %s is reported as its author can mend it', (_, yaml, errors) => {
  expect(errorsOf(yaml)).toEqual(errors)
})

test('the file itself is valid, also with line ends of Windows', () => {
  expect(errorsOf(salon)).toEqual([])
  expect(errorsOf(salon.replaceAll('\n', '\r\n'))).toEqual([])
})
