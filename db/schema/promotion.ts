import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import type { PromotionKind } from '#contract/shop/product.ts'
import { isolated, tenantId } from './column.ts'
import { tenant } from './tenant.ts'

/** Discounts with what they have in common for all their codes: limit, dates and conditions. */
export const promotion = pgTable(
  'promotion',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    position: integer('position').notNull(),
    /** The discount line of a receipt. */
    name: text('name').notNull(),
    kind: text('kind').$type<PromotionKind>().notNull(),
    /** Minor units including VAT, of the kind `amount`. */
    amount: integer('amount'),
    /** Of the kind `percent`. */
    percent: numeric('percent', { mode: 'number' }),
    /** How many receipts may use it, over all its codes; null: any number. */
    maxUses: integer('max_uses'),
    /** How many use it: counted by receipts, never imported or exported. */
    uses: integer('uses').notNull().default(0),
    /** Days in the tenant's zone, both included; null: no bound. */
    from: date('from_date'),
    until: date('until_date'),
    /** Only for guests without a settled order. */
    firstPurchase: boolean('first_purchase').notNull(),
    /** The least amount of goods, in minor units including VAT. */
    minimum: integer('minimum'),
    active: boolean('active').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check(
      'promotion_kind',
      sql`${t.kind} in ('amount', 'percent', 'freeShipping') and (${t.kind} = 'amount') = (${t.amount} is not null)
        and (${t.kind} = 'percent') = (${t.percent} is not null)`,
    ),
    check('promotion_uses', sql`${t.uses} >= 0`),
    isolated('promotion'),
  ],
)

/** A code of a promotion, in upper case. */
export const discountCode = pgTable(
  'discount_code',
  {
    tenantId: tenantId(),
    code: text('code').notNull(),
    promotionId: text('promotion_id').notNull(),
    position: integer('position').notNull(),
    active: boolean('active').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.code] }),
    foreignKey({
      columns: [t.tenantId, t.promotionId],
      foreignColumns: [promotion.tenantId, promotion.id],
    }).onDelete('cascade'),
    index('discount_code_promotion').on(t.tenantId, t.promotionId),
    isolated('discount_code'),
  ],
)
