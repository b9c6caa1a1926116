import { randomBytes, randomUUID } from 'node:crypto'
import type { PaymentAccount } from '#server/providers/payments/port.ts'
import type { Failures } from './failures.ts'
import { paymentKey, type Ledger } from './ledger.ts'
import {
  EXPIRY_MS,
  remaining,
  reservedUntil,
  toDeliveryJson,
  type EventName,
  type PaymentState,
  type SimulatedPayment,
} from './payment.ts'
import type { NewPaymentBody } from './schemas.ts'
import { refusalOfAmount, type RefusalReason } from './test-amounts.ts'
import type { Webhooks } from './webhooks.ts'

type Options = {
  ledger: Ledger
  failures: Failures
  webhooks: Webhooks
  now: () => number
  findAccount: (clientId: string) => PaymentAccount | null
}

export type Approval = { ok: true } | { ok: false; reason: RefusalReason | 'over' }

/** The payments of the ledger and what happens to them. Each change is an event, which is delivered. */
export type SimulatedPayments = ReturnType<typeof createPayments>

export function createPayments({ ledger, failures, webhooks, now, findAccount }: Options) {
  /** @returns after the first attempt to deliver the event, where it is delivered now. */
  function record(
    payment: SimulatedPayment,
    name: EventName,
    value: number,
    idempotencyKey?: string,
  ): Promise<void> {
    const event = {
      name,
      pspReference: randomUUID(),
      amount: { currency: payment.authorizedCurrency, value },
      at: now(),
      ...(idempotencyKey ? { idempotencyKey } : {}),
    }
    payment.events.push(event)
    ledger.save()
    const account = findAccount(payment.clientId)
    if (!account) return Promise.resolve()
    const body = JSON.stringify(toDeliveryJson(payment, event))
    const type = `epayments.payment.${name.toLowerCase()}.v1`
    const registered = [...ledger.webhooks.values()].filter(({ msn }) => msn === payment.msn)
    const receivers = registered.length
      ? registered.filter(({ events }) => events.includes(type))
      : [
          {
            url: `${new URL(payment.returnUrl).origin}/webhooks/payments/vipps`,
            secret: account.webhookSecret,
          },
        ]
    return Promise.all(receivers.map(({ url, secret }) => webhooks.send({ url, secret, body }))).then(
      () => {},
    )
  }

  function end(payment: SimulatedPayment, state: PaymentState, key?: string): Promise<void> {
    payment.state = state
    return record(payment, state, payment.amount, key)
  }

  /** Applies what only the clock does: expiry, and the end of a reservation. */
  function refresh(payment: SimulatedPayment): SimulatedPayment {
    if (payment.state === 'CREATED' && now() >= payment.createdAt + EXPIRY_MS) void end(payment, 'EXPIRED')
    const until = reservedUntil(payment)
    const rest = remaining(payment)
    if (until !== null && now() >= until && rest > 0) {
      payment.cancelled += rest
      void record(payment, 'CANCELLED', rest)
    }
    return payment
  }

  function authorize(payment: SimulatedPayment): Promise<void> {
    const failure = failures.take('approve', payment.reference)
    payment.state = 'AUTHORIZED'
    payment.authorizedAt = now()
    payment.authorized = failure?.kind === 'amount' ? failure.amount : payment.amount
    if (failure?.kind === 'currency') payment.authorizedCurrency = failure.currency
    return record(payment, 'AUTHORIZED', payment.authorized)
  }

  const find = (msn: string, reference: string): SimulatedPayment | null => {
    const payment = ledger.payments.get(paymentKey(msn, reference))
    return payment ? refresh(payment) : null
  }
  const search = (isWanted: (payment: SimulatedPayment) => boolean): SimulatedPayment | null => {
    const payment = [...ledger.payments.values()].findLast(isWanted)
    return payment ? refresh(payment) : null
  }

  return {
    find,
    record,
    end,
    findByToken: (token: string) => search((payment) => payment.token === token),
    findByReference: (reference: string) => search((payment) => payment.reference === reference),
    all: () => [...ledger.payments.values()].map(refresh),
    /** Null where the account has used the reference before. */
    create(account: PaymentAccount, body: NewPaymentBody, idempotencyKey: string) {
      if (find(account.msn, body.reference)) return null
      const payment: SimulatedPayment = {
        clientId: account.clientId,
        msn: account.msn,
        reference: body.reference,
        pspReference: randomUUID(),
        token: randomBytes(24).toString('base64url'),
        method: body.paymentMethod.type,
        amount: body.amount.value,
        currency: body.amount.currency,
        returnUrl: body.returnUrl,
        description: body.paymentDescription,
        state: 'CREATED',
        createdAt: now(),
        authorizedAt: null,
        authorized: 0,
        authorizedCurrency: body.amount.currency,
        captured: 0,
        cancelled: 0,
        refunded: 0,
        captures: 0,
        events: [],
      }
      ledger.payments.set(paymentKey(payment.msn, payment.reference), payment)
      return { payment, delivered: record(payment, 'CREATED', payment.amount, idempotencyKey) }
    },
    /**
     * The guest approves; some amounts are refused, and the payment stays open. `delivered` resolves like
     * that of `record`.
     */
    approve(payment: SimulatedPayment): { approval: Approval; delivered: Promise<void> } {
      const delivered = Promise.resolve()
      if (payment.state !== 'CREATED') return { approval: { ok: false, reason: 'over' }, delivered }
      const reason = refusalOfAmount(payment.amount, payment.currency)
      if (reason) return { approval: { ok: false, reason }, delivered }
      return { approval: { ok: true }, delivered: authorize(payment) }
    },
    /** A bank's late answer: authorised, although the payment has expired. */
    authorizeLate: (payment: SimulatedPayment) => authorize(payment),
  }
}
