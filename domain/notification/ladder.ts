import type { Rung } from './kinds.ts'

/**
 * How an attempt ended. none: no device or number; refused: 4xx, the address is dead; limit: budget or rate;
 * failed: a later report says that the message did not arrive; uncertain: it may have arrived (connection
 * lost, 5xx); slow: no answer in ten seconds, which is as uncertain.
 */
export const outcomes = ['ok', 'none', 'refused', 'limit', 'failed', 'uncertain', 'slow'] as const
export type Outcome = (typeof outcomes)[number]

/** The attempts on one rung; times in epoch ms. `outcome` null: an attempt has begun. */
export type Delivery = {
  rung: Rung
  outcome: Outcome | null
  attempts: number
  firstAt: number
  lastAt: number
}

/** The next attempt, not before `at` (epoch ms). */
export type Step = { rung: Rung; at: number }

const MINUTE = 60_000
/** When an uncertain attempt is repeated, from the first one on: three times in ten minutes. */
export const RETRY_MS = [MINUTE, 4 * MINUTE, 10 * MINUTE] as const
/** An attempt without outcome after this time belongs to a process that has stopped. */
export const ATTEMPT_MS = MINUTE
/** An answer that takes longer is uncertain. */
export const SLOW_MS = 10_000

const isUncertain = (outcome: Outcome | null): boolean => outcome === 'uncertain' || outcome === 'slow'

/**
 * The next step of an event on its ladder: push, text message, mail, of these the chosen ones. `ok` ends it;
 * an uncertain attempt is repeated on its own rung and no other rung follows it; everything else leads to the
 * next rung.
 * @param loudFrom before this time (epoch ms) push and text messages wait; mail goes meanwhile.
 * @param usefulUntil from this time on nothing is sent.
 * @returns null when the ladder ends.
 */
export function nextStep({
  chosen,
  deliveries,
  now,
  loudFrom,
  usefulUntil,
}: {
  chosen: readonly Rung[]
  deliveries: readonly Delivery[]
  now: number
  loudFrom: number
  usefulUntil: number
}): Step | null {
  if (now >= usefulUntil) return null
  const deliveryOf = (rung: Rung) => deliveries.find((one) => one.rung === rung)
  if (loudFrom > now && chosen.includes('mail') && !deliveryOf('mail')) return { rung: 'mail', at: now }
  for (const rung of chosen) {
    const earliest = rung === 'mail' ? now : Math.max(now, loudFrom)
    const delivery = deliveryOf(rung)
    if (!delivery) {
      if (earliest < usefulUntil) return { rung, at: earliest }
    } else if (delivery.outcome === null || isUncertain(delivery.outcome)) {
      const at = repeatAt(delivery)
      return at === null || Math.max(at, earliest) >= usefulUntil
        ? null
        : { rung, at: Math.max(at, earliest) }
    } else if (delivery.outcome === 'ok') return null
  }
  return null
}

/** When the rung is used again; null after the last attempt. */
function repeatAt({ outcome, attempts, firstAt, lastAt }: Delivery): number | null {
  const wait = RETRY_MS[attempts - 1]
  if (wait === undefined) return null
  return outcome === null ? lastAt + ATTEMPT_MS : firstAt + wait
}

/**
 * The outcome of a rung after one more attempt. An earlier attempt that may have arrived stays uncertain,
 * unless one arrives certainly or a report says that it failed.
 */
export const outcomeAfter = (earlier: Delivery | undefined, outcome: Outcome): Outcome =>
  earlier &&
  (earlier.outcome === null || isUncertain(earlier.outcome)) &&
  (outcome === 'none' || outcome === 'refused' || outcome === 'limit')
    ? 'uncertain'
    : outcome
