import type { PaymentAccount } from '#server/providers/payments/port.ts'
import { createAccounts } from './accounts.ts'
import { answerApi } from './api.ts'
import { createRateLimit, type Api } from './api-call.ts'
import { deliverOverHttp, type Deliver } from './deliver.ts'
import { createFailures, type Failures } from './failures.ts'
import { openLedger } from './ledger.ts'
import { answerPages } from './pages.ts'
import type { SimulatedPayment } from './payment.ts'
import { createPayments, type Approval } from './payments.ts'
import { problem, toResponse } from './problem.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

type Options = {
  /** Of the application: the accounts of demo tenants are derived from it. */
  secret: string
  /** Epoch ms. */
  now?: () => number
  deliver?: Deliver
  /** Keeps the ledger over a restart. */
  file?: string
  /** Rejects more than 5 changes or 120 questions in a minute. */
  rateLimits?: boolean
  /** Rejects return addresses with http, as the provider does. */
  requireHttps?: boolean
} & Pick<Parameters<typeof createWebhooks>[0], 'retryMs' | 'waitMs'>

/** The functions of a guest and of the clock throw an Error for a reference that is not in the ledger. */
export type VippsSimulator = {
  /**
   * Answers requests for the API and the landing pages.
   * @throws ConnectionClosed where a failure closes the connection; the reason of an aborted signal.
   */
  fetch(request: Request): Promise<Response>
  /** Accepts an account beside those of the demo. */
  addAccount(account: PaymentAccount): void
  /** Like the decision on the landing page. Its event is on its way afterwards: see `webhooks.idle`. */
  approve(reference: string): Approval
  /** The guest refuses. Changes nothing where the payment is over already. */
  refuse(reference: string): void
  expire(reference: string): void
  /** The bank authorises late, after the payment has expired. */
  authorizeLate(reference: string): void
  /** The ledger. */
  payments(): SimulatedPayment[]
  failures: Failures
  webhooks: Webhooks
}

/**
 * Simulates Vipps MobilePay's ePayment API, version 1, with its webhooks, landing pages and a ledger of its
 * own: https://developer.vippsmobilepay.com/docs/APIs/epayment-api/. No money moves.
 */
export function vippsSimulator(options: Options): VippsSimulator {
  const { secret, now = Date.now, deliver = deliverOverHttp, file, rateLimits = true } = options
  const failures = createFailures()
  const { retryMs, waitMs } = options
  const webhooks = createWebhooks({ deliver, now, ...(retryMs && { retryMs }), ...(waitMs && { waitMs }) })
  const accounts = createAccounts(secret, now)
  const ledger = openLedger(file)
  const payments = createPayments({ ledger, failures, webhooks, now, findAccount: accounts.find })
  const limit = rateLimits ? createRateLimit(now) : null
  const { requireHttps = false } = options
  const api: Api = { accounts, payments, ledger, failures, webhooks, limit, requireHttps, now }

  function find(reference: string): SimulatedPayment {
    const payment = payments.findByReference(reference)
    if (!payment) throw new Error(`the simulator has no payment ${reference}`)
    return payment
  }
  function end(reference: string, state: 'ABORTED' | 'EXPIRED'): void {
    const payment = find(reference)
    if (payment.state === 'CREATED') void payments.end(payment, state)
  }
  const simulator: VippsSimulator = {
    failures,
    webhooks,
    fetch: (request) => untilAborted(request.signal, answer(request)),
    addAccount: accounts.add,
    approve: (reference) => payments.approve(find(reference)).approval,
    refuse: (reference) => end(reference, 'ABORTED'),
    expire: (reference) => end(reference, 'EXPIRED'),
    authorizeLate: (reference) => void payments.authorizeLate(find(reference)),
    payments: payments.all,
  }

  async function answer(request: Request): Promise<Response> {
    return (
      (await answerPages({ payments, webhooks, now }, request)) ??
      answerControl(simulator, request) ??
      (await answerApi(api, request)) ??
      toResponse(problem(404, 'Resource not found'))
    )
  }
  return simulator
}

/**
 * Ends a payment without its guest: `POST /sim/payments/{reference}/{abort|expire}`. Null for other paths.
 */
function answerControl(simulator: VippsSimulator, request: Request): Response | null {
  const [, reference = '', action] =
    /^\/sim\/payments\/([\w-]+)\/(abort|expire)$/.exec(new URL(request.url).pathname) ?? []
  if (!action || request.method !== 'POST') return null
  if (!simulator.payments().some((payment) => payment.reference === reference))
    return toResponse(problem(404, 'Payment not found', '5090'))
  if (action === 'abort') simulator.refuse(reference)
  else simulator.expire(reference)
  return new Response(null, { status: 204 })
}

/** Rejects as soon as the client leaves; what it has asked for goes on. */
async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const leave = () => reject(signal.reason as Error)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', leave)
    work.catch(() => {})
  }
}
