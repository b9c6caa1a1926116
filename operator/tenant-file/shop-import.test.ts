import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { parseTenantFile } from '#contract/tenant-file/tenant-file.ts'
import { formatTenantFile } from '#contract/tenant-file/format.ts'
import type { Shop } from '#contract/tenant-file/shop-schema.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { openDb, tenantId } from '#server/database/db.ts'
import { makeDb } from '#test/make.ts'
import { salonFile, sampleShops } from '#test/shops.ts'
import { exportTenant } from './export.ts'
import { importTenant } from './import.ts'
import { recordExportedStock } from './shop-import.ts'
import { perTier } from '#test/tier.ts'

const SHOPS = perTier(4, 100)

const testDb = await makeDb()
const owner = openDb(testDb.ownerUrl, 4)
// The request role, to which row security applies: it reads and writes the rows of one tenant.
const client = new pg.Client({ connectionString: testDb.appUrl })
await client.connect()
afterAll(async () => {
  await client.end()
  await owner.close()
  await testDb.close()
})

const read = (yaml: string): TenantFile => {
  const parsed = parseTenantFile(yaml, 'made.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.tenant
}
const bring = async (file: TenantFile) => {
  const imported = await owner.write(tenantId(file.tenant.id), (tx) => importTenant(tx, file))
  if (!imported.ok) throw new Error(imported.field)
  return imported.outcome
}
/** The file that the command writes. */
const fetch = (id: string) =>
  owner.write(tenantId(id), async (tx) => {
    await recordExportedStock(tx)
    const file = await exportTenant(tx)
    if (!file) throw new Error(`${id} does not exist`)
    return formatTenantFile(file)
  })
const ask = async <T extends pg.QueryResultRow>(id: string, query: string): Promise<T[]> => {
  await client.query(`set app.tenant_id = '${id}'`)
  return (await client.query<T>(query)).rows
}
const stocks = async (id: string): Promise<Record<string, number | null>> =>
  Object.fromEntries(
    (await ask<{ id: string; stock: number | null }>(id, 'select id, stock from product_variant')).map(
      (row) => [row.id, row.stock],
    ),
  )
const nextId = () => `s${crypto.randomUUID().slice(0, 8)}`

test(
  'a file, its import, export and second import have the same bytes, and orders between are kept',
  { timeout: Math.max(120_000, SHOPS * 5_000) },
  async () => {
    for (const shop of sampleShops(SHOPS, 15)) {
      const id = nextId()
      const file = { ...salonFile(id), ...shop }
      const yaml = formatTenantFile(file)
      expect(await bring(read(yaml))).toBe('created')
      const exported = await fetch(id)
      expect(exported).toBe(yaml)
      expect(await bring(read(exported))).toBe('unchanged')
      await ask(
        id,
        `update product_variant set stock = stock - 1 where stock > 0; update promotion set uses = uses + 1`,
      )
      const left = await stocks(id)
      expect(await bring(read(exported))).toBe('unchanged')
      expect(await stocks(id)).toEqual(left)
      const today = await fetch(id)
      await ask(id, 'update product_variant set stock = stock - 1 where stock > 0')
      const sold = await stocks(id)
      expect(await bring(read(today))).toBe('unchanged')
      expect(await stocks(id)).toEqual(sold)
      expect(await ask(id, 'select distinct uses from promotion')).toEqual(
        shop.promotions.length > 0 ? [{ uses: 1 }] : [],
      )
      expect(today).not.toContain('uses')
    }
  },
)

const variant = (id: string, more: Partial<Shop['products'][number]['variants'][number]> = {}) => ({
  id,
  size: id,
  price: 10_000,
  active: true,
  ...more,
})
const product = (id: string, variants = [variant(`${id}-one`)]) => ({
  id,
  name: id,
  type: 'care',
  description: '',
  active: true,
  pictures: [],
  variants,
})
const promotion = (id: string, codes: string[]) => ({
  id,
  name: id,
  kind: 'percent' as const,
  percent: 10,
  firstPurchase: false,
  active: true,
  codes,
})
const way = (type: string) => ({ type, name: type, price: 3900, countries: [], active: true })
const goods = (id: string, shop: Partial<Shop> = {}): TenantFile => ({
  ...salonFile(id),
  productTypes: [{ id: 'care', name: 'Care', active: true }],
  products: [product('wash'), product('mask')],
  shipping: [way('pickupInStore'), way('privateDelivery')],
  promotions: [promotion('spring', ['SPRING', 'MAY']), promotion('autumn', ['AUTUMN'])],
  ...shop,
})
const withStock = (id: string, stock: number | undefined) =>
  goods(id, { products: [product('wash', [variant('wash-one', stock === undefined ? {} : { stock })])] })

test.each([
  ['the same number', 10, 10, 7],
  ['another number', 10, 12, 12],
  ['none', 10, undefined, null],
  ['no stock where it was unlimited', undefined, 0, 0],
])('after orders a file with %s leaves the stock at what it says', async (_, before, after, expected) => {
  const id = nextId()
  await bring(withStock(id, before))
  await ask(id, 'update product_variant set stock = stock - 3')
  expect(await bring(withStock(id, after))).toBe(before === after ? 'unchanged' : 'changed')
  expect(await stocks(id)).toEqual({ 'wash-one': expected })
  expect(await bring(withStock(id, after))).toBe('unchanged')
})

test('the number of an exported file is not set until it was imported once', async () => {
  const id = nextId()
  await bring(withStock(id, 10))
  await ask(id, 'update product_variant set stock = 7')
  expect(await fetch(id)).toContain('stock: 7 ')
  await ask(id, 'update product_variant set stock = 5')
  await bring(withStock(id, 7))
  expect(await stocks(id)).toEqual({ 'wash-one': 5 })
  await bring(withStock(id, 20))
  await bring(withStock(id, 7))
  expect(await stocks(id)).toEqual({ 'wash-one': 7 })
})

test('what a file no longer contains becomes inactive, sorts last and returns with its numbers', async () => {
  const id = nextId()
  const whole = goods(id)
  await bring(whole)
  await ask(id, "update promotion set uses = 4 where id = 'spring'")
  const smaller = goods(id, {
    products: [product('mask')],
    shipping: [way('privateDelivery')],
    promotions: [promotion('autumn', ['AUTUMN'])],
  })
  expect(await bring(smaller)).toBe('changed')
  const kept = read(await fetch(id))
  expect([
    kept.products.map((one) => [one.id, one.active]),
    kept.shipping.map((one) => [one.type, one.active]),
    kept.promotions.map((one) => [one.id, one.active, one.codes]),
  ]).toEqual([
    [
      ['mask', true],
      ['wash', false],
    ],
    [
      ['privateDelivery', true],
      ['pickupInStore', false],
    ],
    [
      ['autumn', true, ['AUTUMN']],
      ['spring', false, []],
    ],
  ])
  expect(await bring(smaller)).toBe('unchanged')
  expect(await bring(kept)).toBe('unchanged')
  expect(await ask(id, 'select code, active from discount_code order by code')).toEqual([
    { code: 'AUTUMN', active: true },
    { code: 'MAY', active: false },
    { code: 'SPRING', active: false },
  ])
  expect(await bring(whole)).toBe('changed')
  expect(await fetch(id)).toBe(formatTenantFile(whole))
  expect(await ask(id, "select uses from promotion where id = 'spring'")).toEqual([{ uses: 4 }])
})

test('a variant that is missing from its product is inactive and keeps its stock', async () => {
  const id = nextId()
  const two = [variant('small', { stock: 4 }), variant('large', { stock: 9 })]
  await bring(goods(id, { products: [product('wash', two), product('mask')] }))
  await bring(goods(id, { products: [product('wash', two.slice(1)), product('mask')] }))
  const kept = read(await fetch(id))
  expect(kept.products[0]?.variants).toMatchObject([
    { id: 'large', active: true, stock: 9 },
    { id: 'small', active: false, stock: 4 },
  ])
  expect(await bring(kept)).toBe('unchanged')
})
