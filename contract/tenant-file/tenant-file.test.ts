import { expect, expectTypeOf, test } from 'vitest'
import type { BookingRules, LateFee, MemberHours, TenantProfile } from '../content/tenant.ts'
import { describeProblem, parseTenantFile } from './tenant-file.ts'
import routeTable from '#web/routes.ts'
import { formatTenantFile } from './format.ts'
import { isReserved, reservedNames } from './reserved.ts'
import type { TenantFile } from './schema.ts'

const salon = `tenant:
  id: salon
  firstpath: salon
  title: Salon
  companyname: Salon ApS
  icon: /art/salon/icon.svg
  favicon: /art/salon/favicon.svg
  email: Hej@Salon.example
  timeZone: Europe/Copenhagen
  default: { language: da, countryCode: DK }
  brand: { color: '#9C4A34', mood: classic }
  tenantMessages: { cancelLimit: 0, cancelLimitText: 'Indtil {cancelLimit} timer før, ellers {totalPrice}.' }
  openingHours:
    - { weekday: mon, from: 09:00, to: 17:00 }
finance: { currency: DKK, vat_percent: 25, lateFee: { kind: fixed, amount: 99.95 } }
booking:
  exceptions:
    - { date: 2026-12-24, hours: [] }
    - { date: 2026-12-31, hours: [{ from: 09:00, to: 24:00 }], members: [anna] }
serviceTypes:
  - { id: klip, svctype: Klip, weight: 10 }
services:
  - { id: dameklip, name: Dameklip, svctype: klip, price: 360.10, duration: 60, members: [anna, bo], individualPricing: { bo: { price: 300 } } }
  - { id: farve, name: Farve, svctype: klip, price: 800, duration: 90, processing: { after: 30, minutes: 30 }, members: [anna] }
members:
  - id: anna
    firstname: Anna
    lastname: And
    hours: [{ weekday: mon, from: 09:00, to: 12:00 }, { weekday: 1, from: 13:00, to: 17:00 }]
    holidays: [{ from: 2027-07-01, until: 2027-07-14 }]
    absences: [{ from: 2026-12-01T13:00, until: 2026-12-01T17:00, reason: Kursus }]
  - { id: bo, firstname: Bo, lastname: Bo, hours: [{ weekday: sun, from: 10:00, to: 24:00 }] }
guests:
  - { key: freja, firstname: Freja, lastname: Holst, email: freja@example.com, mobile: '+4520000101', language: da }
visits:
  - { guest: freja, day: +3, time: 10:00, services: [{ service: dameklip, member: bo }], paid: 200.00 }
`

/** The valid file with one replacement. */
function changed(from: string, to: string): string {
  if (!salon.includes(from)) throw new Error(`the file has no ${from}`)
  return salon.replace(from, () => to)
}

function problemsOf(yaml: string): string[] {
  const parsed = parseTenantFile(yaml, 'salon.yaml')
  return parsed.ok ? [] : parsed.problems.map(describeProblem)
}

function tenantOf(yaml: string): TenantFile {
  const parsed = parseTenantFile(yaml, 'salon.yaml')
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'))
  return parsed.tenant
}

/** As `changed`; « marks the expected position of the error. */
function blamed(from: string, to: string): { yaml: string; at: string } {
  const [before = '', after = ''] = changed(from, to).split('«')
  return {
    yaml: before + after,
    at: `salon.yaml:${before.split('\n').length}:${before.length - before.lastIndexOf('\n')}`,
  }
}

test('a valid file is parsed to minor units, numbered weekdays and defaults', () => {
  const file = tenantOf(salon)
  expect(file.tenant).toMatchObject({
    email: 'hej@salon.example',
    signIn: true,
    shop: false,
    supportedCountries: [],
    brand: { color: '#9c4a34' },
  })
  expect(file.tenant.openingHours).toEqual([{ weekday: 1, from: '09:00', to: '17:00' }])
  expect(file.finance.lateFee).toEqual({ kind: 'fixed', amount: 9995 })
  expect(file.booking).toMatchObject({ slotMinutes: 15, leadMinutes: 60, horizonDays: 90 })
  expect(file.waitlist).toEqual({ offerMinutes: 30 })
  expect(file.services[0]).toMatchObject({
    price: 36010,
    description: '',
    active: true,
    bufferAfter: 0,
    individualPricing: { bo: { active: true, price: 30000 } },
  })
  expect(file.members[0]?.hours[1]).toEqual({ weekday: 1, from: '13:00', to: '17:00' })
  expect(file.visits?.[0]).toMatchObject({ day: 3, paid: 20000, state: 'booked' })
})

