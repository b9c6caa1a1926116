import { createBackoff } from './rate-limit/backoff.ts'
import {
  consumeAll,
  createRateLimiter,
  retryAfterSeconds,
  type RateLimitStore,
} from './rate-limit/rate-limiter.ts'

const MINUTE = 60_000

/** Times in milliseconds. */
export const authLimits = {
  /** Failed tries that an account has before each further one must wait. */
  accountTries: 10,
  /** Failed tries of one client address within the window, at all tenants together. */
  addressTries: 30,
  window: 15 * MINUTE,
  /** The wait doubles from the first to the longest. */
  firstWait: 30_000,
  longestWait: 60 * MINUTE,
  /** After so many failures in a row only the longest wait is left, until the right password comes. */
  consecutive: 100,
  /** Failed tries within the hour of all browsers together that the account knows. */
  knownTries: 10,
  knownWindow: 60 * MINUTE,
  /** Of one client address, at all tenants together. */
  signUps: 10,
  /** With one e-mail address, which the answer may tell to have an account. */
  signUpsOfEmail: 5,
  signUpWindow: 60 * MINUTE,
}

export type AuthLimits = typeof authLimits
/** `succeeded` takes the try back: only failures count in the end, though all count while they run. */
export type Try = { ok: true; succeeded(): Promise<void> } | { ok: false; retryAfter: number }
/** Who tries: anybody, whoever is signed in already, or a browser that the account knows. The latter two are counted by themselves, so that nobody elsewhere can keep them out. */
type SignInTry = {
  tenant: string
  email: string
  address: string
  by?: 'anybody' | 'signed-in' | 'known-browser'
}
export type AuthLimit = {
  signIn(who: SignInTry): Promise<Try>
  /** A guess at a code that only the browser which asked for it can use: no account can be locked by it. */
  code(who: { address: string }): Promise<Try>
  /** Null while there is room, else the seconds until there is. */
  signUp(who: { tenant: string; address: string; email: string }): Promise<number | null>
}

const refused = (wait: number): Try => ({ ok: false, retryAfter: retryAfterSeconds(wait) })

/** Counts tries for all processes: those of an account at its tenant, those of a client address over all tenants. */
export function authLimit(store: RateLimitStore, limits: AuthLimits = authLimits): AuthLimit {
  const accounts = createBackoff(store, 'account', limits)
  const addresses = createRateLimiter(store, {
    name: 'sign-in-address',
    points: limits.addressTries,
    duration: limits.window,
  })
  const knownBrowsers = createRateLimiter(store, {
    name: 'known-browser',
    points: limits.knownTries,
    duration: limits.knownWindow,
  })
  const signUps = createRateLimiter(store, {
    name: 'sign-up-address',
    points: limits.signUps,
    duration: limits.signUpWindow,
  })
  const signUpsOfEmail = createRateLimiter(store, {
    name: 'sign-up-email',
    points: limits.signUpsOfEmail,
    duration: limits.signUpWindow,
  })

  /** One try of a client address; `also` asks for more and takes nothing where it refuses. */
  async function ofAddress(
    address: string,
    also?: { consume(): Promise<number | null>; succeeded(): Promise<void> },
  ): Promise<Try> {
    const wait = await addresses.consume(address)
    if (wait !== null) return refused(wait)
    const more = (await also?.consume()) ?? null
    if (more === null)
      return {
        ok: true,
        succeeded: async () => {
          await Promise.all([also?.succeeded(), addresses.refund(address)])
        },
      }
    await addresses.refund(address)
    return refused(more)
  }

  return {
    async signIn({ tenant, email, address, by = 'anybody' }) {
      const account = `${tenant} ${email.toLowerCase()}`
      if (by === 'anybody')
        return ofAddress(address, {
          consume: () => accounts.consume(account),
          succeeded: () => accounts.reset(account),
        })
      const own =
        by === 'known-browser'
          ? { consume: () => knownBrowsers.consume(account), succeeded: () => knownBrowsers.refund(account) }
          : {
              consume: () => accounts.consume(`${account} signed in`),
              succeeded: () => accounts.reset(`${account} signed in`),
            }
      const wait = await own.consume()
      return wait === null ? { ok: true, succeeded: own.succeeded } : refused(wait)
    },
    code: ({ address }) => ofAddress(address),
    async signUp({ tenant, address, email }) {
      const wait = await consumeAll([
        [signUps, address],
        [signUpsOfEmail, `${tenant} ${email.toLowerCase()}`],
      ])
      return wait === null ? null : retryAfterSeconds(wait)
    },
  }
}
