/** One try to pay, as a provider knows it. `amount` in minor units of `currency`. */
type Payment = { id: string; amount: number; currency: string }
/** What a provider says of a payment. reserved: to be captured; captured: final; ended: without money. */
export type PaymentState = 'open' | 'reserved' | 'captured' | 'ended'

/** A service that takes the guests' money. */
export type PaymentProvider = {
  name: 'none'
  /** Whether it can take this payment at all. */
  serves(payment: Omit<Payment, 'id'>): boolean
  /** Asks for the state of a payment. */
  stateOf(payment: Payment): Promise<PaymentState>
}