test('a parsed file has the fields that the tables and pages need', () => {
  expectTypeOf<TenantFile['tenant']>().toExtend<TenantProfile>()
  expectTypeOf<TenantFile['booking']>().toExtend<BookingRules>()
  expectTypeOf<TenantFile['members'][number]>().toExtend<MemberHours>()
  expectTypeOf<TenantFile['finance']['lateFee']>().toExtend<LateFee>()
})

test('hosts are stored in lower case and punycode', () => {
  expect(tenantOf(changed('firstpath: salon', 'vanityUrl: WWW.Bücher.example')).tenant.vanityUrl).toBe(
    'www.xn--bcher-kva.example',
  )
})

test('the default locale is Danish, in Denmark, and is formatted with that default', () => {
  const { tenant } = tenantOf(changed('  default: { language: da, countryCode: DK }\n', ''))
  expect(tenant.default).toEqual({ language: 'da', countryCode: 'DK' })
  expect(formatTenantFile(tenantOf(changed('  default: { language: da, countryCode: DK }\n', '')))).toContain(
    'default: { language: da, countryCode: DK }',
  )
})

test('only the default tenant may have no host of its own', () => {
  expect(tenantOf(changed('id: salon\n  firstpath: salon', 'id: default')).tenant.firstpath).toBeUndefined()
  expect(problemsOf(changed('  firstpath: salon\n', ''))).toEqual([
    'salon.yaml:2:3 tenant.firstpath: is missing, and so is vanityUrl: set one of them, or no host ' +
      'shows this tenant',
  ])
})

const unreadable: [string, string, string][] = [
  [
    'an unclosed list',
    changed('members: [anna] }\nserviceTypes', 'members: [anna }\nserviceTypes'),
    'salon.yaml:19:',
  ],
  [
    'a key that stands twice',
    changed('  title: Salon', '  title: Salon\n  title: Saloon'),
    'salon.yaml:5:3 tenant.title',
  ],
  ['a tab in the margin', changed('  title: Salon', '\ttitle: Salon'), 'salon.yaml:4:'],
  ['an unknown tag', changed('title: Salon', 'title: !upper Salon'), 'salon.yaml:4:10 tenant.title'],
  ['a second document', `${salon}---\ntenant: {}\n`, 'salon.yaml:37:1 '],
  [
    'aliases that unfold without end',
    `a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c ` +
      `[*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n`,
    'salon.yaml:1:1 file',
  ],
  ['an alias of nothing', changed('title: Salon', 'title: *salon'), 'salon.yaml:4:10 tenant.title'],
  ['an empty file', '', 'salon.yaml:1:1 file'],
  ['a file that is one word', 'salon\n', 'salon.yaml:1:1 file'],
]

test.each(unreadable)('%s is reported with its line', (_, yaml, start) => {
  expect(problemsOf(yaml)[0]).toMatch(start)
})

