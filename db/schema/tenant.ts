import { sql } from 'drizzle-orm'
import { bigint, check, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import type { VatRule } from '#domain/money.ts'
import type { OwnWords } from '#contract/content/own-words.ts'
import type { BookingRules, LateFee, TenantProfile } from '#contract/content/tenant.ts'
import { isolated, tenantId } from './column.ts'

export const tenant = pgTable('tenant', {
  id: text('id').primaryKey(),
  firstpath: text('firstpath').unique(),
  vanityHost: text('vanity_host').unique(),
  profile: jsonb('profile').$type<TenantProfile>().notNull(),
  /** Its own words in further languages. */
  words: jsonb('words').$type<OwnWords>().notNull().default({}),
  /** Incremented by every import: the key of every cached page and response. */
  contentVersion: bigint('content_version', { mode: 'number' }).notNull().default(1),
})

export const finance = pgTable(
  'finance',
  {
    tenantId: tenantId()
      .primaryKey()
      .references(() => tenant.id, { onDelete: 'cascade' }),
    currency: text('currency'),
    currencySymbol: text('currency_symbol'),
    vatPercent: numeric('vat_percent', { mode: 'number' }).notNull(),
    /** Whether stored prices include VAT. */
    pricesInclude: text('prices_include').$type<VatRule['pricesInclude']>().notNull().default('none'),
    vatNumber: text('vat_number'),
    /** Why something is exempt that has no reason of its own. */
    exemptReason: text('exempt_reason'),
    lateFee: jsonb('late_fee').$type<LateFee>().notNull(),
  },
  (t) => [check('finance_prices_include', sql`${t.pricesInclude} in ('vat', 'none')`), isolated('finance')],
)

export const calendar = pgTable(
  'calendar',
  {
    tenantId: tenantId()
      .primaryKey()
      .references(() => tenant.id, { onDelete: 'cascade' }),
    rules: jsonb('rules').$type<BookingRules>().notNull(),
    /** Incremented by every change to what can be booked: the key of the availability ETag. */
    version: bigint('version', { mode: 'number' }).notNull().default(1),
    /** Incremented by every change to what the salon's day shows, those included: the key of its ETag. */
    scheduleVersion: bigint('schedule_version', { mode: 'number' }).notNull().default(1),
  },
  () => [isolated('calendar')],
)
