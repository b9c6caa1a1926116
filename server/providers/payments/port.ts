import type { PaymentFacts } from '#domain/checkout/settlement.ts'
import type { Receipt } from '#contract/shop/checkout.ts'
import { withWords } from '../http/provider-words.ts'

/** Minor units of `currency`. */
export type Amount = { amount: number; currency: string }

/** A payment that the provider is asked to begin. */
export type NewPayment = Amount & {
  /** Its name at the provider, 8–50 characters; unique for the account. */
  reference: string
  /** The same for a repetition of the request. */
  idempotencyKey: string
  method: Receipt['paymentMethod']
  /** Where the guest is sent back to, after any outcome. */
  returnUrl: string
  /** 3–100 characters, shown to the guest by the provider. */
  description: string
}

/** A change of a payment; a repetition with the same key and amount changes nothing. */
export type PaymentChange = Amount & { reference: string; idempotencyKey: string }

/** What the provider says, with the end of its reservation (epoch ms) where it names one. */
export type ProviderFacts = PaymentFacts & { reservedUntil: number | null }

/**
 * `refused`: a final no. `unknown`: no answer, or none that can be read: it may have happened, so it is
 * repeated with the same key, or looked up. `code`, the provider's words, and `traceId`, by which its support
 * finds the request, are for log and command: they contain nothing of the guest.
 */
export type ProviderFailure = {
  ok: false
  reason: 'refused' | 'unknown'
  code: string
  said?: string
  traceId?: string
}

/** A failure as the operator reads it. */
export const failureText = (failure: ProviderFailure): string => withWords(failure)

/** A tenant's account at a provider. No function throws; each answers within its own deadline. */
export type PaymentClient = {
  name: 'vipps'
  /** Whether it can take this amount at all, without asking. */
  serves(amount: Amount): boolean
  create(payment: NewPayment): Promise<{ ok: true; redirectUrl: string } | ProviderFailure>
  /** `missing`: the provider does not know the reference. */
  find(
    reference: string,
  ): Promise<{ ok: true; facts: ProviderFacts } | ProviderFailure | { ok: false; reason: 'missing' }>
  capture(change: PaymentChange): Promise<{ ok: true } | ProviderFailure>
  /** Cancels what is reserved, or a payment that is not approved yet. */
  cancel(change: PaymentChange): Promise<{ ok: true } | ProviderFailure>
  /** Ends a payment that is not approved yet; `authorized`: it is, so it was left as it is. */
  end(
    payment: Pick<PaymentChange, 'reference' | 'idempotencyKey'>,
  ): Promise<{ ok: true } | ProviderFailure | { ok: false; reason: 'authorized' }>
  refund(change: PaymentChange): Promise<{ ok: true } | ProviderFailure>
}

/** The credentials of a tenant's account, as `bin/stamgast payment connect` reads them. */
export type PaymentAccount = {
  clientId: string
  clientSecret: string
  subscriptionKey: string
  /** The merchant serial number. */
  msn: string
  webhookId: string
  webhookSecret: string
}

/** An event of a payment: a signal to ask the provider, nothing more. */
export type PaymentEvent = { reference: string; name: string }

/** How this installation takes money. */
export type Payments = {
  /** `off`: only orders that cost nothing can be placed. */
  name: 'vipps' | 'simulator' | 'off'
  /** The currencies (ISO 4217) that it takes. */
  currencies: readonly string[]
  /** A client for this account; null where payment is off. Tokens are kept for each account. */
  clientOf(account: PaymentAccount): PaymentClient | null
  /** The account of a tenant that has not connected its own: only in the demo. */
  deriveDemoAccount(tenant: string): PaymentAccount | null
  /**
   * Checks a delivery. `url`: the address that the account registered. `now` in epoch ms.
   * @returns null unless this account's provider has signed it within the last 5 minutes.
   */
  parseEvent(
    delivery: { url: string; headers: Headers; body: string },
    account: PaymentAccount,
    now: number,
  ): PaymentEvent | null
  /** Registers, for a new account, where events are delivered. */
  registerWebhook(
    account: Omit<PaymentAccount, 'webhookId' | 'webhookSecret'>,
    url: string,
  ): Promise<{ ok: true; webhookId: string; webhookSecret: string } | ProviderFailure>
}
