import { anyOverlap, merge, subtract, type Range } from './range.ts'
import type {
  MemberSchedule,
  OfferSegment,
  OfferUnit,
  Resource,
  ResourceUse,
  ServiceLength,
  ServiceRule,
  WantedService,
} from './request.ts'

/** A service of the visit, in minutes from its start, for the members who take equally long for it. */
export type PlannedPart = Range & {
  /** Unique in the plan. */
  number: number
  serviceId: string
  work: Range[]
  before: number
  after: number
  uses: UnitUse[]
  next: Turn | null
  /**
   * By the number of an earlier part, once it is asked: whether one member cannot do both, others between.
   */
  tooSoonAfter: boolean[]
}

/**
 * What a part uses of a resource. Neighbouring parts that use the same one are a run, with one unit and
 * without buffers between them; `first` and `last` of it. `returns`: a later run of the visit uses it again.
 */
export type UnitUse = {
  resource: Resource
  during: ResourceUse
  first: boolean
  last: boolean
  returns: boolean
}

/** A service of the visit at one of its times; `choices`: who may perform it, in the member list's order. */
export type Turn = { number: number; choices: Choice[] }
/** `member`: the position in the list; `price`: what they charge. */
export type Choice = { member: number; price: number; part: PlannedPart }

/**
 * All ways through a visit. Where members take different times, a service begins at one of several, by who
 * performed those before. `units`: when it shows which units the visit needs: never any; by its start alone
 * (`fixed`); by its people as well.
 */
export type Plan = {
  first: Turn
  /** The number of services. */ length: number
  able: number[]
  /** Whether each service begins at one time only. */
  isSingle: boolean
  units: 'none' | 'fixed' | 'by-people'
}

/** How long this member takes for a service: their own length, else the service's. */
const lengthWith = (rule: ServiceRule, memberId: string): ServiceLength => rule.lengths?.[memberId] ?? rule

/** The longest and the shortest time that a service takes, in minutes. */
export function lengthsOf(rule: ServiceRule): { longest: number; shortest: number } {
  if (!rule.lengths) return { longest: rule.duration, shortest: rule.duration }
  const all = rule.members.map((id) => lengthWith(rule, id).duration)
  return { longest: Math.max(rule.duration, ...all), shortest: Math.min(rule.duration, ...all) }
}

/** The services in sequence, with the members and resources that may perform and serve them. */
export function planVisit(
  services: WantedService[],
  members: MemberSchedule[],
  resources: Resource[] = [],
): Plan {
  const uses = services.map((_, index) => usesAt(services, index, resources))
  const turns: Turn[] = []
  const known = services.map(() => new Map<number, Turn>())
  let parts = 0
  const turnAt = (index: number, start: number): Turn | null => {
    const service = services[index]
    if (!service) return null
    const found = known[index]?.get(start)
    if (found) return found
    const turn: Turn = { number: turns.length, choices: [] }
    turns.push(turn)
    known[index]?.set(start, turn)
    const { rule, memberId } = service
    const able = memberId === null ? new Set(rule.members) : new Set([memberId])
    const byLength = new Map<string, PlannedPart>()
    members.forEach(({ id }, member) => {
      if (!able.has(id)) return
      const length = lengthWith(rule, id)
      const key = `${length.duration} ${length.processing?.after} ${length.processing?.minutes}`
      const part = byLength.get(key) ?? {
        ...partOf(rule, length, start),
        number: parts++,
        uses: uses[index] ?? [],
        next: turnAt(index + 1, start + length.duration),
        tooSoonAfter: [],
      }
      byLength.set(key, part)
      turn.choices.push({ member, price: rule.prices?.[id] ?? 0, part })
    })
    return turn
  }
  const first = turnAt(0, 0) ?? { number: 0, choices: [] }
  const all = turns.flatMap(({ choices }) => choices)
  const isSingle = parts <= services.length
  return {
    first,
    length: services.length,
    able: [...new Set(all.map(({ member }) => member))],
    isSingle,
    units: uses.every((one) => one.length === 0)
      ? 'none'
      : isSingle && !services.some((_, index) => mayDropBuffers(services, uses, index))
        ? 'fixed'
        : 'by-people',
  }
}

function partOf(rule: ServiceRule, { duration, processing }: ServiceLength, start: number) {
  const whole = { start, end: start + duration }
  const { after, minutes } = processing ?? { after: 0, minutes: 0 }
  const gap = { start: start + after, end: start + after + minutes }
  return {
    ...whole,
    serviceId: rule.id,
    work: subtract([whole], merge([gap])),
    before: rule.bufferBefore,
    after: rule.bufferAfter,
  }
}

