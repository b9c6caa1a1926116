import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseTenantFile } from '#contract/tenant-file/tenant-file.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { convertPrices } from './convert-prices.ts'
import { listPrices } from './prices.ts'

const finance = 'finance:\n  currency: DKK\n  vat_percent: 25 # Danish VAT\n'
const net = `# The salon's own comment
tenant:
  { id: salon, firstpath: salon, title: Salon, companyname: Salon, email: hej@salon.example,
    timeZone: Europe/Copenhagen, brand: { color: '#7a4b2a' } }
${finance}  lateFee: { kind: fixed, amount: 100.00 }
serviceTypes: [{ id: hair, svctype: Hair }]
services:
  - id: cut
    name:   Cut
    svctype: hair
    price: 320.00   # half of it for children
    duration: 30
    members: [anna, '7']
    individualPricing: { anna: { price: 360 }, 7: { active: false, price: 300.5 } }
  - { id: wash, name: Wash, svctype: hair, price: 0.00, duration: 15, members: [anna] }
members:
  - { id: anna, firstname: Anna, lastname: And }
  - { id: '7', firstname: Bo, lastname: Berg }
productTypes: [{ id: care, name: Care }]
products:
  - { id: oil, name: Oil, type: care, variants: [{ id: oil-50, price: 80.04 }, { id: oil-90, size: L, price: 120 }] }
shipping: [{ type: pickupLocation, name: Shop, price: 31.20 }]
promotions: [{ id: hello, name: Hello, kind: amount, amount: 50.00, minimum: 200.00, codes: [HELLO] }]
`
const parsed = (yaml: string): TenantFile => {
  const read = parseTenantFile(yaml, 'salon.yaml')
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.tenant
}
const converted = (yaml: string) => {
  const made = convertPrices(yaml, 'salon.yaml')
  if (!made.ok) throw new Error(made.reasons.join('\n'))
  return made
}
const shown = (yaml: string) => listPrices(parsed(yaml)).map((one) => one.shown)

test('only prices and pricesInclude change, and guests pay the same', () => {
  const { yaml, changes } = converted(net)
  expect(yaml).toBe(
    net
      .replace('Danish VAT\n', 'Danish VAT\n  pricesInclude: vat\n')
      .replace('320.00 ', '400.00 ')
      .replace('price: 360 }', 'price: 450 }')
      .replace('300.5 ', '375.63 ')
      .replace('80.04', '100.05')
      .replace('price: 120 ', 'price: 150 ')
      .replace('31.20', '39.00'),
  )
  expect(shown(yaml)).toEqual(shown(net))
  expect(changes.map(({ field, from, to }) => `${field} ${from} ${to}`)).toEqual([
    'finance.pricesInclude none vat',
    'services[0].price 320.00 400.00',
    'services[0].individualPricing.7.price 300.5 375.63',
    'services[0].individualPricing.anna.price 360 450',
    'products[0].variants[0].price 80.04 100.05',
    'products[0].variants[1].price 120 150',
    'shipping[0].price 31.20 39.00',
  ])
})

test('a converted file is not converted again', () => {
  const { yaml } = converted(net)
  expect(convertPrices(yaml, 'salon.yaml')).toEqual({ ok: true, yaml, changes: [] })
})

test.each([
  [
    'finance: { currency: DKK, vat_percent: 25 }\n',
    'finance: { currency: DKK, pricesInclude: vat, vat_percent: 25 }\n',
  ],
  ['finance:\n    vat_percent: 25\n', 'finance:\n    vat_percent: 25\n    pricesInclude: vat\n'],
  [
    'finance: { vat_percent: 25, pricesInclude: none }\n',
    'finance: { vat_percent: 25, pricesInclude: vat }\n',
  ],
  [
    'finance:\n  pricesInclude: "none" # yet\n  vat_percent: 25\n',
    'finance:\n  pricesInclude: vat # yet\n  vat_percent: 25\n',
  ],
])('%j becomes %j', (from, to) => {
  const head = net.replace(`${finance}  lateFee: { kind: fixed, amount: 100.00 }\n`, from)
  expect(converted(head).yaml).toContain(to)
})