const malformed: [string, string, string][] = [
  ['title: Salon\n', 'title: «3\n', 'tenant.title: must be text (in quotes where it looks like a number)'],
  ['  title: Salon\n', '  «title:\n', 'tenant.title: is empty: give it a value or leave it out'],
  [
    'id: salon\n  firstpath: salon\n  title: Salon\n',
    '«id: salon\n  firstpath: salon\n',
    'tenant.title: is missing',
  ],
  ['title: Salon\n', 'title: Salon\n  «colour: red\n', 'tenant.colour: is not a setting of a tenant file'],
  ['title: Salon\n', 'title: «"Sal\\0on"\n', 'tenant.title: characters that cannot be stored'],
  ...['4', '241', '7.5'].map((given): [string, string, string] => [
    'booking:\n',
    `waitlist: { offerMinutes: «${given} }\nbooking:\n`,
    'waitlist.offerMinutes: must be a whole number from 5 to 240',
  ]),
  [
    'booking:\n',
    'waitlist: { «minutes: 30 }\nbooking:\n',
    'waitlist.minutes: is not a setting of a tenant file',
  ],
  ['id: salon', 'id: «Salon', 'tenant.id: must be made of a-z, 0-9 and -, at most 63 characters'],
  [
    'firstpath: salon',
    'firstpath: «sa.lon',
    'tenant.firstpath: must be a part of a host name: a-z, 0-9 and - within',
  ],
  ['firstpath: salon', 'firstpath: «shop', 'tenant.firstpath: is a reserved name'],
  ['firstpath: salon', 'firstpath: «cancelbooking', 'tenant.firstpath: is a reserved name'],
  ['firstpath: salon', 'vanityUrl: «api', 'tenant.vanityUrl: is a reserved name'],
  ['firstpath: salon', 'vanityUrl: «go.salon.dk', 'tenant.vanityUrl: is a reserved name'],
  [
    'firstpath: salon',
    'vanityUrl: «salon',
    'tenant.vanityUrl: must be a whole host name, such as www.salon.dk',
  ],
  [
    'firstpath: salon',
    'vanityUrl: «https://salon.dk/',
    'tenant.vanityUrl: must be only a host name, such as www.salon.dk',
  ],
  [
    'firstpath: salon',
    'vanityUrl: «salon.dk:3000',
    'tenant.vanityUrl: must be only a host name, such as www.salon.dk',
  ],
  [
    'firstpath: salon',
    'vanityUrl: «salon.dk.',
    'tenant.vanityUrl: must be only a host name, such as www.salon.dk',
  ],
  [
    'firstpath: salon',
    'vanityUrl: «127.0.0.1',
    'tenant.vanityUrl: must be only a host name, such as www.salon.dk',
  ],
  [
    'icon: /art/salon/icon.svg',
    'icon: «../icon.svg',
    'tenant.icon: must be a file beside this one such as pictures/logo.svg, or a picture of the tenant ' +
      'such as /art/salon/logo.svg: pages show no pictures of other hosts',
  ],
  [
    'icon: /art/salon/icon.svg',
    'icon: «//evil.example/icon.svg',
    'tenant.icon: must be a file beside this one such as pictures/logo.svg, or a picture of the tenant ' +
      'such as /art/salon/logo.svg: pages show no pictures of other hosts',
  ],
  [
    'icon: /art/salon/icon.svg',
    'icon: «https://evil.example/icon.svg',
    'tenant.icon: must be a file beside this one such as pictures/logo.svg, or a picture of the tenant ' +
      'such as /art/salon/logo.svg: pages show no pictures of other hosts',
  ],
  [
    'icon: /art/salon/icon.svg',
    'icon: «javascript:alert(1)',
    'tenant.icon: must be a file beside this one such as pictures/logo.svg, or a picture of the tenant ' +
      'such as /art/salon/logo.svg: pages show no pictures of other hosts',
  ],
  [
    'icon: /art/salon/icon.svg',
    'logoDark: «https://evil.example/dark.svg',
    'tenant.logoDark: must be a file beside this one such as pictures/logo.svg, or a picture of the tenant ' +
      'such as /art/salon/logo.svg: pages show no pictures of other hosts',
  ],
  ['email: Hej@Salon.example', 'email: «hej', 'tenant.email: must be an e-mail address'],
  [
    'timeZone: Europe/Copenhagen',
    'timeZone: «Europe/Kopenhagen',
    'tenant.timeZone: must be a time zone of the IANA list, such as Europe/Copenhagen',
  ],
  [
    'timeZone: Europe/Copenhagen',
    "timeZone: «'+01:00'",
    'tenant.timeZone: must be a time zone of the IANA list, such as Europe/Copenhagen',
  ],
  [
    'language: da, countryCode',
    'language: «nb, countryCode',
    'tenant.default.language: must be one of en, da, de, es, fr, it, nl, no, pl, pt, sv',
  ],
  [
    'countryCode: DK',
    'countryCode: «dk',
    'tenant.default.countryCode: must be a country by its two letters, such as DK',
  ],
  [
    'countryCode: DK',
    'countryCode: «QX',
    'tenant.default.countryCode: must be a country by its two letters, such as DK',
  ],
  [
    "color: '#9C4A34'",
    'color: «terracotta',
    "tenant.brand.color: must be a colour in quotes, such as '#8c4a32'",
  ],
  [
    'booking:\n',
    'booking:\n  notifications: { salon: «some }\n',
    'booking.notifications.salon: must be one of all, none',
  ],
  ['id: anna\n', 'id: anna\n    email: «anna\n', 'members[0].email: must be an e-mail address'],
  ['mood: classic', 'mood: «gothic', 'tenant.brand.mood: must be one of modern, classic'],
  [
    'mood: classic',
    'font: «comic',
    'tenant.brand.font: must be one of warm, elegant, editorial, friendly, urban',
  ],
  ['mood: classic', 'layout: «grid', 'tenant.brand.layout: must be one of plain, centred, split'],
  ['cancelLimit: 0', 'cancelLimit: «-1', 'tenant.tenantMessages.cancelLimit: must be hours from 0 to 8760'],
  [
    "'Indtil {cancelLimit} timer før, ellers {totalPrice}.",
    "«'Indtil {cancelLimit} timer før, ellers {price}.",
    'tenant.tenantMessages.cancelLimitText: has {price}: only {cancelLimit} and {totalPrice} are filled in',
  ],
  [
    "'Indtil {cancelLimit} timer før, ellers {totalPrice}.",
    "«'Indtil {cancelLimit} timer før, ellers {totalPrice.",
    'tenant.tenantMessages.cancelLimitText: has {totalPrice.: only {cancelLimit} and {totalPrice} are ' +
      'filled in',
  ],
  [
    'weekday: mon, from: 09:00, to: 17:00 }\nfin',
    'weekday: «man, from: 09:00, to: 17:00 }\nfin',
    'tenant.openingHours[0].weekday: must be a weekday: mon, tue, wed, thu, fri, sat or sun',
  ],
  [
    'from: 09:00, to: 17:00 }\nfin',
    'from: 17:00, to: «09:00 }\nfin',
    'tenant.openingHours[0].to: must be later than from',
  ],
  [
    'from: 09:00, to: 17:00 }\nfin',
    'from: «9.00, to: 17:00 }\nfin',
    'tenant.openingHours[0].from: must be a time from 00:00 to 23:59',
  ],
  [
    'currency: DKK',
    'currency: «KR',
    'finance.currency: must be a currency by its three letters, such as DKK',
  ],
  [
    'vat_percent: 25',
    'vat_percent: «25.125',
    'finance.vat_percent: must be a percentage from 0 to 100 with at most two decimals',
  ],
  [
    'vat_percent: 25',
    'vat_percent: 25, pricesInclude: «tax',
    'finance.pricesInclude: must be one of vat, none',
  ],
  [
    'amount: 99.95',
    'amount: «99.955',
    'finance.lateFee.amount: must be an amount from 0 to 1000000 with at most two decimals',
  ],
  ['kind: fixed', 'kind: «some', 'finance.lateFee.kind: must be one of none, fixed, percent, full'],
  [
    'date: 2026-12-24',
    'date: «2026-02-30',
    'booking.exceptions[0].date: must be a date that exists, written 2027-03-28',
  ],
  [
    'price: 360.10',
    'price: «-1',
    'services[0].price: must be an amount from 0 to 1000000 with at most two decimals',
  ],
  [
    'price: 360.10',
    "price: «'360'",
    'services[0].price: must be an amount such as 360.00: with a point, and without a currency',
  ],
  ['duration: 60', 'duration: «1.5', 'services[0].duration: must be a whole number from 5 to 1440'],
  ['until: 2027-07-14', 'until: «2027-06-30', 'members[0].holidays[0].until: must not be before from'],
  [
    'from: 2026-12-01T13:00',
    'from: «2026-12-01',
    'members[0].absences[0].from: must be a date with a time, written 2027-03-28T13:30',
  ],
  [
    "mobile: '+4520000101'",
    'mobile: «+4520000101',
    'guests[0].mobile: must be text (in quotes where it looks like a number)',
  ],
  [
    'paid: 200.00',
    'paid: «half',
    'visits[0].paid: must be none, full or an amount with at most two decimals',
  ],
]