/** In the order of the resources. */
function usesAt(services: WantedService[], index: number, resources: Resource[]): UnitUse[] {
  const use = (at: number, id: string) => services[at]?.rule.resources?.find((one) => one.id === id)
  return resources.flatMap((resource) => {
    const { id } = resource
    const mine = use(index, id)
    if (!mine) return []
    const last = !use(index + 1, id)
    const returns = services.some((_, later) => later > index && !use(later - 1, id) && use(later, id))
    return [{ resource, during: mine.during, first: !use(index - 1, id), last, returns }]
  })
}

/** Whether a unit keeps a buffer of this part only if its member changes there. */
function mayDropBuffers(services: WantedService[], uses: UnitUse[][], index: number): boolean {
  const { bufferBefore = 0, bufferAfter = 0 } = services[index]?.rule ?? {}
  return (uses[index] ?? []).some(
    ({ during, first, last }) =>
      during === 'work' &&
      ((first && index > 0 && bufferBefore > 0) || (last && index < services.length - 1 && bufferAfter > 0)),
  )
}

/**
 * The time that a part takes of a unit, in minutes from the start of the part. Used for all of a service, a
 * unit has its buffers; used while its member works, it has those that the member has.
 * @param enters whether the member's run begins with the part. @param leaves whether it ends with it.
 */
export function unitTime(
  part: PlannedPart,
  { during, first, last }: UnitUse,
  { enters, leaves }: { enters: boolean; leaves: boolean },
): Range[] {
  const length = part.end - part.start
  const before = first && (during === 'all' || enters) ? part.before : 0
  const after = last && (during === 'all' || leaves) ? part.after : 0
  const inner =
    during === 'all'
      ? [{ start: 0, end: length }]
      : part.work.map(({ start, end }) => ({ start: start - part.start, end: end - part.start }))
  return merge([{ start: -before, end: 0 }, ...inner, { start: length, end: length + after }])
}

/** Whether a run that ends with one part and a run that begins with the other overlap. */
export const isTooSoon = (left: PlannedPart, back: PlannedPart): boolean =>
  anyOverlap(
    merge([...left.work, { start: left.end, end: left.end + left.after }]),
    merge([{ start: back.start - back.before, end: back.start }, ...back.work]),
  )

/** How far a visit's busy time extends before its start and after its start at most, in minutes. */
export function computeReach(services: WantedService[]): { before: number; after: number } {
  const rules = services.map((service) => service.rule)
  return {
    before: Math.max(...rules.map((rule) => rule.bufferBefore)),
    after:
      rules.reduce((sum, rule) => sum + lengthsOf(rule).longest, 0) +
      Math.max(...rules.map((rule) => rule.bufferAfter)),
  }
}

/** The only way through a plan in which each service has its member. */
export function onlyWay({ first }: Plan): Choice[] {
  const way: Choice[] = []
  for (let choice = first.choices[0]; choice; choice = choice.part.next?.choices[0]) way.push(choice)
  return way
}

/**
 * A way through the visit as segments. Consecutive parts of one member are a run: only the buffer before its
 * first and after its last part apply.
 * @param units of each part, where it uses some.
 */
export function segmentsAt(
  way: Choice[],
  start: number,
  members: MemberSchedule[],
  units: OfferUnit[][] = [],
): OfferSegment[] {
  return way.map(({ member, part }, index) => {
    const before = way[index - 1]?.member === member ? 0 : part.before
    const after = way[index + 1]?.member === member ? 0 : part.after
    const edges = [
      { start: part.start - before, end: part.start },
      { start: part.end, end: part.end + after },
    ]
    const segment: OfferSegment = {
      serviceId: part.serviceId,
      memberId: members[member]?.id ?? '',
      start: start + part.start,
      end: start + part.end,
      busy: shift(merge([...part.work, ...edges]), start),
    }
    const own = units[index]
    if (own && own.length > 0) segment.units = own
    return segment
  })
}

export const shift = (ranges: Range[], by: number): Range[] =>
  ranges.map(({ start, end }) => ({ start: start + by, end: end + by }))

/** Whether a member's segments overlap; possible if another member's part is between two of theirs. */
export function hasOverlap(segments: OfferSegment[]): boolean {
  return segments.some((segment, index) =>
    segments
      .slice(index + 1)
      .some((later) => later.memberId === segment.memberId && anyOverlap(segment.busy, later.busy)),
  )
}
