import { anyOverlap, merge, subtract, type Range } from './range.ts'
import type { MemberSchedule, OfferSegment, WantedService } from './request.ts'

/**
 * One part of the visit, in minutes from its start; `members` are ascending positions in the member list,
 * `prices` what each member of that list charges for it.
 * `tooSoonAfter`: positions of earlier parts whose member cannot do this part after other members' parts.
 */
export type PlannedPart = Range & {
  serviceId: string
  work: Range[]
  before: number
  after: number
  members: number[]
  prices: number[]
  tooSoonAfter: number[]
}

/** The services in sequence, each with its member's working ranges and possible members. */
export function planVisit(services: WantedService[], members: MemberSchedule[]): PlannedPart[] {
  let start = 0
  const parts = services.map(({ rule, memberId }) => {
    const whole = { start, end: start + rule.duration }
    const { after, minutes } = rule.processing ?? { after: 0, minutes: 0 }
    const gap = { start: start + after, end: start + after + minutes }
    const able = memberId === null ? new Set(rule.members) : new Set([memberId])
    start = whole.end
    return {
      ...whole,
      serviceId: rule.id,
      work: subtract([whole], merge([gap])),
      before: rule.bufferBefore,
      after: rule.bufferAfter,
      members: members.flatMap((member, position) => (able.has(member.id) ? [position] : [])),
      prices: members.map(({ id }) => rule.prices?.[id] ?? 0),
    }
  })
  return parts.map((part, index) => ({
    ...part,
    tooSoonAfter: parts
      .slice(0, index)
      .flatMap((left, position) => (isTooSoon(left, part) ? [position] : [])),
  }))
}

type Work = Pick<PlannedPart, 'start' | 'end' | 'work' | 'before' | 'after'>

/** Whether a run that ends with one part and a run that begins with the other overlap. */
const isTooSoon = (left: Work, back: Work) =>
  anyOverlap(
    merge([...left.work, { start: left.end, end: left.end + left.after }]),
    merge([{ start: back.start - back.before, end: back.start }, ...back.work]),
  )

/** How far a visit's busy time extends before its start and after its start, in minutes. */
export function computeReach(services: WantedService[]): { before: number; after: number } {
  const rules = services.map((service) => service.rule)
  return {
    before: Math.max(...rules.map((rule) => rule.bufferBefore)),
    after:
      rules.reduce((sum, rule) => sum + rule.duration, 0) +
      Math.max(...rules.map((rule) => rule.bufferAfter)),
  }
}

/**
 * The parts as segments, performed by these members (positions). Consecutive parts of one member are a run:
 * only the buffer before its first and after its last part apply.
 */
export function segmentsAt(
  parts: PlannedPart[],
  start: number,
  chosen: number[],
  members: MemberSchedule[],
): OfferSegment[] {
  return parts.map((part, index) => {
    const member = chosen[index] ?? -1
    const before = chosen[index - 1] === member ? 0 : part.before
    const after = chosen[index + 1] === member ? 0 : part.after
    const edges = [
      { start: part.start - before, end: part.start },
      { start: part.end, end: part.end + after },
    ]
    const busy = merge([...part.work, ...edges]).map((range) => ({
      start: start + range.start,
      end: start + range.end,
    }))
    return {
      serviceId: part.serviceId,
      memberId: members[member]?.id ?? '',
      start: start + part.start,
      end: start + part.end,
      busy,
    }
  })
}

/** Whether a member's segments overlap; possible if another member's part is between two of theirs. */
export function hasOverlap(segments: OfferSegment[]): boolean {
  return segments.some((segment, index) =>
    segments
      .slice(index + 1)
      .some((later) => later.memberId === segment.memberId && anyOverlap(segment.busy, later.busy)),
  )
}
