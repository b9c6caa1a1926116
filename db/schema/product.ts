import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ImageSizes } from '#contract/content/page-document.ts'
import type { ProductPicture } from '#contract/shop/product.ts'
import type { VatSetting } from '#domain/vat.ts'
import { isolated, tenantId } from './column.ts'
import { tenant } from './tenant.ts'
import { visit } from './visit.ts'

/*
 * The goods of a tenant's file. Rows that the file no longer contains are set inactive, never deleted:
 * carts, receipts and visits name them.
 */

/** The counters of a tenant's shop; without a row they are 0. */
export const shop = pgTable(
  'shop',
  {
    tenantId: tenantId()
      .primaryKey()
      .references(() => tenant.id, { onDelete: 'cascade' }),
    /**
     * Incremented when a variant passes from one word for its stock to another: with the content version the
     * key of cached pages and responses. The request role may not write the tenant's own row.
     */
    stockVersion: bigint('stock_version', { mode: 'number' }).notNull(),
  },
  () => [isolated('shop')],
)

export const productType = pgTable(
  'product_type',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    /** The place in the file, from 0, as of all goods. */
    position: integer('position').notNull(),
    name: text('name').notNull(),
    active: boolean('active').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), isolated('product_type')],
)

export const product = pgTable(
  'product',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    position: integer('position').notNull(),
    typeId: text('type_id').notNull(),
    name: text('name').notNull(),
    /** The name that guests see; null: `name`. */
    displayName: text('display_name'),
    brandName: text('brand_name'),
    description: text('description').notNull(),
    pictures: jsonb('pictures').$type<ProductPicture[]>().notNull(),
    /** The sizes of pictures whose names do not contain them. */
    imageSizes: jsonb('image_sizes').$type<ImageSizes>().notNull(),
    /** Null: the rate of the finance settings. */
    vat: jsonb('vat').$type<VatSetting>(),
    exemptReason: text('exempt_reason'),
    active: boolean('active').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.typeId], foreignColumns: [productType.tenantId, productType.id] }),
    isolated('product'),
  ],
)

/** What is sold: a product in one size. Its id is unique at the tenant. */
export const productVariant = pgTable(
  'product_variant',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    productId: text('product_id').notNull(),
    /** The place below its product. */
    position: integer('position').notNull(),
    /** '' if there is only one. */
    size: text('size').notNull(),
    /** Minor units; `prices_include` of the finance settings says whether VAT is in it. */
    price: integer('price').notNull(),
    /** How many can be sold; null: unlimited. */
    stock: integer('stock'),
    /** What the last imported file said, and the last exported one since; see `setStock` of the import. */
    importedStock: integer('imported_stock'),
    exportedStock: integer('exported_stock'),
    active: boolean('active').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({
      columns: [t.tenantId, t.productId],
      foreignColumns: [product.tenantId, product.id],
    }).onDelete('cascade'),
    index('product_variant_product').on(t.tenantId, t.productId, t.position),
    check('product_variant_stock', sql`${t.stock} >= 0`),
    isolated('product_variant'),
  ],
)

/** What a guest has bought at a visit, as it was then: a later import does not change it. */
export const visitProduct = pgTable(
  'visit_product',
  {
    tenantId: tenantId(),
    visitId: uuid('visit_id').notNull(),
    position: integer('position').notNull(),
    variantId: text('variant_id').notNull(),
    productId: text('product_id').notNull(),
    name: text('name').notNull(),
    displayName: text('display_name').notNull(),
    brandName: text('brand_name'),
    size: text('size').notNull(),
    quantity: integer('quantity').notNull(),
    /** Minor units including VAT, for one. */
    price: integer('price').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.visitId, t.position] }),
    foreignKey({ columns: [t.tenantId, t.visitId], foreignColumns: [visit.tenantId, visit.id] }).onDelete(
      'cascade',
    ),
    check('visit_product_quantity', sql`${t.quantity} > 0`),
    isolated('visit_product'),
  ],
)
