/** A slow reference of what `booking.gaps` hides, minute by minute; see `slowFreeTimes`. */
import { freeMinutes, local, slowFreeTimes } from './availability-reference.ts'
import type { Case, Found } from './availability-reference.ts'

type Rated = { found: Found; waste: number; capacity: number; range: string }

/** The free times that `avoid` leaves, and how many it hides. */
export function slowAvoid(given: Case, smallest: number): Found[] {
  const rated = rateSlowly(given, smallest)
  return rated
    .filter((one) => {
      const same = rated.filter(({ range }) => range === one.range)
      const least = Math.min(...same.map(({ waste }) => waste))
      const best = Math.max(...same.map(({ capacity }) => capacity))
      return !(one.waste > least && one.capacity < best)
    })
    .map(({ found }) => found)
}

function rateSlowly(given: Case, smallest: number): Rated[] {
  const all = slowFreeTimes(given)
  const [from, until] = [given.from - 3 * 1440, given.until + 3 * 1440]
  const free = new Map(given.members.map((one) => [one.id, freeMinutes(given, one, from, until)]))
  return all.map((found) => {
    const { date } = local(given.rules.zone, found.start)
    const isOfDay = (minute: number) => local(given.rules.zone, minute).date === date
    const names = [date, found.segments.map(({ memberId }) => memberId).join()]
    let [waste, capacity] = [0, 0]
    for (const id of new Set(found.segments.map(({ memberId }) => memberId))) {
      const minutes = free.get(id)!
      const busy = new Set<number>()
      for (const segment of found.segments)
        if (segment.memberId === id)
          for (const { start, end } of segment.busy)
            for (let minute = start; minute < end; minute++) busy.add(minute)
      const ranges = new Map<number, number>()
      for (const minute of busy) {
        let first = minute
        let last = minute
        while (minutes.has(first - 1)) first--
        while (minutes.has(last + 1)) last++
        ranges.set(first, last)
      }
      for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
        names.push(`${id} ${first}`)
        let rest: number[] = []
        const known = (minute: number) =>
          isOfDay(minute) || (minute >= Math.min(...busy) && minute <= Math.max(...busy))
        for (let minute = first; minute <= last + 1; minute++) {
          if (!known(minute) && minute <= last) continue
          if (minute <= last && !busy.has(minute)) {
            rest.push(minute)
            continue
          }
          if (rest.length < smallest) waste += rest.length
          capacity += visitsIn(given, rest, smallest)
          rest = []
        }
      }
    }
    return { found, waste, capacity, range: names.join(' ') }
  })
}

/** How many of the smallest visits fit into these minutes in a row, each at a start of the grid. */
function visitsIn({ rules }: Case, minutes: number[], smallest: number): number {
  let count = 0
  let index = 0
  while (index + smallest <= minutes.length) {
    if (local(rules.zone, minutes[index]!).minuteOfDay % rules.slotMinutes === 0) {
      count++
      index += smallest
    } else index++
  }
  return count
}
