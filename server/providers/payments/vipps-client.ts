import * as v from 'valibot'
import type { Amount, NewPayment, PaymentClient, ProviderFailure } from './port.ts'
import {
  startDeadline,
  type Deadline,
  type Timeouts,
  type VippsCall,
  type VippsResult,
} from './vipps-call.ts'
import { toFailure, unexpected } from './vipps-failure.ts'
import { parseCreated, parsePayment } from './vipps-payment.ts'

type Call = (call: VippsCall, deadline: Deadline) => Promise<VippsResult>
type Changed = { ok: true } | ProviderFailure

/** The lowest amounts, in minor units; another currency cannot be paid. */
const minimums: Record<string, number> = { DKK: 1, EUR: 1, NOK: 100 }
/** The currencies (ISO 4217) that Vipps MobilePay takes. */
export const vippsCurrencies = Object.keys(minimums)
const MAX_AMOUNT = 65_000_000

const methods = { vipps: 'WALLET', vippsCard: 'CARD' } as const

const ALREADY_CAPTURED = '6170'
const ALREADY_REFUNDED = '6180'
/** Authorised, or captured even. */
const approvedCodes = ['6060', '6040']
/** Not reserved, or a wrong state: cancelled already, ended, or still open: the payment is read. */
const wrongStateCodes = ['6050', '6190']

/** The port's functions for one account. `call` sends its requests. */
export const createClient = (call: Call, timeouts: Timeouts): PaymentClient => ({
  name: 'vipps',
  serves,
  async create(payment) {
    const { reference, idempotencyKey } = payment
    const request: VippsCall = { method: 'POST', path: '/epayment/v1/payments', idempotencyKey }
    const result = await call({ ...request, body: toBody(payment) }, startDeadline(timeouts.change))
    // No guest has the URL of the payment and can approve it: rejected credentials are a final refusal.
    if (!result.ok) return toFailure(result, { deniedIs: 'refused' })
    const redirectUrl = parseCreated(result.body, reference)
    return redirectUrl ? { ok: true, redirectUrl } : unexpected
  },
  find: (reference) => find(call, reference, startDeadline(timeouts.find)),
  async capture(payment) {
    const result = await change(call, 'capture', payment, {
      deadline: startDeadline(timeouts.change),
      body: toModification(payment),
    })
    return isRefused(result, [ALREADY_CAPTURED]) ? { ok: true } : result
  },
  async cancel(payment) {
    const deadline = startDeadline(timeouts.change)
    const result = await change(call, 'cancel', payment, { deadline })
    if (!isRefused(result, wrongStateCodes)) return result
    const found = await find(call, payment.reference, deadline)
    if (!found.ok) return found.reason === 'missing' ? result : found
    const { state, authorized, cancelled } = found.facts
    const isOver = state === 'authorized' ? cancelled >= authorized : state !== 'open'
    return isOver ? { ok: true } : result
  },
  async end(payment) {
    const deadline = startDeadline(timeouts.change)
    const result = await change(call, 'cancel', payment, { deadline, body: { cancelTransactionOnly: true } })
    if (isRefused(result, approvedCodes)) return { ok: false, reason: 'authorized' }
    if (!isRefused(result, wrongStateCodes)) return result
    const found = await find(call, payment.reference, deadline)
    if (!found.ok) return found.reason === 'missing' ? result : found
    if (found.facts.state === 'authorized') return { ok: false, reason: 'authorized' }
    return found.facts.state === 'open' ? result : { ok: true }
  },
  async refund(payment) {
    const result = await change(call, 'refund', payment, {
      deadline: startDeadline(timeouts.change),
      body: toModification(payment),
    })
    return isRefused(result, [ALREADY_REFUNDED]) ? { ok: true } : result
  },
})

const serves = ({ amount, currency }: Amount): boolean =>
  Number.isSafeInteger(amount) && amount >= (minimums[currency] ?? Infinity) && amount <= MAX_AMOUNT

const toBody = ({ amount, currency, method, reference, returnUrl, description }: NewPayment) => ({
  amount: { currency, value: amount },
  paymentMethod: { type: methods[method] },
  reference,
  userFlow: 'WEB_REDIRECT',
  returnUrl,
  paymentDescription: description,
})

const toModification = ({ amount, currency }: Amount) => ({ modificationAmount: { currency, value: amount } })

const buildPath = (reference: string): string => `/epayment/v1/payments/${encodeURIComponent(reference)}`

async function find(call: Call, reference: string, deadline: Deadline): ReturnType<PaymentClient['find']> {
  const result = await call({ method: 'GET', path: buildPath(reference) }, deadline)
  if (result.ok) {
    const facts = parsePayment(result.body, reference)
    return facts ? { ok: true, facts } : unexpected
  }
  if (result.reason === 'refused' && (result.code === '5090' || result.code === '404'))
    return { ok: false, reason: 'missing' }
  // Other rejections of the question say nothing of the payment.
  return { ...toFailure(result, { deniedIs: 'unknown' }), reason: 'unknown' }
}

async function change(
  call: Call,
  operation: 'capture' | 'cancel' | 'refund',
  { reference, idempotencyKey }: { reference: string; idempotencyKey: string },
  { deadline, body }: { deadline: Deadline; body?: object },
): Promise<Changed> {
  const result = await call(
    { method: 'POST', path: `${buildPath(reference)}/${operation}`, idempotencyKey, ...(body && { body }) },
    deadline,
  )
  if (!result.ok) return toFailure(result, { deniedIs: 'unknown' })
  return v.is(v.object({ reference: v.literal(reference) }), result.body) ? { ok: true } : unexpected
}

const isRefused = (result: Changed, codes: string[]): result is ProviderFailure =>
  !result.ok && result.reason === 'refused' && codes.includes(result.code)
