import { expect, test } from 'vitest'
import { formatTenantFile } from './format.ts'
import type { TenantFile } from './schema.ts'
import { describeProblem, parseTenantFile } from './tenant-file.ts'

const salon = `tenant:
  id: salon
  firstpath: salon
  title: Salon
  companyname: Salon ApS
  email: hej@salon.example
  timeZone: Europe/Copenhagen
  brand: { color: '#9c4a34' }
  shop: true
finance: { vat_percent: 25 }
productTypes:
  - { id: pleje, name: Pleje }
products:
  - id: shampoo
    name: Shampoo
    displayName: Blid shampoo
    brandName: Havtorn
    type: pleje
    description: Til daglig vask.
    pictures: [{ image: pictures/shampoo.svg, alt: En flaske }]
    variants:
      - { id: shampoo-250, size: 250 ml, price: 103.20, stock: 12 }
      - { id: shampoo-1000, size: 1 l, price: 263.20, active: false }
  - { id: gavekort, name: Gavekort, type: pleje, variants: [{ id: kort, price: 400 }] }
shipping:
  - { type: pickupLocation, name: Til pakkeshop, price: 31.20, countries: [DK, SE] }
  - { type: pickupInStore, name: Hent i salonen, price: 0 }
promotions:
  - { id: velkommen, name: Velkommen, kind: percent, percent: 15, firstPurchase: true, codes: [Velkommen, hej] }
  - { id: jul, name: Jul, kind: amount, amount: 50, minimum: 300, limit: 100, from: 2026-12-01, until: 2026-12-24, codes: [JUL-26] }
`

function read(yaml: string): TenantFile {
  const parsed = parseTenantFile(yaml, 'salon.yaml')
  if (!parsed.ok) throw new Error(parsed.problems.map(describeProblem).join('\n'))
  return parsed.tenant
}

test('goods are read with defaults, minor units and codes in upper case', () => {
  const { productTypes, products, shipping, promotions } = read(salon)
  expect(productTypes).toEqual([{ id: 'pleje', name: 'Pleje', active: true }])
  expect(products[0]).toMatchObject({ displayName: 'Blid shampoo', brandName: 'Havtorn', active: true })
  expect(products[0]?.variants).toEqual([
    { id: 'shampoo-250', size: '250 ml', price: 10_320, stock: 12, active: true },
    { id: 'shampoo-1000', size: '1 l', price: 26_320, active: false },
  ])
  expect(products[1]).toEqual({
    id: 'gavekort',
    name: 'Gavekort',
    type: 'pleje',
    description: '',
    active: true,
    pictures: [],
    variants: [{ id: 'kort', size: '', price: 40_000, active: true }],
  })
  expect(shipping.map(({ price, countries }) => [price, countries])).toEqual([
    [3120, ['DK', 'SE']],
    [0, []],
  ])
  expect(promotions).toMatchObject([
    { percent: 15, firstPurchase: true, codes: ['VELKOMMEN', 'HEJ'] },
    { amount: 5000, minimum: 30_000, limit: 100, firstPurchase: false, codes: ['JUL-26'] },
  ])
})

test('goods are written without defaults, each variant on one line', () => {
  const written = formatTenantFile(read(salon))
  expect(written).toContain(`
products:
  - id: shampoo
    name: Shampoo
    displayName: Blid shampoo
    brandName: Havtorn
    type: pleje
    description: Til daglig vask.
    pictures:
      - { image: pictures/shampoo.svg, alt: En flaske }
    variants:
      - { id: shampoo-250, size: 250 ml, price: 103.20, stock: 12 }
      - { id: shampoo-1000, size: 1 l, price: 263.20, active: false }

  - id: gavekort
`)
  expect(written).toContain('    codes: [ VELKOMMEN, HEJ ]\n')
  expect(read(written)).toEqual(read(salon))
  expect(formatTenantFile(read(written))).toBe(written)
})

