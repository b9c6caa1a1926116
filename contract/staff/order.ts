import * as v from 'valibot'
import { amount, id, minor, money } from '../field/field-schemas.ts'

const tenantId = v.optional(id)
const orderNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999_999))
/** Also as in a URL. */
const typedNumber = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number))

/** `before`: the `next` of the page before; default: the first page. */
export const ListSalonOrders = v.object({ tenantId, before: v.optional(typedNumber) })

/** Times in epoch ms; amounts in minor units, null for who may not see them. */
const SalonOrder = v.object({
  number: v.number(),
  placedAt: v.number(),
  dispatchedAt: v.nullable(v.number()),
  canceledAt: v.nullable(v.number()),
  withdrawnAt: v.nullable(v.number()),
  /** '' of a guest whose account is deleted. */
  name: v.string(),
  /** '' where there is none; null for who may not see how to reach guests. */
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  goods: v.array(v.object({ name: v.string(), quantity: v.number() })),
  total: v.nullable(amount),
  refunded: v.nullable(amount),
  /** Whether cancelling gives back money that was drawn, which only who may refund does. */
  refunds: v.boolean(),
  ...money,
  /** What the payment provider was asked for last, where it has not answered yet, or has refused. */
  atProvider: v.nullable(
    v.object({ what: v.picklist(['capture', 'return']), state: v.picklist(['pending', 'refused']) }),
  ),
  /** `collected`: by the guest, in the salon; `to`: the lines of the address or of the pickup place. */
  delivery: v.nullable(v.object({ name: v.string(), collected: v.boolean(), to: v.array(v.string()) })),
})

/** `open`: what is to be dispatched or collected, the oldest first; `documents`: the others, newest first. */
export const SalonOrders = v.object({
  open: v.array(SalonOrder),
  documents: v.array(SalonOrder),
  next: v.nullable(v.string()),
})

export const PreviewOrderCancel = v.object({
  tenantId,
  number: v.union([orderNumber, typedNumber]),
})
/** `refund`: whether cancelling gives back money that was drawn; its sum for who may refund, minor units. */
export const OrderCancelPreview = v.object({
  number: v.number(),
  cancelled: v.boolean(),
  refund: v.boolean(),
  amount: v.nullable(amount),
  ...money,
})

export const DispatchOrder = v.object({ tenantId, number: orderNumber })
/**
 * `pending`: the provider has not answered, and is asked again; `refused`: it does not draw the money. The
 * goods are sent only after `ok`.
 */
export const OrderDispatched = v.variant('ok', [
  v.object({ ok: v.literal(true), collected: v.boolean() }),
  v.object({
    ok: v.literal(false),
    reason: v.picklist(['canceled', 'withdrawn', 'dispatched', 'pending', 'refused']),
  }),
])
export type DispatchReason = Extract<v.InferOutput<typeof OrderDispatched>, { ok: false }>['reason']

/** `refund`: the sum that was agreed to, minor units; 0: none. */
export const CancelOrder = v.object({ tenantId, number: orderNumber, refund: v.pipe(minor, v.minValue(0)) })
/**
 * `cancelled` false: it was cancelled before. `money`: what becomes of it; null: there was none. `capturing`:
 * it is being dispatched; `changed`: another refund is due by now.
 */
export const OrderCancelled = v.variant('ok', [
  v.object({
    ok: v.literal(true),
    cancelled: v.boolean(),
    money: v.nullable(
      v.object({ kind: v.picklist(['cancel', 'refund']), state: v.picklist(['done', 'pending', 'refused']) }),
    ),
  }),
  v.object({ ok: v.literal(false), reason: v.picklist(['capturing', 'changed']) }),
])
