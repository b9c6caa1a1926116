const ROW_MINUTES = 5
const ROW_MS = ROW_MINUTES * 60_000

type Timed = { position: number; memberId: string; start: number; end: number }
/** A column of the grid: whose it is, and its first row (epoch ms). */
type Place = { member: string; from: number }

/** How far a service of a visit was moved on the grid: rows of five minutes, and to which column. */
type Shift = {
  origin: Place
  target: Place
  rows: number
  /** Longer by so many rows. */ longer: number
}

/** Where a visit is asked to be: as `placeLink` names it; absent, or empty for a service, is as it was. */
export type Drop = { start: number; members?: string[]; minutes?: (number | '')[] }

/**
 * What a move on the grid means for the whole visit: its services keep their order, and only the one that was
 * held gets another person or length. Of a visit, the grid may have some services only. Null: it is where it
 * was.
 */
export function toDrop(
  visit: { start: number; segments: readonly Timed[] },
  position: number,
  { origin, target, rows, longer }: Shift,
): Drop | null {
  const start = visit.start + (target.from - origin.from) + rows * ROW_MS
  const given = target.member !== origin.member
  if (start === visit.start && !given && longer === 0) return null
  const held = visit.segments.find((one) => one.position === position)
  const minutes = held ? (held.end - held.start) / 60_000 + longer * ROW_MINUTES : ROW_MINUTES
  const ofHeld = <T>(value: T) =>
    Array.from({ length: position + 1 }, (_, index): T | '' => (index === position ? value : ''))
  return {
    start,
    ...(given && { members: ofHeld(target.member) }),
    ...(longer !== 0 && { minutes: ofHeld(Math.max(ROW_MINUTES, minutes)) }),
  }
}

/**
 * Who performs each service of a visit that is put into a person's column: whoever did the first, did more.
 */
export function membersAt({ segments }: { segments: readonly Timed[] }, member: string): string[] {
  const inOrder = segments.toSorted((a, b) => a.position - b.position)
  const first = inOrder[0]?.memberId
  return inOrder.map(({ memberId }) => (memberId === first ? member : memberId))
}

type Tray = {
  segments: readonly (Timed & { serviceId: string })[]
  members: readonly { id: string; services: readonly string[] }[]
}

/** Whether a visit that is put into a person's column has its services performed by people who do them. */
export function isPerformedAt(visit: Tray, member: string): boolean {
  const inOrder = visit.segments.toSorted((a, b) => a.position - b.position)
  return membersAt(visit, member).every((id, index) =>
    visit.members.some((one) => one.id === id && one.services.includes(inOrder[index]?.serviceId ?? '')),
  )
}

/** Whether the first service of a visit has room in free time of a person. */
export const hasRoom = (
  visit: { segments: readonly Timed[] },
  free: { start: number; end: number },
): boolean => {
  const first = visit.segments.find(({ position }) => position === 0)
  return first === undefined || first.end - first.start <= free.end - free.start
}
