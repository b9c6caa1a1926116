import { toStoredEmail } from '#domain/email.ts'
import { createBackoff } from './backoff.ts'
import { consumeAll, createRateLimiter, retryAfterSeconds, type RateLimitStore } from './rate-limiter.ts'

const MINUTE_MS = 60_000

/** Durations in ms. */
export const authLimits = {
  /** Failed attempts of an account before further ones have to wait. */
  accountAttempts: 10,
  /** Failed attempts of a client IP within the window, over all tenants. */
  ipAttempts: 30,
  window: 15 * MINUTE_MS,
  /** The wait doubles from `baseBackoff` to `maxBackoff`. */
  baseBackoff: 30_000,
  maxBackoff: 60 * MINUTE_MS,
  /** After this many consecutive failures every wait is `maxBackoff`, until a success. */
  consecutive: 100,
  /** Failed attempts within `deviceWindow` of all trusted devices of an account together. */
  deviceAttempts: 10,
  deviceWindow: 60 * MINUTE_MS,
  /** Sign-ups of a client IP within `signUpWindow`, over all tenants. */
  signUps: 10,
  /** Sign-ups with one e-mail address: the response may reveal that it has an account. */
  signUpsOfEmail: 5,
  signUpWindow: 60 * MINUTE_MS,
}

export type AuthLimits = typeof authLimits
/** `succeeded` refunds the attempt: an attempt counts while it runs, in the end only if it failed. */
export type AttemptResult = { ok: true; succeeded(): Promise<void> } | { ok: false; retryAfter: number }
/**
 * Who attempts to sign in. Guests who are signed in and trusted devices (a cookie) have counters of
 * their own, so that an attacker cannot lock them out.
 */
type SignInAttempt = {
  tenant: string
  email: string
  address: string
  by?: 'anybody' | 'signed-in' | 'trusted-device'
}
export type AuthLimit = {
  signIn(who: SignInAttempt): Promise<AttemptResult>
  /**
   * An attempt at a one-time code, which only the browser that requested it can use, so that nobody can lock
   * an account.
   */
  code(who: { address: string }): Promise<AttemptResult>
  /** @returns null if the sign-up is allowed, else the seconds to wait (for `Retry-After`). */
  signUp(who: { tenant: string; address: string; email: string }): Promise<number | null>
}

const rejection = (wait: number): AttemptResult => ({ ok: false, retryAfter: retryAfterSeconds(wait) })

/**
 * Creates the limits of sign-in attempts over all processes: by account, and by client IP over all tenants.
 */
export function createSignInLimit(store: RateLimitStore, limits: AuthLimits = authLimits): AuthLimit {
  const accounts = createBackoff(store, 'account', limits)
  const clientIps = createRateLimiter(store, {
    name: 'sign-in-address',
    points: limits.ipAttempts,
    duration: limits.window,
  })
  const devices = createRateLimiter(store, {
    name: 'trusted-device',
    points: limits.deviceAttempts,
    duration: limits.deviceWindow,
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

  /**
   * Counts an attempt of a client IP and of the `second` limiter. A rejected attempt takes a point of
   * neither.
   */
  async function consumeForAddress(
    address: string,
    second?: { consume(): Promise<number | null>; succeeded(): Promise<void> },
  ): Promise<AttemptResult> {
    const wait = await clientIps.consume(address)
    if (wait !== null) return rejection(wait)
    const secondWait = (await second?.consume()) ?? null
    if (secondWait === null)
      return {
        ok: true,
        succeeded: async () => {
          await Promise.all([second?.succeeded(), clientIps.refund(address)])
        },
      }
    await clientIps.refund(address)
    return rejection(secondWait)
  }

  return {
    async signIn({ tenant, email, address, by = 'anybody' }) {
      const account = `${tenant} ${toStoredEmail(email)}`
      if (by === 'anybody')
        return consumeForAddress(address, {
          consume: () => accounts.consume(account),
          succeeded: () => accounts.reset(account),
        })
      const limiter =
        by === 'trusted-device'
          ? { consume: () => devices.consume(account), succeeded: () => devices.refund(account) }
          : {
              consume: () => accounts.consume(`${account} signed in`),
              succeeded: () => accounts.reset(`${account} signed in`),
            }
      const wait = await limiter.consume()
      return wait === null ? { ok: true, succeeded: limiter.succeeded } : rejection(wait)
    },
    code: ({ address }) => consumeForAddress(address),
    async signUp({ tenant, address, email }) {
      const wait = await consumeAll([
        [signUps, address],
        [signUpsOfEmail, `${tenant} ${toStoredEmail(email)}`],
      ])
      return wait === null ? null : retryAfterSeconds(wait)
    },
  }
}
