import * as v from 'valibot'
import type { ProviderFacts } from './port.ts'

const Money = v.object({
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  value: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
const Aggregate = v.object({
  authorizedAmount: Money,
  cancelledAmount: Money,
  capturedAmount: Money,
  refundedAmount: Money,
})
/** A payment as the provider describes it; other fields are ignored. */
const Payment = v.object({
  reference: v.string(),
  state: v.picklist(['CREATED', 'AUTHORIZED', 'ABORTED', 'EXPIRED', 'TERMINATED']),
  amount: Money,
  aggregate: v.optional(Aggregate),
  captureGuaranteedUntil: v.nullish(v.string()),
})

const states = {
  CREATED: 'open',
  AUTHORIZED: 'authorized',
  ABORTED: 'refused',
  EXPIRED: 'expired',
  TERMINATED: 'terminated',
} as const

/**
 * Reads a payment; null for another payment's, and for what cannot be relied on: an authorised payment
 * without an authorised amount. Where amounts have different currencies, `currency` names all of them and so
 * equals none.
 */
export function parsePayment(body: unknown, reference: string): ProviderFacts | null {
  const parsed = v.safeParse(Payment, body)
  if (!parsed.success || parsed.output.reference !== reference) return null
  const { state, amount, aggregate, captureGuaranteedUntil } = parsed.output
  const amounts = aggregate ? Object.values(aggregate).filter(({ value }) => value > 0) : []
  const authorized = aggregate?.authorizedAmount.value ?? 0
  if (state === 'AUTHORIZED' && authorized === 0) return null
  const until = Date.parse(captureGuaranteedUntil ?? '')
  return {
    state: states[state],
    amount: amount.value,
    currency: [...new Set([amount, ...amounts].map(({ currency }) => currency))].join('/'),
    authorized,
    captured: aggregate?.capturedAmount.value ?? 0,
    cancelled: aggregate?.cancelledAmount.value ?? 0,
    refunded: aggregate?.refundedAmount.value ?? 0,
    reservedUntil: Number.isNaN(until) ? null : until,
  }
}

const Created = v.object({ reference: v.string(), redirectUrl: v.string() })

/** Reads where the guest approves a new payment: the address unchanged. Null for what cannot be followed. */
export function parseCreated(body: unknown, reference: string): string | null {
  const parsed = v.safeParse(Created, body)
  if (!parsed.success || parsed.output.reference !== reference) return null
  const { redirectUrl } = parsed.output
  return /^https?:$/.test(URL.parse(redirectUrl)?.protocol ?? '') ? redirectUrl : null
}
