import { sql, type SQL } from 'drizzle-orm'
import { customType, pgPolicy, text, timestamp } from 'drizzle-orm/pg-core'
import { KEY_LETTERS, LAST_DIGITS, MARKED, PLAIN } from '#domain/search-key.ts'

/** Raw bytes. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
/** A set of time ranges. */
export const multirange = customType<{ data: string }>({ dataType: () => 'tstzmultirange' })
/** A text that is found by how it begins: compared by code points, in every database. */
export const searchKey = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })
/** In SQL, a name as `toSearchKey` of `domain/search-key.ts` writes it. */
export const searchKeyOf = (name: SQL): SQL =>
  sql`translate(lower(left(${name}, ${sql.raw(String(KEY_LETTERS))})), ${sql.raw(`'${MARKED}', '${PLAIN}'`)})`
/** In SQL, the last digits of a number. */
export const lastDigits = (number: SQL): SQL => sql`right(${number}, ${sql.raw(String(LAST_DIGITS))})`
/** A timestamp with time zone, as a Date in milliseconds. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
/** The tenant of the row. */
export const tenantId = () => text('tenant_id').notNull()
const own = sql`tenant_id = nullif(current_setting('app.tenant_id', true), '')`
/**
 * The row-level security policy of a tenant's table. It also binds the owner: an import sets its tenant too.
 */
export const isolated = (table: string) =>
  pgPolicy(`${table}_own`, { as: 'permissive', for: 'all', using: own, withCheck: own })
