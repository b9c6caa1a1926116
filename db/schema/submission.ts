import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, isolated, tenantId } from './column.ts'

/** Forms submitted without scripts, for a minute: a second submission gets the response to the first. */
export const submission = pgTable(
  'submission',
  {
    tenantId: tenantId(),
    /** HMAC of the form's idempotency key and all its fields. */
    hash: text('hash').notNull(),
    begunAt: instant('begun_at').notNull(),
    /** Encrypted with a key derived from the fields; null while the first submission is handled. */
    answer: text('answer'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.hash] }), isolated('submission')],
)
