import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify, type Options } from '@node-rs/argon2'
import { CallError } from '#contract/errors.ts'

const MEMORY_KIB = 46 * 1024
// Algorithm 2 is argon2id; the library's enum exists in its types alone. OWASP ASVS 5 names these figures.
const cost: Options = { algorithm: 2, memoryCost: MEMORY_KIB, timeCost: 1, parallelism: 1 }

/** The slow hash; tests put a counter around it. */
export type PasswordHash = {
  hash(password: string): Promise<string>
  verify(stored: string, password: string): Promise<boolean>
}

// Two free threads of the pool stay for files, names and compression; the memory is bounded with the threads.
const ATONCE = Math.max(1, Math.min(2, availableParallelism()))
const WAITING = 256
let running = 0
const waiting: (() => void)[] = []

/** Runs so many at once; those beyond a long queue are told to come back. */
async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= ATONCE) {
    if (waiting.length >= WAITING) throw new CallError('server/unavailable')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

// Keyboards write one letter in more than one way (é): both must open the same door. Nothing else is changed.
const typed = (password: string) => password.normalize('NFC')

export const argon: PasswordHash = {
  hash: (password) => queued(() => hash(typed(password), cost)),
  verify: (stored, password) => queued(() => verify(stored, typed(password))),
}

/** An argon2id hash (46 MiB, one pass) in its own text form. */
export const hashPassword = (password: string): Promise<string> => argon.hash(password)

/** A hash of the same cost that no password has: verified against it, an unknown address takes as long as a known one. */
export function decoyHash(): string {
  const text = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${MEMORY_KIB},t=1,p=1$${text(16)}$${text(32)}`
}
