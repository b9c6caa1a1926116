import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SimulatedPayment } from './payment.ts'

/** The first answer to a request with an idempotency key; `request` is a hash of what was asked. */
type StoredAnswer = { request: string; status: number; body: unknown }

type RegisteredWebhook = { id: string; msn: string; url: string; secret: string; events: string[] }

export type Ledger = {
  /** By merchant serial number and reference: see `paymentKey`. */
  payments: Map<string, SimulatedPayment>
  /** By merchant serial number and idempotency key. */
  answers: Map<string, StoredAnswer>
  webhooks: Map<string, RegisteredWebhook>
  /** Call after each change. */
  save(): void
}

type LedgerFile = { [K in 'payments' | 'answers' | 'webhooks']: [string, unknown][] }

export const paymentKey = (msn: string, reference: string): string => `${msn} ${reference}`

/**
 * Opens the ledger: in memory, or kept in a file, so that payments survive a restart. The file is replaced
 * whole, so a crash leaves the earlier or the later one.
 * @throws Error for a file that cannot be read: amounts are not invented.
 */
export function openLedger(file?: string): Ledger {
  const stored = file ? readLedgerFile(file) : null
  const ledger: Ledger = {
    payments: new Map(stored?.payments as [string, SimulatedPayment][] | undefined),
    answers: new Map(stored?.answers as [string, StoredAnswer][] | undefined),
    webhooks: new Map(stored?.webhooks as [string, RegisteredWebhook][] | undefined),
    save() {
      if (!file) return
      const content: LedgerFile = {
        payments: [...ledger.payments],
        answers: [...ledger.answers],
        webhooks: [...ledger.webhooks],
      }
      writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
  return ledger
}

function readLedgerFile(file: string): LedgerFile | null {
  mkdirSync(dirname(file), { recursive: true })
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  try {
    return JSON.parse(text) as LedgerFile
  } catch (error) {
    throw new Error(`${file}, the ledger of the payment simulator, cannot be read`, { cause: error })
  }
}
