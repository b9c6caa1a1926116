import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, isolated, tenantId } from './column.ts'

/** A form that a browser sent before its scripts ran, for a minute: the same one again gets the same answer. */
export const submission = pgTable(
  'submission',
  {
    tenantId: tenantId(),
    /** Of the form's own key and all that was sent with it. */
    hash: text('hash').notNull(),
    begunAt: instant('begun_at').notNull(),
    /** Sealed with what was sent; null while the first one is being answered. */
    answer: text('answer'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.hash] }), isolated('submission')],
)
