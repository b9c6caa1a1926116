import type { Channel, NotificationType } from './kinds.ts'

/**
 * How an attempt ended. none: no device or number; refused: 4xx, the address is dead; limit: budget or rate;
 * failed: a later report says that the message did not arrive; uncertain: it may have arrived (connection
 * lost, 5xx); slow: no answer in ten seconds, which is as uncertain. No connection at all is `refused`.
 */
export const outcomes = ['ok', 'none', 'refused', 'limit', 'failed', 'uncertain', 'slow'] as const
export type Outcome = (typeof outcomes)[number]

/** The attempts on one channel; times in epoch ms. `outcome` null: an attempt has begun. */
export type Delivery = {
  channel: Channel
  outcome: Outcome | null
  attempts: number
  firstAt: number
  lastAt: number
}

/** The next attempt, not before `at` (epoch ms). */
export type Step = { channel: Channel; at: number }

const MINUTE = 60_000
/** When an uncertain attempt is repeated, ms from the first one on: three times in ten minutes. */
export const RETRY_MS = [MINUTE, 4 * MINUTE, 10 * MINUTE] as const
/** Three times in two minutes, so that three channels without an answer take less than five. */
export const PRESSING_RETRY_MS = [20_000, MINUTE, 110_000] as const
/** An attempt without outcome after this time belongs to a process that has stopped. */
export const ATTEMPT_MS = MINUTE
/** An answer that takes longer is uncertain. */
export const SLOW_MS = 10_000
/** A change of a visit is pressing where the visit begins this soon. */
const PRESSING_MS = 12 * 60 * MINUTE

const changes: readonly NotificationType[] = ['bookingChanged', 'cancellation']

/**
 * When an uncertain attempt is repeated, ms from the first one on: an offer, and a change of a visit that
 * begins within 12 hours, cannot wait long for the next channel.
 * @param event `urgent`: as the salon's change of such a visit; times in epoch ms.
 */
export const retriesFor = (event: {
  type: NotificationType
  urgent: boolean
  createdAt: number
  usefulUntil: number
}): readonly number[] => {
  const isSoon = event.urgent || event.usefulUntil - event.createdAt <= PRESSING_MS
  const isPressing = event.type === 'waitlistOpening' || (changes.includes(event.type) && isSoon)
  return isPressing ? PRESSING_RETRY_MS : RETRY_MS
}

const isUncertain = (outcome: Outcome | null): boolean => outcome === 'uncertain' || outcome === 'slow'

/**
 * The next step of the delivery of an event: push, text message, mail, of these the chosen ones. `ok` ends
 * it; an uncertain attempt is repeated on its own channel at first; everything else leads to the next
 * channel, because a guest is better notified twice than never.
 * @param retries when an uncertain attempt is repeated, ms from the first one on.
 * @param loudFrom before this time (epoch ms) push and text messages wait; mail goes meanwhile.
 * @param usefulUntil from this time on nothing is sent.
 * @returns null when the delivery ends.
 */
export function nextStep({
  chosen,
  deliveries,
  retries,
  now,
  loudFrom,
  usefulUntil,
}: {
  chosen: readonly Channel[]
  deliveries: readonly Delivery[]
  retries: readonly number[]
  now: number
  loudFrom: number
  usefulUntil: number
}): Step | null {
  if (now >= usefulUntil) return null
  const deliveryOf = (channel: Channel) => deliveries.find((one) => one.channel === channel)
  if (loudFrom > now && chosen.includes('mail') && !deliveryOf('mail')) return { channel: 'mail', at: now }
  let from = now
  for (const channel of chosen) {
    const delivery = deliveryOf(channel)
    if (delivery?.outcome === 'ok') return null
    // While an attempt runs, neither its repetition nor another channel begins.
    if (delivery?.outcome === null) from = Math.max(from, delivery.lastAt + ATTEMPT_MS)
    const due = delivery ? repeatAt(delivery, retries) : from
    const at = Math.max(from, due ?? 0, channel === 'mail' ? 0 : loudFrom)
    if (due !== null && at < usefulUntil) return { channel, at }
  }
  return null
}

/** When an attempt may be repeated; null where the next channel follows. */
function repeatAt(
  { outcome, attempts, firstAt, lastAt }: Delivery,
  retries: readonly number[],
): number | null {
  const wait = retries[attempts - 1]
  if (wait === undefined || (outcome !== null && !isUncertain(outcome))) return null
  return outcome === null ? lastAt + ATTEMPT_MS : firstAt + wait
}