/** « marks the expected position of the error. */
const wrong: [from: string, to: string, problem: string][] = [
  ['type: pleje\n', 'type: «saks\n', 'products[0].type: saks is not among productTypes'],
  ['id: gavekort', 'id: «shampoo', 'products[1].id: shampoo is already used'],
  ['id: kort', 'id: «shampoo-250', 'products[1].variants[0].id: shampoo-250 is already used'],
  [
    'size: 1 l, price: 263.20, active: false',
    'size: «250 ml, price: 263.20',
    'products[0].variants[1].size: 250 ml is already used',
  ],
  [
    '[{ id: kort, price: 400 }]',
    '[{ id: kort, price: 400 }, { id: «kort-2, price: 1 }]',
    'products[1].variants[1].id: needs a size: another variant has none',
  ],
  [
    'variants: [{ id: kort, price: 400 }]',
    'variants: «[{ id: kort, price: 400, active: false }]',
    'products[1].variants: must have an active variant while the product is active',
  ],
  ['variants: [{ id: kort, price: 400 }]', 'variants: «[]', 'products[1].variants: must not be empty'],
  ['stock: 12', 'stock: «-1', 'products[0].variants[0].stock: must be a whole number from 0 to 1000000'],
  ['stock: 12', 'stock: «unlimited', 'products[0].variants[0].stock: must be a number'],
  [
    'price: 103.20',
    'price: «103.205',
    'products[0].variants[0].price: must be an amount from 0 to 1000000 with at most two decimals',
  ],
  [
    'image: pictures/shampoo.svg',
    'image: «https://else.example/shampoo.svg',
    'products[0].pictures[0].image: must be a picture of the tenant such as /art/salon/door.svg, or a file beside this one such as pictures/door.jpg',
  ],
  ['brandName: Havtorn', '«brand: Havtorn', 'products[0].brand: is not a setting of a tenant file'],
  ['type: pickupInStore', 'type: «pickupLocation', 'shipping[1].type: pickupLocation is already used'],
  ['[JUL-26]', '[SOMMER-10, «SOMMER10]', 'promotions[1].codes[1]: SOMMER10 is already used'],
  [
    'type: pickupInStore',
    'type: «pickup-in-store',
    'shipping[1].type: must be made of letters, digits and _, such as pickupLocation',
  ],
  ['[DK, SE]', '[DK, «DK]', 'shipping[0].countries[1]: DK is already used'],
  [
    'name: Hent i salonen, price: 0',
    'name: Hent i salonen, price: 0, countries: «[DK]',
    'shipping[1].countries: must be left out: guests collect the order themselves',
  ],
  ['kind: percent', 'kind: «half', 'promotions[0].kind: must be one of amount, percent, freeShipping'],
  ['percent: 15', 'percent: «0', 'promotions[0].percent: must be above 0 for the kind percent'],
  ['percent: 15', 'percent: 15, amount: «5', 'promotions[0].amount: must be left out for the kind percent'],
  ['amount: 50, ', '', 'promotions[1].amount: must be above 0 for the kind amount'],
  ['until: 2026-12-24', 'until: «2026-11-24', 'promotions[1].until: must not be before from'],
  ['limit: 100', 'limit: «0', 'promotions[1].limit: must be a whole number from 1 to 1000000'],
  ['codes: [JUL-26]', 'codes: [«hej]', 'promotions[1].codes[0]: HEJ is already used'],
  [
    'codes: [JUL-26]',
    'codes: [«JUL 26]',
    'promotions[1].codes[0]: must be made of A-Z, 0-9 and -, from 3 to 40 characters',
  ],
]

test.each(wrong)('%j replaced by %j is reported with its place', (from, to, problem) => {
  expect(salon).toContain(from)
  const [before = '', after] = salon.replace(from, () => to).split('«')
  const parsed = parseTenantFile(before + (after ?? ''), 'salon.yaml')
  const problems = parsed.ok ? [] : parsed.problems
  expect(problems.map(({ field, message }) => `${field}: ${message}`)).toEqual([problem])
  if (after !== undefined)
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [before.split('\n').length, before.length - before.lastIndexOf('\n')],
    ])
})
