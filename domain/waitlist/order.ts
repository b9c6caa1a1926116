import { datesOverlap } from './window.ts'
import type { WantedDates } from './window.ts'

/** What decides whether entries compete: the ids of the services, the windows and the end. */
export type Competitor = WantedDates & { id: string; services: readonly string[] }

/** Whether two open entries want the same: they share a service and their dates overlap. */
export const competes = (a: Competitor, b: Competitor, zone: string): boolean =>
  a.services.some((service) => b.services.includes(service)) && datesOverlap(a, b, zone)

/**
 * The place of an entry among its competitors and their number with it ("number 2 of 5"). `entries`: all open
 * ones in the tenant's order, this one among them.
 */
export function computePlace(
  entry: Competitor,
  entries: readonly Competitor[],
  zone: string,
): { place: number; of: number } {
  let [place, of, isAhead] = [1, 1, true]
  for (const other of entries) {
    if (other.id === entry.id) isAhead = false
    else if (competes(entry, other, zone)) {
      of++
      if (isAhead) place++
    }
  }
  return { place, of }
}

/**
 * The new rank of an entry that lost an offer, directly before its nearest competitor ahead, and that
 * competitor's id; null if none is ahead. `entries`: all open ones in the tenant's order.
 */
export function moveAhead(
  entry: Competitor,
  entries: readonly (Competitor & { rank: string })[],
  zone: string,
): { rank: string; passes: string } | null {
  const own = entries.findIndex((other) => other.id === entry.id)
  const position = entries.slice(0, Math.max(own, 0)).findLastIndex((other) => competes(entry, other, zone))
  const passed = entries[position]
  if (!passed) return null
  return { rank: rankBetween(entries[position - 1]?.rank ?? null, passed.rank), passes: passed.id }
}

/**
 * The decimal exactly in the middle of two ranks, or 1 less than `after` if nothing is before it. Ranks are
 * decimals of any length: floating point would let two entries meet after some fifty moves.
 * @throws RangeError for a rank that is no decimal.
 */
export function rankBetween(before: string | null, after: string): string {
  const upper = parseDecimal(after)
  if (before === null) return formatDecimal({ ...upper, digits: upper.digits - 10n ** BigInt(upper.scale) })
  const lower = parseDecimal(before)
  const scale = Math.max(lower.scale, upper.scale)
  // Half of the sum is five tenths of it.
  return formatDecimal({ digits: (scaled(lower, scale) + scaled(upper, scale)) * 5n, scale: scale + 1 })
}

/** digits / 10^scale. */
type Decimal = { digits: bigint; scale: number }

const scaled = ({ digits, scale }: Decimal, wanted: number) => digits * 10n ** BigInt(wanted - scale)

function parseDecimal(text: string): Decimal {
  const match = /^(-?\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) throw new RangeError(`Invalid rank: ${text}`)
  const fraction = match[2] ?? ''
  return { digits: BigInt(`${match[1]}${fraction}`), scale: fraction.length }
}

function formatDecimal({ digits, scale }: Decimal): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const fraction = text.slice(text.length - scale).replace(/0+$/, '')
  const whole = text.slice(0, text.length - scale)
  return `${digits < 0n ? '-' : ''}${whole}${scale > 0 && fraction ? `.${fraction}` : ''}`
}
