import { pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant, isolated, tenantId } from './column.ts'
import { tenant } from './tenant.ts'

/** Several persons who come at once: the visits that were held and booked together. */
export const party = pgTable(
  'party',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), isolated('party')],
)