test.each(malformed)('%j replaced by %j is reported with line, column and field', (from, to, problem) => {
  const { yaml, at } = blamed(from, to)
  expect(problemsOf(yaml)).toEqual([`${at} ${problem}`])
})

const disagreeing: [string, string, string][] = [
  [
    'minutes: 30 }, members: [anna]',
    'minutes: 30 }, uses: [«room], members: [anna]',
    'services[1].uses[0]: room is not among resources',
  ],
  [
    'guests:\n',
    'resources:\n  - { id: room, name: Room, count: 1 }\n  - { id: «room, name: Other, count: 2 }\nguests:\n',
    'resources[1].id: room is already used',
  ],
  [
    'guests:\n',
    'resources:\n  - { id: room, name: Room, count: «51 }\nguests:\n',
    'resources[0].count: must be a whole number from 1 to 50',
  ],
  [
    'svctype: klip, price: 800',
    'svctype: «klp, price: 800',
    'services[1].svctype: klp is not among serviceTypes',
  ],
  [
    'minutes: 30 }, members: [anna]',
    'minutes: 30 }, members: [«ana]',
    'services[1].members[0]: ana is not among members',
  ],
  [
    'minutes: 30 }, members: [anna]',
    'minutes: 30 }, members: [anna, «anna]',
    'services[1].members[1]: anna is already used',
  ],
  [
    '{ id: farve, name: Farve, svctype: klip, price: 800, duration: 90, processing: { after: 30, ' +
      'minutes: 30 }, members: [anna] }',
    '«{ id: farve, name: Farve, svctype: klip, price: 800, duration: 90 }',
    'services[1].members: must name at least one member while the service is active',
  ],
  [
    '{ after: 30, minutes: 30',
    '«{ after: 60, minutes: 40',
    'services[1].processing: must end within the 90 minutes of the service, and be shorter',
  ],
  [
    '{ after: 30, minutes: 30',
    '«{ after: 0, minutes: 90',
    'services[1].processing: must end within the 90 minutes of the service, and be shorter',
  ],
  [
    'price: 800, duration: 90',
    'addons: [«{ id: maske }], price: 800, duration: 90',
    'services[1].addons[0]: maske is not among addons',
  ],
  [
    '{ bo: { price: 300 } }',
    '{ bob: «{ price: 300 } }',
    'services[0].individualPricing.bob: bob is not among the members of this service',
  ],
  [
    '{ bo: { price: 300 } }',
    '{ bo: { price: 300 } }, individualLengths: { bob: «{ duration: 45 } }',
    'services[0].individualLengths.bob: bob is not among the members of this service',
  ],
  [
    '{ bo: { price: 300 } }',
    '{}, individualLengths: { bo: { duration: 45, processing: «{ after: 30, minutes: 20 } } }',
    'services[0].individualLengths.bo.processing: must end within the 45 minutes of the service, and be shorter',
  ],
  ['id: farve', 'id: «dameklip', 'services[1].id: dameklip is already used'],
  [
    '{ weekday: 1, from: 13:00',
    '«{ weekday: 1, from: 11:00',
    'members[0].hours[1]: overlaps with other hours on mon',
  ],
  [
    'date: 2026-12-31, hours: [{ from: 09:00, to: 24:00 }], members: [anna] }',
    'date: «2026-12-24, hours: [{ from: 09:00, to: 24:00 }] }',
    'booking.exceptions[1].date: 2026-12-24 has another exception for the same people',
  ],
  [
    'members: [anna] }\nserviceTypes',
    'members: [«eva] }\nserviceTypes',
    'booking.exceptions[1].members[0]: eva is not among members',
  ],
  [
    'to: 24:00 }], members',
    'to: 24:00 }, «{ from: 23:00, to: 23:30 }], members',
    'booking.exceptions[1].hours[1]: overlaps with other hours of that day',
  ],
  [
    'guests:\n',
    'staff:\n  - { name: Ea, email: ea@salon.example, role: owner, member: «eva }\nguests:\n',
    'staff[0].member: eva is not among members',
  ],
  [
    'guests:\n',
    'staff: «[{ name: Ea, email: ea@salon.example, role: manager }]\nguests:\n',
    'staff: must have an owner: nobody else could add people',
  ],
  [
    'guests:\n',
    'staff:\n  - { name: Ea, email: ea@salon.example, role: owner }\n' +
      '  - { name: Bo, email: «EA@salon.example, role: manager }\nguests:\n',
    'staff[1].email: ea@salon.example is already used',
  ],
  ['guest: freja', 'guest: «noah', 'visits[0].guest: noah is not among guests'],
  ['{ guest: freja, day', '«{ day', 'visits[0]: must have either guest or contact'],
  [
    'service: dameklip, member: bo',
    'service: «herreklip, member: bo',
    'visits[0].services[0].service: herreklip is not among services',
  ],
  [
    'service: dameklip, member: bo',
    'service: farve, member: «bo',
    'visits[0].services[0].member: bo is not among the members of farve',
  ],
]

