import { DAY_MS } from '#domain/day.ts'

/** `value` in minor units of `currency`, as the provider writes it. */
export type Money = { currency: string; value: number }

export type PaymentState = 'CREATED' | 'AUTHORIZED' | 'ABORTED' | 'EXPIRED' | 'TERMINATED'
export type EventName = PaymentState | 'CAPTURED' | 'CANCELLED' | 'REFUNDED'

export type SimulatedEvent = {
  name: EventName
  pspReference: string
  amount: Money
  /** Epoch ms. */
  at: number
  idempotencyKey?: string
}

/** A payment in the simulator's ledger. Amounts are in minor units; times in epoch ms. */
export type SimulatedPayment = {
  clientId: string
  msn: string
  reference: string
  pspReference: string
  /** The secret in the address of its landing page. */
  token: string
  method: 'WALLET' | 'CARD'
  amount: number
  currency: string
  returnUrl: string
  description: string
  state: PaymentState
  createdAt: number
  authorizedAt: number | null
  authorized: number
  /** Differs from `currency` only by a failure. */
  authorizedCurrency: string
  captured: number
  cancelled: number
  refunded: number
  /** How many captures succeeded. */
  captures: number
  events: SimulatedEvent[]
}

/** A payment that nobody approves expires after this time. */
export const EXPIRY_MS = 10 * 60_000
/** How long the provider guarantees a reservation: 14 days in Denmark, 7 for cards (Visa). */
const guaranteedMs = { WALLET: 14 * DAY_MS, CARD: 7 * DAY_MS }
export const REFUND_MS = 365 * DAY_MS

/** Until when the reservation can be captured; null for a payment that nobody has approved. */
export const reservedUntil = ({ authorizedAt, method }: SimulatedPayment): number | null =>
  authorizedAt === null ? null : authorizedAt + guaranteedMs[method]

/** What can still be captured or cancelled. */
export const remaining = ({ authorized, captured, cancelled }: SimulatedPayment): number =>
  authorized - captured - cancelled

const rfc3339 = (ms: number) => new Date(ms).toISOString().replace('Z', '+00:00')

/** What the provider says of the amounts. */
const buildAggregate = (payment: SimulatedPayment) => {
  const money = (value: number): Money => ({ currency: payment.authorizedCurrency, value })
  return {
    authorizedAmount: money(payment.authorized),
    cancelledAmount: money(payment.cancelled),
    capturedAmount: money(payment.captured),
    refundedAmount: money(payment.refunded),
  }
}

const guarantee = (payment: SimulatedPayment) => {
  const until = reservedUntil(payment)
  return until === null ? {} : { captureGuaranteedUntil: rfc3339(until) }
}

/** The answer to the question for a payment; `redirectUrl` is in it while it is open. */
export const toPaymentJson = (payment: SimulatedPayment, redirectUrl: string) => ({
  aggregate: buildAggregate(payment),
  amount: { currency: payment.currency, value: payment.amount },
  state: payment.state,
  paymentMethod: { type: payment.method },
  profile: {},
  pspReference: payment.pspReference,
  reference: payment.reference,
  ...(payment.state === 'CREATED' ? { redirectUrl } : {}),
  ...guarantee(payment),
})

/** The answer to a change of a payment; `pspReference`: of the change. */
export const toChangeJson = (payment: SimulatedPayment, pspReference: string) => ({
  amount: { currency: payment.currency, value: payment.amount },
  state: payment.state,
  aggregate: buildAggregate(payment),
  pspReference,
  reference: payment.reference,
})

/** An event in the answer to the question for a payment's events. */
export const toEventJson = ({ reference }: SimulatedPayment, event: SimulatedEvent) => ({
  reference,
  pspReference: event.pspReference,
  name: event.name,
  amount: event.amount,
  timestamp: rfc3339(event.at),
  ...(event.idempotencyKey ? { idempotencyKey: event.idempotencyKey } : {}),
  success: true,
})

/** The body of a webhook's delivery. */
export const toDeliveryJson = (payment: SimulatedPayment, event: SimulatedEvent) => ({
  msn: payment.msn,
  ...toEventJson(payment, event),
  ...(event.name === 'AUTHORIZED' ? guarantee(payment) : {}),
})
