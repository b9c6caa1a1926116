import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { isolated, tenantId } from './column.ts'
import { tenant } from './tenant.ts'

/**
 * A way to receive an order: `pickupLocation`, `privateDelivery`, `businessDeliver`, `pickupInStore` or
 * another.
 */
export const shippingType = pgTable(
  'shipping_type',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    /** Minor units; `prices_include` of the finance settings says whether VAT is in it. */
    price: integer('price').notNull(),
    /** ISO 3166-1 alpha-2; empty: every country. */
    countries: jsonb('countries').$type<string[]>().notNull(),
    active: boolean('active').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.type] }), isolated('shipping_type')],
)
