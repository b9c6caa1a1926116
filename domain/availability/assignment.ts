import { covers } from './range.ts'
import type { Range } from './range.ts'
import type { MemberSchedule, OfferSegment } from './request.ts'
import { clashes, segmentsAt } from './visit-plan.ts'
import type { PlannedPart } from './visit-plan.ts'

/** Who could do a part at a given start, and whether a run of theirs may begin (`enter`) or end (`leave`) there. */
type Candidate = { member: number; enter: boolean; leave: boolean; fewestChanges: number }

/** What every start of a request shares: free time per member position. */
export type Staff = { members: MemberSchedule[]; free: Range[][] }

/**
 * The segments of the visit at this start with the best feasible members, or null. Best is, in this order: fewest changes of
 * member, least time already booked that day over the members taking part (`load`, minutes per position), and the members
 * that come first in the list, compared service by service.
 */
export function assign(
  parts: PlannedPart[],
  start: number,
  staff: Staff,
  load: number[],
): OfferSegment[] | null {
  const candidates = candidatesAt(parts, start, staff.free)
  if (!candidates) return null
  countChanges(candidates)
  const firsts = (candidates[0] ?? []).map((one) => (one.enter ? one.fewestChanges : Infinity))
  // The estimate knows nothing of clashes, so more changes than it says may be needed.
  for (let changes = Math.min(...firsts); changes < parts.length; changes++) {
    const found = leastBooked(parts, candidates, changes, load, (chosen) => {
      const segments = segmentsAt(parts, start, chosen, staff.members)
      return clashes(segments) ? null : segments
    })
    if (found) return found
  }
  return null
}

function candidatesAt(parts: PlannedPart[], start: number, free: Range[][]): Candidate[][] | null {
  const all: Candidate[][] = []
  for (const part of parts) {
    const from = start + part.start
    const end = start + part.end
    const able: Candidate[] = []
    for (const member of part.members) {
      const ranges = free[member] ?? []
      if (!part.work.every((work) => covers(ranges, start + work.start, start + work.end))) continue
      const enter = part.before === 0 || covers(ranges, from - part.before, from)
      const leave = part.after === 0 || covers(ranges, end, end + part.after)
      able.push({ member, enter, leave, fewestChanges: Infinity })
    }
    if (able.length === 0) return null
    all.push(able)
  }
  return all
}

/** Fills in, from the last part backwards, how many changes at least follow each candidate. */
function countChanges(candidates: Candidate[][]): void {
  for (let index = candidates.length - 1; index >= 0; index--) {
    const next = candidates[index + 1]
    for (const candidate of candidates[index] ?? []) {
      if (!next) candidate.fewestChanges = candidate.leave ? 0 : Infinity
      else
        for (const follower of next)
          candidate.fewestChanges = Math.min(candidate.fewestChanges, costOf(candidate, follower))
    }
  }
}

function costOf(candidate: Candidate, follower: Candidate): number {
  if (candidate.member === follower.member) return follower.fewestChanges
  return candidate.leave && follower.enter ? 1 + follower.fewestChanges : Infinity
}

/**
 * Tries the choices with at most this many changes in the order of positions, so that of equals the first stays; `accept`
 * makes the answer or refuses the choice. A member who would be back too soon is passed over at once: trying every ending
 * first takes seconds where buffers are long.
 */
function leastBooked<T>(
  parts: PlannedPart[],
  candidates: Candidate[][],
  changes: number,
  load: number[],
  accept: (chosen: number[]) => T | null,
): T | null {
  let best: T | null = null
  let bestLoad = Infinity
  const chosen: number[] = []
  const extend = (previous: Candidate | null, changesLeft: number, booked: number): void => {
    const choices = candidates[chosen.length]
    if (!choices) {
      const answer = accept(chosen)
      if (answer) [best, bestLoad] = [answer, booked]
      return
    }
    for (const candidate of choices) {
      if (!previous && !candidate.enter) continue
      const left = previous
        ? changesLeft - costOf(previous, candidate)
        : changesLeft - candidate.fewestChanges
      const total = chosen.includes(candidate.member) ? booked : booked + (load[candidate.member] ?? 0)
      if (left < 0 || total >= bestLoad) continue
      if (
        previous &&
        previous.member !== candidate.member &&
        parts[chosen.length]?.tooSoonAfter.includes(chosen.lastIndexOf(candidate.member))
      )
        continue
      const spent = previous && previous.member !== candidate.member ? 1 : 0
      chosen.push(candidate.member)
      extend(candidate, changesLeft - spent, total)
      chosen.pop()
    }
  }
  extend(null, changes, 0)
  return best
}
