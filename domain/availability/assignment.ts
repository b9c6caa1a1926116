import { covers } from './range.ts'
import type { Range } from './range.ts'
import type { MemberSchedule, OfferSegment } from './request.ts'
import { hasOverlap, segmentsAt } from './visit-plan.ts'
import type { PlannedPart } from './visit-plan.ts'

/**
 * A member for a part at a given start; whether a run of theirs may begin (`enter`) or end (`leave`) there.
 */
type Candidate = { member: number; enter: boolean; leave: boolean; fewestChanges: number }

/** Shared by every start of a request: free time by member position. */
export type Staff = { members: MemberSchedule[]; freeOf: (position: number) => Range[] }

/**
 * The segments of the visit at this start with the best feasible members, or null. Best means, in this order:
 * fewest changes of member; lowest price; least time already booked that day over all members of the visit
 * (`load`, minutes per position); the first members in the list, compared service by service.
 */
export function assign(
  parts: PlannedPart[],
  start: number,
  staff: Staff,
  load: number[],
): OfferSegment[] | null {
  const candidates = candidatesAt(parts, start, staff.freeOf)
  if (!candidates) return null
  countChanges(candidates)
  const firsts = (candidates[0] ?? []).map((one) => (one.enter ? one.fewestChanges : Infinity))
  // The lower bound ignores clashes, so more changes may be needed.
  for (let changes = Math.min(...firsts); changes < parts.length; changes++) {
    const found = cheapest(parts, candidates, { changes, load }, (chosen) => {
      const segments = segmentsAt(parts, start, chosen, staff.members)
      return hasOverlap(segments) ? null : segments
    })
    if (found) return found
  }
  return null
}

function candidatesAt(parts: PlannedPart[], start: number, freeOf: Staff['freeOf']): Candidate[][] | null {
  const all: Candidate[][] = []
  for (const part of parts) {
    const from = start + part.start
    const end = start + part.end
    const able: Candidate[] = []
    for (const member of part.members) {
      const ranges = freeOf(member)
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

/** Sets, from the last part backwards, the minimum number of changes that follow each candidate. */
function countChanges(candidates: Candidate[][]): void {
  for (let index = candidates.length - 1; index >= 0; index--) {
    const next = candidates[index + 1]
    for (const candidate of candidates[index] ?? []) {
      if (!next) candidate.fewestChanges = candidate.leave ? 0 : Infinity
      else
        for (const follower of next)
          candidate.fewestChanges = Math.min(candidate.fewestChanges, computeCost(candidate, follower))
    }
  }
}

function computeCost(candidate: Candidate, follower: Candidate): number {
  if (candidate.member === follower.member) return follower.fewestChanges
  return candidate.leave && follower.enter ? 1 + follower.fewestChanges : Infinity
}

/**
 * Enumerates the choices with at most `changes` changes in the order of positions, so that ties go to the
 * first; `accept` builds the result or rejects the choice. Skips members who would return too soon:
 * enumerating every ending first takes seconds with long buffers.
 */
function cheapest<T>(
  parts: PlannedPart[],
  candidates: Candidate[][],
  { changes, load }: { changes: number; load: number[] },
  accept: (chosen: number[]) => T | null,
): T | null {
  let best: T | null = null
  let [bestPrice, bestLoad] = [Infinity, Infinity]
  const chosen: number[] = []
  const extend = (previous: Candidate | null, changesLeft: number, paid: number, booked: number): void => {
    const choices = candidates[chosen.length]
    if (!choices) {
      const answer = accept(chosen)
      if (answer) [best, bestPrice, bestLoad] = [answer, paid, booked]
      return
    }
    for (const candidate of choices) {
      if (!previous && !candidate.enter) continue
      const left = previous
        ? changesLeft - computeCost(previous, candidate)
        : changesLeft - candidate.fewestChanges
      const total = chosen.includes(candidate.member) ? booked : booked + (load[candidate.member] ?? 0)
      const price = paid + (parts[chosen.length]?.prices[candidate.member] ?? 0)
      if (left < 0 || price > bestPrice || (price === bestPrice && total >= bestLoad)) continue
      if (
        previous &&
        previous.member !== candidate.member &&
        parts[chosen.length]?.tooSoonAfter.includes(chosen.lastIndexOf(candidate.member))
      )
        continue
      const spent = previous && previous.member !== candidate.member ? 1 : 0
      chosen.push(candidate.member)
      extend(candidate, changesLeft - spent, price, total)
      chosen.pop()
    }
  }
  extend(null, changes, 0, 0)
  return best
}