test.each(disagreeing)('%j replaced by %j is reported with line, column and field', (from, to, problem) => {
  const { yaml, at } = blamed(from, to)
  expect(problemsOf(yaml)).toEqual([`${at} ${problem}`])
})

test('add-ons are written once, at most ten of a service, and within a day', () => {
  const withAddons = (own: string, all: string) =>
    problemsOf(
      changed('price: 800, duration: 90', `addons: [${own}], price: 800, duration: 90`).replace(
        'members:\n',
        `addons:\n${all}\nmembers:\n`,
      ),
    )
  const mask = '  - { id: maske, name: Maske, minutes: 200, price: 10 }'
  expect(withAddons('{ id: maske, most: 5 }', mask)).toEqual([])
  expect(withAddons('{ id: maske, most: 6 }', mask)).toEqual([
    expect.stringMatching(/services\[1\]\.addons\[0\]\.most: must be a whole number from 1 to 5$/),
  ])
  expect(withAddons('{ id: maske }, { id: maske }', mask)).toEqual([
    expect.stringMatching(/services\[1\]\.addons\[1\]: maske is already used$/),
  ])
  expect(withAddons('{ id: maske }', `${mask}\n${mask}`)).toEqual([
    expect.stringMatching(/addons\[1\]\.id: maske is already used$/),
  ])
  expect(
    withAddons('{ id: maske, most: 5 }, { id: ler, most: 5 }', `${mask}\n${mask.replaceAll('maske', 'ler')}`),
  ).toEqual([
    expect.stringMatching(
      /services\[1\]\.addons: make the service last up to 2090 minutes: it may last 1440$/,
    ),
  ])
  const many = Array.from({ length: 11 }, (_, index) => `a${index}`)
  expect(
    withAddons(
      many.map((id) => `{ id: ${id} }`).join(', '),
      many.map((id) => `  - { id: ${id}, name: ${id}, price: 1 }`).join('\n'),
    ),
  ).toEqual([expect.stringMatching(/services\[1\]\.addons: must have at most 10 entries$/)])
})

