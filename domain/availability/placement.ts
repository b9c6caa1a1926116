import type { TimeRefusal } from './horizon.ts'
import { anyOverlap, merge, subtract, type Range } from './range.ts'

/** How many visits of one member may be at once, where the salon overbooks. */
export const MAX_AT_ONCE = 2
/** The longest and the shortest service, in minutes. */
export const MIN_LENGTH = 1
export const MAX_LENGTH = 720

/**
 * What the salon is told before it places a visit, and may accept. past: the time has passed. lead, horizon:
 * guests could not book it. hours: the member does not work then. absence: the member is away then. buffer: a
 * buffer before or after a visit is in the way.
 */
export const placementWarnings = ['past', 'lead', 'horizon', 'hours', 'absence', 'buffer'] as const
export type PlacementWarning = (typeof placementWarnings)[number]

/**
 * Why the salon cannot place a visit. member: nobody of that name works here. skill: the member does not
 * perform the service. taken: another visit is at that time; with a reason and the right it can be
 * overbooked. room: no room or device is free that it needs; the same. crowded: as many visits as may be are
 * at once already. held: a guest is booking the time. offered: it is offered to an entry of the waitlist, and
 * can be withdrawn. warned: there is a warning that is not accepted.
 */
export const placementRefusals = [
  'member',
  'skill',
  'taken',
  'room',
  'crowded',
  'held',
  'offered',
  'warned',
] as const
export type PlacementRefusal = (typeof placementRefusals)[number]

/** A refusal as the salon has it: those of guests' rules are none of its own. */
export const placementRefusal = (reason: PlacementRefusal | TimeRefusal): PlacementRefusal =>
  placementRefusals.find((one) => one === reason) ?? 'taken'

/** What keeps a member's time: a booked visit, or the hold of a guest, of an offer, or of the queue. */
export type TakenKind = 'visit' | 'hold' | 'offer' | 'queue'
/** `busy` with its buffers, `work` without; epoch minutes. */
type Stretch = { memberId: string; busy: Range[]; work: Range[] }
export type Taken = Stretch & { visitId: string; kind: TakenKind }
/** A service of the visit that is placed. */
export type PlacedPart = Stretch & Range

/**
 * Whether a service of another length, in minutes, keeps its processing gap: it stays where it is, as far as
 * the service lasts beyond it.
 */
export const keepsGap = ({ after, minutes }: { after: number; minutes: number }, length: number): boolean =>
  after + minutes <= length && minutes < length

/** The part of a service in which its member works: its busy time without its buffers. */
export const workOf = ({ start, end, busy }: Range & { busy: Range[] }): Range[] =>
  busy
    .map((range) => ({ start: Math.max(range.start, start), end: Math.min(range.end, end) }))
    .filter((range) => range.start < range.end)

/** What is left of a member's time from now on: what has passed is not taken any more. */
export const fromNow = (ranges: Range[], now: number): Range[] => {
  const left = subtract(merge(ranges), [{ start: -Infinity, end: now }])
  const last = ranges.at(-1)
  return left.length > 0 || !last ? left : [last]
}

/** Another visit in the way of a part: over its work, or only over a buffer of one of the two. */
export type Conflict<T extends Taken = Taken> = { part: number; taken: T; over: 'work' | 'buffer' }

/** What is in the way of these parts, in their order. */
export const findConflicts = <T extends Taken>(
  parts: readonly PlacedPart[],
  taken: readonly T[],
): Conflict<T>[] =>
  parts.flatMap((part, index) =>
    taken.flatMap((one): Conflict<T>[] => {
      if (one.memberId !== part.memberId || !anyOverlap(part.busy, one.busy)) return []
      return [{ part: index, taken: one, over: anyOverlap(part.work, one.work) ? 'work' : 'buffer' }]
    }),
  )

/**
 * How many minutes are missing where parts have become longer, by so many in all (`longer`), and would be
 * free if they had not; null where they would not.
 */
export function missingMinutes(
  parts: readonly PlacedPart[],
  conflicts: readonly Conflict[],
  longer: number,
): number | null {
  const missing = conflicts
    .filter(({ over }) => over === 'work')
    .map(({ part, taken }) => {
      const [end, begin] = [
        Math.max(...(parts[part]?.work ?? []).map((one) => one.end)),
        Math.min(...taken.work.map((one) => one.start)),
      ]
      return end - begin
    })
  const most = Math.max(0, ...missing)
  return most > 0 && most <= longer ? most : null
}

/** How many visits at most a member works on at once while they work on this part, it included. */
export function countAtOnce(part: PlacedPart, taken: readonly Taken[]): number {
  const others = taken.filter(({ memberId }) => memberId === part.memberId)
  const moments = [part, ...others].flatMap(({ work }) => work.map(({ start }) => start))
  return Math.max(
    1,
    ...moments
      .filter((at) => covers(part.work, at))
      .map((at) => 1 + others.filter(({ work }) => covers(work, at)).length),
  )
}

const covers = (ranges: readonly Range[], at: number): boolean =>
  ranges.some(({ start, end }) => start <= at && at < end)
