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
  uuid,
} from 'drizzle-orm/pg-core'
import type { CustomerDetails, FoundLocation, Receipt, paymentMethods } from '#contract/shop/checkout.ts'
import type { PaymentStatus, ReceiptStatus } from '#domain/checkout/receipt-status.ts'
import type { AppliedDiscount } from '#domain/cart/price-cart.ts'
import type { VatRule } from '#domain/money.ts'
import { instant, isolated, tenantId } from './column.ts'
import { guest } from './guest.ts'
import { tenant } from './tenant.ts'

/** What is in a cart, in the order in which it was added. */
export type CartItem = { variantId: string; quantity: number }
/** What signing in made of two carts: what got smaller, by the variants' ids. */
export type CartNotice = { reduced: { variantId: string; wanted: number; got: number }[] }

/** A cart: of an account, or of the browser that holds the secret. */
export const cart = pgTable(
  'cart',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    guestId: text('guest_id'),
    /** SHA-256 of the browser's secret. */
    secretHash: text('secret_hash'),
    items: jsonb('items').$type<CartItem[]>().notNull(),
    notice: jsonb('notice').$type<CartNotice>(),
    /** The receipt that this cart becomes; null until the checkout was opened. */
    receiptId: uuid('receipt_id'),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.guestId], foreignColumns: [guest.tenantId, guest.id] }).onDelete(
      'cascade',
    ),
    unique('cart_guest').on(t.tenantId, t.guestId),
    unique('cart_secret').on(t.tenantId, t.secretHash),
    index('cart_receipt').on(t.tenantId, t.receiptId),
    index('cart_updated').on(t.tenantId, t.updatedAt),
    check('cart_owner', sql`(${t.guestId} is null) <> (${t.secretHash} is null)`),
    isolated('cart'),
  ],
)

/** A line of a receipt: the goods as they were: a later import does not change it. */
export type ReceiptItem = Receipt['cart']['products'][number] & { /** As stored. */ storedPrice: number }
/** How a receipt is sent: `price` as stored. */
export type ReceiptShipping = {
  type: string
  name: string
  price: number
  pickupLocation: FoundLocation | null
}

/** What a guest is about to buy, or has bought. */
export const receipt = pgTable(
  'receipt',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    guestId: text('guest_id'),
    /** SHA-256 of the browser's secret; null for an account. */
    secretHash: text('secret_hash'),
    /** SHA-256 of the handle in the mail's link. */
    linkHash: text('link_hash').notNull(),
    /** Incremented by every change of what is paid. */
    version: integer('version').notNull(),
    status: text('status').$type<ReceiptStatus>().notNull(),
    paymentStatus: text('payment_status').$type<PaymentStatus>().notNull(),
    /** Given when it is settled. */
    orderNumber: integer('order_number'),
    items: jsonb('items').$type<ReceiptItem[]>().notNull(),
    customer: jsonb('customer').$type<CustomerDetails>().notNull(),
    shipping: jsonb('shipping').$type<ReceiptShipping>(),
    /** What the last search of this receipt has found: only one of these can be chosen. */
    pickupLocations: jsonb('pickup_locations').$type<FoundLocation[]>().notNull(),
    discounts: jsonb('discounts').$type<AppliedDiscount[]>().notNull(),
    paymentMethod: text('payment_method').$type<(typeof paymentMethods)[number]>().notNull(),
    /** In lower case, and E.164, of whom has paid: a first purchase is decided by them. Null before. */
    email: text('email'),
    mobile: text('mobile'),
    /** The VAT rule of `items` and `shipping`. */
    vat: jsonb('vat').$type<VatRule>().notNull(),
    /** Minor units of `currency`, including VAT. */
    total: bigint('total', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    language: text('language').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    settledAt: instant('settled_at'),
    dispatchedAt: instant('dispatched_at'),
    canceledAt: instant('canceled_at'),
    /** When the guest withdrew from the contract. */
    withdrawnAt: instant('withdrawn_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.guestId], foreignColumns: [guest.tenantId, guest.id] }),
    unique('receipt_order_number').on(t.tenantId, t.orderNumber),
    unique('receipt_link').on(t.tenantId, t.linkHash),
    index('receipt_guest').on(t.tenantId, t.guestId, t.settledAt),
    index('receipt_email').on(t.tenantId, t.email),
    index('receipt_mobile').on(t.tenantId, t.mobile),
    check(
      'receipt_status',
      sql`${t.status} in ('PENDING', 'PENDING_COLLECT_INTENTS', 'PAID', 'canceled')
        and (${t.orderNumber} is null) = (${t.settledAt} is null)`,
    ),
    isolated('receipt'),
  ],
)
