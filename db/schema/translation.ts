import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, isolated, tenantId } from './column.ts'
import { tenant } from './tenant.ts'

/** What a translator made of the tenant's own texts, each once for two languages. The texts themselves stand where the tenant wrote them. */
export const translation = pgTable(
  'translation',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    /** SHA-256 of the text that was translated, in base64url. */
    hash: text('hash').notNull(),
    source: text('source').notNull(),
    target: text('target').notNull(),
    provider: text('provider').notNull(),
    /** Plain text, never HTML. Null: it has been asked for, and there is no answer yet, or none at all. */
    words: text('words'),
    /** That count against the tenant's budget since `askedAt`. */
    characters: integer('characters').notNull(),
    askedAt: instant('asked_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.hash, t.source, t.target, t.provider] }),
    index('translation_asked').on(t.tenantId, t.askedAt),
    isolated('translation'),
  ],
)
