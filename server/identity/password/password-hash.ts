import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify, type Options } from '@node-rs/argon2'
import { CallError } from '#contract/errors.ts'
import { createSemaphore } from '#server/rate-limit/semaphore.ts'

const MEMORY_KIB = 46 * 1024
// Algorithm 2 is argon2id; the library's enum exists in its types only. The figures are those of OWASP ASVS
// 5.
const cost: Options = { algorithm: 2, memoryCost: MEMORY_KIB, timeCost: 1, parallelism: 1 }

/** The password hash; tests wrap it in a counter. */
export type PasswordHash = {
  hash(password: string): Promise<string>
  verify(stored: string, password: string): Promise<boolean>
}

// Leaves two of libuv's four threads for files, DNS and compression, and bounds the memory: 46 MiB a hash.
const whenFree = createSemaphore({
  capacity: Math.max(1, Math.min(2, availableParallelism())),
  maxWaiting: 256,
})

/** @throws CallError `server/unavailable` when too many wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = await whenFree(work)
  if (result === null) throw new CallError('server/unavailable')
  return result
}

// Keyboards encode a letter such as é in more than one way: all must give the same hash (NIST SP 800-63B).
const normalize = (password: string) => password.normalize('NFC')

export const argon: PasswordHash = {
  hash: (password) => inTurn(() => hash(normalize(password), cost)),
  verify: (stored, password) => inTurn(() => verify(stored, normalize(password))),
}

/** @returns an argon2id hash (46 MiB, one pass) in PHC string format. */
export const hashPassword = (password: string): Promise<string> => argon.hash(password)

/**
 * @returns a hash of the same cost that matches no password, verified for unknown addresses so that the
 * response time does not reveal whether an account exists.
 */
export function dummyHash(): string {
  const text = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${MEMORY_KIB},t=1,p=1$${text(16)}$${text(32)}`
}
