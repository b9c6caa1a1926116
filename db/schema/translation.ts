import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, isolated, tenantId } from './column.ts'
import { tenant } from './tenant.ts'

/**
 * Translations of the tenant's texts, each once per pair of languages. Other tables have the texts
 * themselves.
 */
export const translation = pgTable(
  'translation',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    /** SHA-256 of the original text in base64url. */
    hash: text('hash').notNull(),
    source: text('source').notNull(),
    target: text('target').notNull(),
    provider: text('provider').notNull(),
    /** Plain text, not HTML. Null: requested, no result yet or ever. */
    words: text('words'),
    /** Charged to the tenant's budget of the day of `askedAt`. */
    characters: integer('characters').notNull(),
    askedAt: instant('asked_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.hash, t.source, t.target, t.provider] }),
    index('translation_asked').on(t.tenantId, t.askedAt),
    isolated('translation'),
  ],
)