test.each([
  ['for different people', 'hours: [], members: [bo] }'],
  ['for the salon and for a person', 'hours: [] }'],
])('two exceptions on one day are allowed %s', (_, first) => {
  expect(problemsOf(changed('hours: [] }', first).replace('date: 2026-12-31', 'date: 2026-12-24'))).toEqual(
    [],
  )
})

test('all errors of a file are reported at once, from top to bottom', () => {
  const problems = problemsOf(
    changed('title: Salon\n', 'title: 1\n')
      .replace('vat_percent: 25', 'vat_percent: x')
      .replace('duration: 90', 'duration: 0'),
  )
  expect(problems.map((one) => one.split(' ')[1])).toEqual([
    'tenant.title:',
    'finance.vat_percent:',
    'services[1].duration:',
  ])
})

test('invalid settings and errors between settings are reported together', () => {
  const problems = problemsOf(
    changed('title: Salon\n', 'title: 1\n')
      .replace('  firstpath: salon\n', '')
      .replace('duration: 60', 'duration: soon')
      .replace('svctype: klip, price: 360.10', 'svctype: klp, price: 360.10')
      .replace('minutes: 30 }, members: [anna]', 'minutes: 30 }, members: [ana]')
      .replace('guest: freja', 'guest: noah'),
  )
  expect(problems.map((one) => one.replace(/^\S+ /, ''))).toEqual([
    'tenant.firstpath: is missing, and so is vanityUrl: set one of them, or no host shows this tenant',
    'tenant.title: must be text (in quotes where it looks like a number)',
    'services[0].svctype: klp is not among serviceTypes',
    'services[0].duration: must be a number',
    'services[1].members[0]: ana is not among members',
    'visits[0].guest: noah is not among guests',
  ])
})

