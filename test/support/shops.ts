import * as fc from 'fast-check'
import { parseTenantFile } from '#contract/tenant-file/tenant-file.ts'
import type { Shop } from '#contract/tenant-file/shop-schema.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { bumpContentVersion } from '#operator/tenant-file/import.ts'
import { importShop } from '#operator/tenant-file/shop-import.ts'
import { publishChange } from '#server/database/change-events.ts'
import { openDb, type TenantId } from '#server/database/db.ts'

/** A tenant file without goods, of a salon with one person and one service. */
export function salonFile(id: string, finance = 'vat_percent: 25'): TenantFile {
  const parsed = parseTenantFile(
    `
tenant:
  id: ${id}
  firstpath: ${id}
  title: Salon
  companyname: Salon
  email: hej@salon.example
  timeZone: Europe/Copenhagen
  brand: { color: '#7a4b2a' }
  shop: true
finance: { ${finance} }
serviceTypes: [{ id: hair, svctype: Hair }]
services: [{ id: cut, name: Cut, svctype: hair, price: 320, duration: 30, members: [anna] }]
members: [{ id: anna, firstname: Anna, lastname: Aas }]
`,
    `${id}.yaml`,
  )
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.tenant
}

/** Any text that a file can have: letters, quotes, colons, emoji, and line breaks within `lines`. */
const text = (maxLength: number, lines = false) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: maxLength / 4 })
    .map((value) => {
      const kept = value.replaceAll('\0', '').trim()
      return lines && kept.length > 4 ? `${kept.slice(0, 3).trim()}\n\n${kept.slice(3).trim()}`.trim() : kept
    })
    .filter((value) => value.length > 0 && value.length <= maxLength && value.isWellFormed())
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const minor = fc.integer({ min: 0, max: 100_000_000 })
const day = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
const dates = fc
  .tuple(maybe(day), maybe(day))
  .map((days) => days.map((one) => one?.toISOString().slice(0, 10)))
  .map(([from, until]) => (from && until && until < from ? { from: until, until: from } : { from, until }))

const discount = fc.oneof(
  fc.record({ kind: fc.constant('amount' as const), amount: fc.integer({ min: 1, max: 1_000_000 }) }),
  fc.record({
    kind: fc.constant('percent' as const),
    percent: fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100),
  }),
  fc.record({ kind: fc.constant('freeShipping' as const) }),
)

const sizes = fc.uniqueArray(text(60), { minLength: 1, maxLength: 4 })
const product = fc.record({
  name: text(120),
  displayName: maybe(text(120)),
  brandName: maybe(text(80)),
  type: fc.nat(),
  description: fc.oneof(fc.constant(''), text(2000, true)),
  active: fc.boolean(),
  variants: sizes.chain((all) =>
    fc.tuple(
      ...all.map((size) =>
        fc.record({
          size: fc.constant(size),
          price: minor,
          stock: maybe(fc.integer({ min: 0, max: 50 })),
          active: fc.boolean(),
        }),
      ),
    ),
  ),
})
const shipping = fc.record({
  name: text(100),
  price: minor,
  countries: fc.uniqueArray(fc.constantFrom('DK', 'SE', 'NO', 'DE'), { maxLength: 4 }),
  active: fc.boolean(),
})
const promotion = fc.record({
  name: text(120),
  discount,
  dates,
  limit: maybe(fc.integer({ min: 1, max: 1000 })),
  firstPurchase: fc.boolean(),
  minimum: maybe(minor),
  active: fc.boolean(),
  codes: fc.nat({ max: 3 }),
})

/** Drops what is undefined, as reading a file does. */
const present = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T

/** Any valid goods of a file: names in every script, none to many of each, active and inactive ones. */
const shop: fc.Arbitrary<Shop> = fc
  .record({
    types: fc.array(fc.record({ name: text(100), active: fc.boolean() }), { minLength: 1, maxLength: 4 }),
    products: fc.array(product, { maxLength: 8 }),
    shipping: fc.array(shipping, { maxLength: 4 }),
    promotions: fc.array(promotion, { maxLength: 4 }),
  })
  .map(({ types, products, shipping: ways, promotions }) => ({
    productTypes: types.map((one, index) => ({ id: `type-${index}`, ...one })),
    products: products.map(({ type, variants, ...one }, index) => ({
      ...present(one),
      id: `product-${index}`,
      type: `type-${type % types.length}`,
      pictures: [],
      variants: variants.map((variant, at) => ({
        ...present(variant),
        id: `variant-${index}-${at}`,
        active: variant.active || at === 0,
      })),
    })),
    shipping: ways.map((one, index) => ({ type: `way_${index}`, ...one })),
    promotions: promotions.map(({ discount: kind, dates: days, codes, ...one }, index) => ({
      ...present({ ...one, ...days }),
      ...kind,
      id: `promotion-${index}`,
      codes: Array.from({ length: codes }, (_, at) => `CODE-${index}-${at}`),
    })),
  }))

/** `count` shops, the same ones for the same seed. */
export const sampleShops = (count: number, seed: number): Shop[] => fc.sample(shop, { numRuns: count, seed })

/** A product with one variant of this price (minor units) and stock. */
export const madeProduct = (
  id: string,
  variants: Partial<Shop['products'][number]['variants'][number]>[] = [{}],
  more: Partial<Shop['products'][number]> = {},
): Shop['products'][number] => ({
  id,
  name: `Name of ${id}`,
  type: 'care',
  description: `Description of ${id}`,
  active: true,
  pictures: [],
  ...more,
  variants: variants.map((one, at) => ({ id: `${id}-${at}`, size: '', price: 8000, active: true, ...one })),
})

/** Fills the shop of a tenant; the type `care` exists unless others are given. */
export async function fillShop(
  { ownerUrl }: { ownerUrl: string },
  tenant: TenantId,
  shop: Partial<Shop>,
): Promise<void> {
  const owner = openDb(ownerUrl, 1)
  const empty = { products: [], shipping: [], promotions: [] }
  const productTypes = [{ id: 'care', name: 'Care', active: true }]
  await owner
    .write(tenant, async (tx) => {
      await importShop(tx, { ...empty, productTypes, ...shop })
      await bumpContentVersion(tx)
      await publishChange(tx, 'tenant', '')
    })
    .finally(() => owner.close())
}
