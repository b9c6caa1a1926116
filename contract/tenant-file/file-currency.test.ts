import { expect, test } from 'vitest'
import { formatTenantFile } from './format.ts'
import type { TenantFile } from './schema.ts'
import { describeProblem, parseTenantFile } from './tenant-file.ts'

const fileIn = (currency: string, [price, own, fee]: [string, string, string]) => `tenant:
  id: salon
  firstpath: salon
  title: Salon
  companyname: Salon
  email: hej@salon.example
  timeZone: Atlantic/Reykjavik
  default: { language: da, countryCode: DK }
  brand: { color: '#9c4a34' }
  shop: true
finance: { currency: ${currency}, vat_percent: 24, lateFee: { kind: fixed, amount: ${fee} } }
serviceTypes: [{ id: klip, svctype: Klip }]
services:
  - { id: klip, name: Klip, svctype: klip, price: ${price}, duration: 30, members: [anna], individualPricing: { anna: { price: ${own} } } }
members: [{ id: anna, firstname: Anna, lastname: Aas }]
guests: [{ key: freja, email: freja@example.com, firstname: Freja, lastname: Holm, mobile: '+4520123456', language: da }]
visits: [{ guest: freja, day: -3, time: 10:00, services: [{ service: klip, member: anna }], paid: ${price} }]
productTypes: [{ id: care, name: Care }]
products: [{ id: wax, name: Wax, type: care, variants: [{ id: wax-1, price: ${price} }] }]
shipping: [{ type: pickupInStore, name: Salon, price: ${fee} }]
promotions: [{ id: off, name: Off, kind: amount, amount: ${fee}, minimum: ${price}, codes: [OFF] }]
`

const amountsOf = ({ finance, services, products, shipping, promotions, visits }: TenantFile) => [
  services[0]?.price,
  products[0]?.variants[0]?.price,
  visits?.[0]?.paid,
  promotions[0]?.minimum,
  services[0]?.individualPricing.anna?.price,
  finance.lateFee.kind === 'fixed' ? finance.lateFee.amount : null,
  shipping[0]?.price,
  promotions[0]?.amount,
]
const parsed = (yaml: string): TenantFile => {
  const read = parseTenantFile(yaml, 'salon.yaml')
  if (!read.ok) throw new Error(read.problems.map(describeProblem).join('\n'))
  return read.tenant
}

test.each([
  ['DKK', ['5900', '6500.50', '990'], [590_000, 650_050, 99_000], 'price: 5900.00'],
  ['ISK', ['5900', '6500', '990'], [5900, 6500, 990], 'price: 5900\n'],
  ['JPY', ['5900', '6500', '990'], [5900, 6500, 990], 'price: 5900\n'],
  ['KWD', ['5.9', '6.50', '0.99'], [5900, 6500, 990], 'price: 5.900'],
] as [string, [string, string, string], number[], string][])(
  'amounts of a file in %s are its minor units, and are written as they are read',
  (currency, written, [price, own, fee], shown) => {
    const tenant = parsed(fileIn(currency, written))
    expect(amountsOf(tenant)).toEqual([price, price, price, price, own, fee, fee, fee])
    const formatted = formatTenantFile(tenant)
    expect(formatted).toContain(shown)
    expect(parsed(formatted)).toEqual(tenant)
  },
)

test('an amount with decimals that the currency does not have is refused with its place', () => {
  const read = parseTenantFile(fileIn('ISK', ['5900', '6500.50', '990']), 'salon.yaml')
  expect(read.ok ? [] : read.problems.map(describeProblem)).toEqual([
    'salon.yaml:14:124 services[0].individualPricing.anna.price: must be a whole number: ISK has no decimals',
  ])
})