test.each([
  ['members:\n  - id: anna', 'members:\n  - ids: anna'],
  ['serviceTypes:\n  - { id: klip,', 'serviceTypes:\n  - { id: 5,'],
  ['processing: { after: 30, minutes: 30 }, members: [anna]', 'members: anna'],
  ['{ bo: { price: 300 } }', 'bo'],
  ['guests:\n', 'guests:\n  - karl\n'],
  ['{ weekday: mon, from: 09:00, to: 17:00 }\nfin', 'monday\nfin'],
])('%j replaced by %j causes no error between settings', (from, to) => {
  const problems = problemsOf(changed(from, to))
  expect(problems.length).toBeGreaterThan(0)
  expect(problems.filter((one) => / is (not among|already used)|overlaps|must name/.test(one))).toEqual([])
})

const group = 'must be a group of settings: write them below, indented, or between { and }'
test.each([
  ['lateFee: { kind: fixed, amount: 99.95 }', 'lateFee: none', 'lacks kind: write { kind: none }'],
  ['lateFee: { kind: fixed, amount: 99.95 }', 'lateFee: { amount: 5 }', 'is missing'],
  ["brand: { color: '#9C4A34', mood: classic }", "brand: '#9C4A34'", group],
  ['default: { language: da, countryCode: DK }', 'default: da', group],
  ['{ bo: { price: 300 } }', '300', group],
  ['members: [anna, bo]', 'members: anna', 'must be a list: begin each entry with -, or write [one, two]'],
  ['  title: Salon\n', '  title: Salon\n  passwordFloor: 3\n', 'must be a whole number from 6 to 64'],
])('%j replaced by %j: %s', (from, to, message) => {
  expect(problemsOf(changed(from, to))[0]?.replace(/^\S+ \S+ /, '')).toBe(message)
})

test('no error message names a type of the program', () => {
  const values = ['5', 'x', '[]', '[x]', '{ x: 1 }', 'true', "''", '[[5]]']
  const found = salon.split('\n').flatMap((line, index) => {
    const [, key, value] = /^(\s*(?:- )?\w+:) (\S.*)$/.exec(line) ?? []
    if (key === undefined || value === undefined) return []
    return values.flatMap((put) =>
      problemsOf(salon.split('\n').with(index, `${key} ${put}`).join('\n')).filter((one) =>
        /Object|Array|undefined|Invalid|Expected|NaN|\bnever\b/.test(one),
      ),
    )
  })
  expect(found).toEqual([])
})

test('the first segment of every page is reserved', () => {
  const first = routeTable.flatMap(({ path = '' }) => /^[^:*/]+/.exec(path) ?? [])
  expect(first.length).toBeGreaterThan(50)
  expect(first.filter((name) => !isReserved(name))).toEqual([])
})

test.each([...reservedNames])('no tenant may have the firstpath %s', (name) => {
  expect(problemsOf(changed('firstpath: salon', `firstpath: ${name}`))[0]).toMatch('tenant.firstpath')
  expect(problemsOf(changed('firstpath: salon', `vanityUrl: ${name}`))[0]).toMatch('tenant.vanityUrl')
})
