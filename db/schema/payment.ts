import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CustomerDetails, paymentMethods } from '#contract/shop/checkout.ts'
import type { AppliedDiscount } from '#domain/cart/price-cart.ts'
import type { AttemptFlag, EndReason } from '#domain/checkout/settlement.ts'
import type { Reserved } from '#domain/checkout/reservation-limit.ts'
import type { Pieces } from '#domain/checkout/pieces.ts'
import type { VatRule } from '#domain/money.ts'
import type { ReceiptItem, ReceiptShipping } from './cart.ts'
import { receipt } from './cart.ts'
import { instant, isolated, tenantId } from './column.ts'
import { tenant } from './tenant.ts'

/** What an attempt pays: the receipt as it was when the guest pressed the button. */
export type AttemptContent = {
  items: ReceiptItem[]
  customer: CustomerDetails
  shipping: ReceiptShipping | null
  discounts: AppliedDiscount[]
  vat: VatRule
}

/** The account of a tenant at its payment provider. */
export const paymentAccount = pgTable(
  'payment_account',
  {
    tenantId: tenantId()
      .primaryKey()
      .references(() => tenant.id, { onDelete: 'cascade' }),
    provider: text('provider').$type<'vipps'>().notNull(),
    /** The credentials as JSON, encrypted by `seal`. */
    sealed: text('sealed').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  () => [isolated('payment_account')],
)

/**
 * One try to pay a receipt, written before the provider is asked; what it pays is frozen. While it is open,
 * stock and limited codes are reserved for it.
 */
export const paymentAttempt = pgTable(
  'payment_attempt',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    receiptId: uuid('receipt_id').notNull(),
    /** Counts the attempts of a receipt, from 1. */
    number: integer('number').notNull(),
    provider: text('provider').$type<'none' | 'vipps'>().notNull(),
    method: text('method').$type<(typeof paymentMethods)[number]>().notNull(),
    /** The name of the payment at the provider. */
    reference: text('reference').notNull(),
    /** Of the request that creates it: a repetition has the same one. */
    idempotencyKey: uuid('idempotency_key').notNull(),
    state: text('state').$type<'open' | 'settled' | 'ended'>().notNull(),
    /** Why it ended without an order. */
    endReason: text('end_reason').$type<EndReason>(),
    /** What the salon should check. */
    flag: text('flag').$type<AttemptFlag>(),
    /** Minor units of `currency`. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    content: jsonb('content').$type<AttemptContent>().notNull(),
    /** SHA-256 of all that it pays: content, method, amount and currency. */
    contentHash: text('content_hash').notNull(),
    /** What of it is reserved while the attempt is open; null: all. The rest is taken when it is paid. */
    reserved: jsonb('reserved').$type<Reserved>(),
    /** Keyed hash of the client IP address, until a day after the end: limits what one address holds. */
    addressHash: text('address_hash'),
    /** The provider's page; null until it has answered. */
    redirectUrl: text('redirect_url'),
    /** Where the guest goes after a success, and after anything else. */
    returnUrl: text('return_url').notNull(),
    cancelUrl: text('cancel_url').notNull(),
    /** SHA-256 of the handle in the address to which the provider sends the guest back. */
    returnHash: text('return_hash').notNull(),
    /** The analytics client id of a guest who has consented. */
    analyticsClientId: text('analytics_client_id'),
    /** SHA-256 of the token of the session that pays. */
    sessionHash: text('session_hash'),
    createdAt: instant('created_at').notNull(),
    /** Until then the provider accepts an approval. */
    expiresAt: instant('expires_at').notNull(),
    /** When the provider was last asked for its state. */
    statusCheckedAt: instant('status_checked_at'),
    endedAt: instant('ended_at'),
    /** Until then the reserved amount can be captured. */
    reservedUntil: instant('reserved_until'),
    /** When the salon was warned that the reservation ends. */
    warnedAt: instant('warned_at'),
    /** What has been done at the provider, in minor units. */
    capturedAmount: bigint('captured_amount', { mode: 'number' }).notNull().default(0),
    cancelledAmount: bigint('cancelled_amount', { mode: 'number' }).notNull().default(0),
    refundedAmount: bigint('refunded_amount', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({
      columns: [t.tenantId, t.receiptId],
      foreignColumns: [receipt.tenantId, receipt.id],
    }).onDelete('cascade'),
    uniqueIndex('payment_attempt_open')
      .on(t.tenantId, t.receiptId)
      .where(sql`state = 'open'`),
    uniqueIndex('payment_attempt_settled')
      .on(t.tenantId, t.receiptId)
      .where(sql`state = 'settled'`),
    unique('payment_attempt_reference').on(t.tenantId, t.reference),
    unique('payment_attempt_number').on(t.tenantId, t.receiptId, t.number),
    unique('payment_attempt_return').on(t.tenantId, t.returnHash),
    index('payment_attempt_created').on(t.tenantId, t.state, t.createdAt),
    index('payment_attempt_address').on(t.tenantId, t.addressHash, t.endedAt),
    check(
      'payment_attempt_state',
      sql`${t.state} in ('open', 'settled', 'ended') and (${t.state} = 'open') = (${t.endedAt} is null)
        and (${t.state} = 'ended') = (${t.endReason} is not null)`,
    ),
    isolated('payment_attempt'),
  ],
)

/**
 * A change that is asked of the provider for a payment, written before it is asked. Its id is the idempotency
 * key of the request, so that a repetition changes nothing.
 */
export const paymentOperation = pgTable(
  'payment_operation',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    attemptId: uuid('attempt_id').notNull(),
    /** `cancel`: of the whole reservation. */
    kind: text('kind').$type<'capture' | 'cancel' | 'refund'>().notNull(),
    /** Minor units of the attempt's currency. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    state: text('state').$type<'pending' | 'done' | 'failed'>().notNull(),
    /** The pieces that a refund is for; null: an amount. */
    pieces: jsonb('pieces').$type<Pieces[]>(),
    /** Why the provider has refused it, for the operator. */
    code: text('code'),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({
      columns: [t.tenantId, t.attemptId],
      foreignColumns: [paymentAttempt.tenantId, paymentAttempt.id],
    }).onDelete('cascade'),
    // A payment is captured once, and its reservation is cancelled once.
    uniqueIndex('payment_operation_once')
      .on(t.tenantId, t.attemptId, t.kind)
      .where(sql`kind <> 'refund' and state <> 'failed'`),
    index('payment_operation_attempt').on(t.tenantId, t.attemptId),
    index('payment_operation_state').on(t.tenantId, t.state, t.createdAt),
    check(
      'payment_operation_state',
      sql`${t.kind} in ('capture', 'cancel', 'refund') and ${t.state} in ('pending', 'done', 'failed')
        and (${t.state} = 'pending') = (${t.doneAt} is null) and ${t.amount} > 0`,
    ),
    isolated('payment_operation'),
  ],
)

/** The last order number of a tenant. A settlement locks it last. */
export const orderCounter = pgTable(
  'order_counter',
  {
    tenantId: tenantId()
      .primaryKey()
      .references(() => tenant.id, { onDelete: 'cascade' }),
    last: integer('last').notNull(),
  },
  () => [isolated('order_counter')],
)
