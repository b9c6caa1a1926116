import { slidingWindow } from './auth-limit.ts'

const SECOND = 1_000
const HOUR = 3_600_000

/** How many messages about an account may be asked for; times in milliseconds. */
export const messageLimits = { pause: SECOND, perHour: 5, clientPerHour: 20 }

/**
 * Null while there is room, else the seconds until there is. `to` is an address or a number as it was asked for, known or
 * not, so that the answer tells nothing; `address` is the client's, which is all that counts where `to` is null.
 */
export type MessageLimit = (who: { tenant: string; to: string | null; address: string }, now: number) => number | null

/** Counts in this process what is asked for, each tenant apart; what is refused does not count. */
export function messageLimit(limits = messageLimits): MessageLimit {
  const soon = slidingWindow(1, limits.pause)
  const often = slidingWindow(limits.perHour, HOUR)
  const clients = slidingWindow(limits.clientPerHour, HOUR)
  return ({ tenant, to, address }, now) => {
    const [receiver, client] = [to && `${tenant} ${to.toLowerCase()}`, `${tenant} ${address}`]
    const wait = Math.max(clients.wait(client, now), ...(receiver ? [soon.wait(receiver, now), often.wait(receiver, now)] : []))
    if (wait > 0) return Math.max(1, Math.ceil(wait / SECOND))
    if (receiver) for (const counted of [soon, often]) counted.take(receiver, now)
    clients.take(client, now)
    return null
  }
}