test('the line ends of the file stay, also without a last one', () => {
  const windows = net.replaceAll('\n', '\r\n')
  expect(converted(windows).yaml).toBe(converted(net).yaml.replaceAll('\n', '\r\n'))
  const [before = '', after = ''] = net.split(finance)
  const last = `${before}${after.replace(/^ {2}lateFee.*\n/, '')}finance:\n  vat_percent: 25`
  expect(converted(last).yaml.endsWith('finance:\n  vat_percent: 25\n  pricesInclude: vat')).toBe(true)
})

test('a service or product is converted at its own rate, and what is exempt stays', () => {
  const own = net
    .replace('price: 320.00 ', 'vat: 7\n    price: 320.00 ')
    .replace('price: 0.00,', 'price: 50.00, vat: exempt, exemptReason: Care,')
    .replace('type: care, variants', 'type: care, vat: 0, variants')
  const { yaml } = converted(own)
  expect(shown(yaml)).toEqual(shown(own))
  expect(yaml).toContain('price: 342.40 ')
  expect(yaml).toContain('price: 50.00,')
  expect(yaml).toContain('price: 80.04 }, { id: oil-90, size: L, price: 120 }')
  expect(yaml).toContain('price: 39.00')
})

test('an add-on of services with other VAT has one price only by a VAT of its own', () => {
  const withAddon = (own: string, other: string) =>
    net
      .replace('price: 320.00 ', `addons: [{ id: mask }]\n    ${other}price: 320.00 `)
      .replace('duration: 15,', 'duration: 15, addons: [{ id: mask }],')
      .replace('members:\n', `addons: [{ id: mask, name: Mask, minutes: 0, price: 40.00${own} }]\nmembers:\n`)
  expect(convertPrices(withAddon('', 'vat: exempt\n    exemptReason: Care\n    '), 'salon.yaml')).toEqual({
    ok: false,
    reasons: [
      'addons[0].price: guests pay 40.00 or 50.00, by the VAT of the service: give the add-on a vat of its own, ' +
        'or each of these services an add-on of its own',
    ],
  })
  expect(converted(withAddon(', vat: 25', 'vat: 7\n    ')).yaml).toContain('price: 50.00, vat: 25')
  expect(converted(withAddon('', '')).yaml).toContain('minutes: 0, price: 50.00')
})

test('prices that share a number by an alias are converted once', () => {
  const shared = net.replace('price: 320.00 ', 'price: &cut 320.00 ').replace('price: 360 }', 'price: *cut }')
  expect(converted(shared).yaml).toContain('price: &cut 400.00 ')
  expect(shown(converted(shared).yaml)).toEqual(shown(shared))
})

test('a file that would not stay the same for guests is refused with a reason', () => {
  const alias = net.replace('price: 320.00 ', 'price: &sum 320.00 ').replace('amount: 50.00', 'amount: *sum')
  expect(convertPrices(alias, 'salon.yaml')).toEqual({
    ok: false,
    reasons: ['An amount that includes VAT is an alias of a price that does not: write both as numbers.'],
  })
  expect(convertPrices(net.replace('320.00', '900000'), 'salon.yaml')).toEqual({
    ok: false,
    reasons: ['With VAT, services[0].price must be an amount from 0 to 1000000 with at most two decimals'],
  })
  expect(convertPrices(net.replace('320.00', 'much'), 'salon.yaml')).toEqual({
    ok: false,
    reasons: [
      'salon.yaml:14:12 services[0].price: must be an amount such as 360.00: with a point, and without a currency',
    ],
  })
})

test.each([0, 7, 19, 20, 24, 25, 25.5])('prices of every size stay the same at %d percent', (rate) => {
  const prices = Array.from({ length: 400 }, (_, index) => Math.floor(1.037 ** index) + index)
  const services = prices.map(
    (minor, index) =>
      `  - { id: s${index}, name: S, svctype: hair, price: ${minor / 100}, duration: 5, members: [anna] }\n`,
  )
  const file = net
    .replace('vat_percent: 25 ', `vat_percent: ${rate} `)
    .replace('services:\n', `services:\n${services.join('')}`)
  expect(shown(converted(file).yaml)).toEqual(shown(file))
})

test.each(['aurora', 'fjord'])('the demo file of %s is converted', (name) => {
  const yaml = readFileSync(new URL(`../../db/demo/${name}.yaml`, import.meta.url), 'utf8')
  expect(convertPrices(yaml, name)).toEqual({ ok: true, yaml, changes: [] })
})
