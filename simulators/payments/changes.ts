import { isUnrefundable } from './test-amounts.ts'
import {
  REFUND_MS,
  remaining,
  reservedUntil,
  toChangeJson,
  type Money,
  type SimulatedPayment,
} from './payment.ts'
import type { SimulatedPayments } from './payments.ts'
import { problem, type Answer } from './problem.ts'

type Change = { payments: SimulatedPayments; payment: SimulatedPayment; idempotencyKey: string; now: number }

/** Why this much cannot be captured; null where it can. */
function captureProblem(payment: SimulatedPayment, { currency, value }: Money, now: number): Answer | null {
  if (payment.state === 'CREATED') return problem(400, 'The payment is not approved', '6080')
  if (payment.state !== 'AUTHORIZED') return problem(400, 'The payment cannot be captured', '6200')
  const rest = remaining(payment)
  if (rest === 0 && payment.captured > 0 && payment.cancelled === 0)
    return problem(400, 'The payment is captured already', '6170')
  if (now >= (reservedUntil(payment) ?? 0)) return problem(400, 'The capture period is over', '6100')
  if (rest === 0) return problem(400, 'The payment is cancelled', '6070')
  if (value < 1 || currency !== payment.authorizedCurrency)
    return problem(400, 'The amount is not valid', '4040')
  return value > rest ? problem(400, 'The amount is more than what is reserved', '6090') : null
}

/** Captures a part of the reservation, or all of it. */
export function capture({ payments, payment, idempotencyKey, now }: Change, amount: Money): Answer {
  const denied = captureProblem(payment, amount, now)
  if (denied) return denied
  payment.captured += amount.value
  payment.captures += 1
  void payments.record(payment, 'CAPTURED', amount.value, idempotencyKey)
  return changed(payment)
}

/** Releases all that is not captured, or ends a payment that nobody has approved; `onlyOpen`: only that. */
export function cancel({ payments, payment, idempotencyKey, now }: Change, onlyOpen: boolean): Answer {
  if (payment.state === 'CREATED') {
    void payments.end(payment, 'TERMINATED', idempotencyKey)
    return changed(payment)
  }
  if (payment.state !== 'AUTHORIZED') return problem(400, 'The payment cannot be cancelled', '6190')
  if (onlyOpen) return problem(400, 'The payment is authorized already', '6060')
  const rest = remaining(payment)
  if (rest === 0)
    return payment.cancelled > 0
      ? problem(400, 'Nothing is reserved', '6050')
      : problem(400, 'The payment is captured already', '6040')
  if (now >= (reservedUntil(payment) ?? 0)) return problem(400, 'The cancel period is over', '6030')
  payment.cancelled += rest
  void payments.record(payment, 'CANCELLED', rest, idempotencyKey)
  return changed(payment)
}

function refundProblem(payment: SimulatedPayment, { currency, value }: Money, now: number): Answer | null {
  if (payment.captured === 0) return problem(400, 'Nothing is captured', '6020')
  if (payment.refunded === payment.captured) return problem(400, 'The payment is refunded already', '6180')
  if (now >= (payment.authorizedAt ?? 0) + REFUND_MS) return problem(400, 'The refund period is over', '6220')
  if (value < 1 || currency !== payment.authorizedCurrency)
    return problem(400, 'The amount is not valid', '4040')
  if (value > payment.captured - payment.refunded)
    return problem(400, 'The amount is more than what can be refunded', '6150')
  return isUnrefundable(value) ? problem(400, 'The refund failed', '6210') : null
}

/** Pays back a part of what was captured, or all of it. */
export function refund({ payments, payment, idempotencyKey, now }: Change, amount: Money): Answer {
  const denied = refundProblem(payment, amount, now)
  if (denied) return denied
  payment.refunded += amount.value
  void payments.record(payment, 'REFUNDED', amount.value, idempotencyKey)
  return changed(payment)
}

const changed = (payment: SimulatedPayment): Answer => ({
  status: 200,
  body: toChangeJson(payment, payment.events.at(-1)?.pspReference ?? payment.pspReference),
})
