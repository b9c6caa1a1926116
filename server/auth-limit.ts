const MINUTE = 60_000

/** Times in milliseconds. */
export const authLimits = {
  /** Failed tries that an account has before each further one must wait. */
  accountTries: 10,
  /** Failed tries of one client address within the window. */
  addressTries: 30,
  window: 15 * MINUTE,
  /** The wait doubles from the first to the longest. */
  firstWait: 30_000,
  longestWait: 60 * MINUTE,
  /** After so many failures in a row only the longest wait is left, until the right password comes. */
  consecutive: 100,
  signUps: 10,
  /** With one e-mail address, which the answer may tell to have an account. */
  signUpsOfEmail: 5,
  signUpWindow: 60 * MINUTE,
}

export type AuthLimits = typeof authLimits
/** `succeeded` takes the try back: only failures count in the end, though all count while they run. */
export type Try = { ok: true; succeeded(): void } | { ok: false; retryAfter: number }
export type AuthLimit = {
  /** `known` tells apart a browser that the account knows: it is counted by itself, wherever it is, so that nobody elsewhere can keep it out. */
  signIn(who: { tenant: string; email: string; address: string; known?: string | null }, now: number): Try
  /** A guess at a code that only the browser which asked for it can use: no account can be locked by it. */
  code(who: { tenant: string; address: string }, now: number): Try
  /** Null while there is room, else the seconds until there is. */
  signUp(who: { tenant: string; address: string; email: string }, now: number): number | null
}

const KEPT = 50_000
const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

/** Counts tries in this process, each tenant apart. */
export function authLimit(limits: AuthLimits = authLimits): AuthLimit {
  const accounts = accountTries(limits)
  const addresses = slidingWindow(limits.addressTries, limits.window)
  const signUps = slidingWindow(limits.signUps, limits.signUpWindow)
  const signUpsOfEmail = slidingWindow(limits.signUpsOfEmail, limits.signUpWindow)
  return {
    signIn({ tenant, email, address, known = null }, now) {
      const account = `${tenant} ${known ?? ''} ${email.toLowerCase()}`
      const client = known === null ? `${tenant} ${address}` : null
      const wait = Math.max(accounts.wait(account, now), client ? addresses.wait(client, now) : 0)
      if (wait > 0) return { ok: false, retryAfter: seconds(wait) }
      accounts.take(account, now)
      if (client) addresses.take(client, now)
      return { ok: true, succeeded: () => { accounts.forget(account); if (client) addresses.giveBack(client, now) } }
    },
    code({ tenant, address }, now) {
      const client = `${tenant} ${address}`
      const wait = addresses.wait(client, now)
      if (wait > 0) return { ok: false, retryAfter: seconds(wait) }
      addresses.take(client, now)
      return { ok: true, succeeded: () => addresses.giveBack(client, now) }
    },
    signUp({ tenant, address, email }, now) {
      const client = `${tenant} ${address}`
      const account = `${tenant} ${email.toLowerCase()}`
      const wait = Math.max(signUps.wait(client, now), signUpsOfEmail.wait(account, now))
      if (wait > 0) return seconds(wait)
      signUps.take(client, now)
      signUpsOfEmail.take(account, now)
      return null
    },
  }
}

function accountTries(limits: AuthLimits) {
  const counted = new Map<string, { tries: number; inARow: number; last: number }>()
  return {
    /** Milliseconds until the next try may run. */
    wait(key: string, now: number): number {
      const { tries, inARow, last } = rested(counted.get(key), now)
      const step = inARow >= limits.consecutive ? Infinity : tries - limits.accountTries
      return step < 0 ? 0 : Math.max(0, last + Math.min(limits.firstWait * 2 ** step, limits.longestWait) - now)
    },
    take(key: string, now: number): void {
      const { tries, inARow } = rested(counted.get(key), now)
      put(counted, key, { tries: tries + 1, inARow: inARow + 1, last: now })
    },
    forget: (key: string) => counted.delete(key),
  }

  /** A quiet window gives the free tries back while some are left; one that has used them up has a day to rest. */
  function rested(found = { tries: 0, inARow: 0, last: 0 }, now: number) {
    const rest = found.tries < limits.accountTries ? limits.window : 24 * limits.longestWait
    return now - found.last >= rest ? { ...found, tries: 0 } : found
  }
}

/** At most `limit` within any `window`. */
export function slidingWindow(limit: number, window: number) {
  const counted = new Map<string, number[]>()
  const recent = (key: string, now: number) => (counted.get(key) ?? []).filter((at) => at > now - window)
  return {
    wait(key: string, now: number): number {
      const times = recent(key, now)
      const oldest = times[times.length - limit]
      return oldest === undefined ? 0 : Math.max(1, oldest + window - now)
    },
    take: (key: string, now: number) => put(counted, key, [...recent(key, now), now]),
    giveBack(key: string, at: number): void {
      const times = counted.get(key) ?? []
      const index = times.indexOf(at)
      if (index >= 0) put(counted, key, times.toSpliced(index, 1))
    },
  }
}

/** The oldest entry goes first: whoever is being counted now is put at the end. */
function put<V>(counted: Map<string, V>, key: string, value: V): void {
  counted.delete(key)
  const oldest = counted.keys().next().value
  if (counted.size >= KEPT && oldest !== undefined) counted.delete(oldest)
  counted.set(key, value)
}
