import type { PaymentAccount } from '#server/providers/payments/port.ts'
import type { Accounts } from './accounts.ts'
import type { Failures } from './failures.ts'
import type { Ledger } from './ledger.ts'
import type { SimulatedPayment } from './payment.ts'
import type { SimulatedPayments } from './payments.ts'
import { problem, type Answer } from './problem.ts'
import type { Webhooks } from './webhooks.ts'

export type Api = {
  accounts: Accounts
  payments: SimulatedPayments
  ledger: Ledger
  failures: Failures
  webhooks: Webhooks
  /** Null: off. */
  limit: ReturnType<typeof createRateLimit> | null
  requireHttps: boolean
  now: () => number
}

/** A request of an account that has shown its token; `key`: its idempotency key. */
export type Call = {
  account: PaymentAccount
  method: string
  path: string
  text: string
  key: string
  origin: string
}

/** Where the guest approves a payment. */
export const landingUrl = (origin: string, { token }: SimulatedPayment): string => `${origin}/pay/${token}`

export const notFound = problem(404, 'Payment not found', '5090')

/** The answer, or 429 with its header where the account asks too often. */
export function limited(
  { limit }: Api,
  kind: 'change' | 'read',
  { account, method, path }: Call,
  answer: () => Answer,
): [Answer, Record<string, string>] {
  const seconds = limit?.(kind, `${account.msn} ${method} ${path}`) ?? null
  return seconds === null
    ? [answer(), {}]
    : [problem(429, 'Too many requests'), { 'retry-after': String(seconds) }]
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Requests for each key and minute: changes of a payment, and questions for it. */
const limits = { change: 5, read: 120 }

const MINUTE_MS = 60_000

/**
 * Counts the requests of the last minute. @returns the seconds until the next one is allowed; null where it
 * is allowed now.
 */
export function createRateLimit(
  now: () => number,
): (kind: keyof typeof limits, key: string) => number | null {
  const times = new Map<string, number[]>()
  return (kind, key) => {
    const recent = (times.get(key) ?? []).filter((time) => time > now() - MINUTE_MS)
    const [oldest] = recent
    if (oldest !== undefined && recent.length >= limits[kind])
      return Math.max(1, Math.ceil((oldest + MINUTE_MS - now()) / 1_000))
    times.set(key, [...recent, now()])
    return null
  }
}
