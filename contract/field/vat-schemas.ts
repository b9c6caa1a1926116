import * as v from 'valibot'
import { amount } from './field-schemas.ts'

/** A rate in percent, or exempt for a reason. */
export const VatRate = v.union([v.number(), v.object({ exempt: v.string() })])

/** VAT in an amount, one for each rate. */
export const VatLines = v.array(
  v.object({
    /** Null: exempt. */
    percent: v.nullable(v.number()),
    amount,
    /** The part of the total that it is in, where that has several rates. */
    gross: v.optional(amount),
    /** Why it is exempt, in the words of the tenant. */
    reason: v.optional(v.string()),
  }),
)

/** An add-on as booked; minutes and price of each one. */
export const BookedAddon = v.object({
  id: v.string(),
  name: v.string(),
  count: v.number(),
  minutes: v.number(),
  price: amount,
  vat: VatRate,
})
