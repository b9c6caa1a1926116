/** Half-open [start, end) in epoch minutes. */
export type Range = { start: number; end: number }

/** Epoch minutes to ms. */
export const toMs = ({ start, end }: Range): Range => ({ start: start * 60_000, end: end * 60_000 })

export const overlaps = (one: Range, other: Range): boolean => one.start < other.end && other.start < one.end

/** Whether a range of the one list overlaps one of the other. */
export const anyOverlap = (some: readonly Range[], others: readonly Range[]): boolean =>
  some.some((one) => others.some((other) => overlaps(one, other)))

/** Sorts and joins ranges that overlap or touch; drops empty ones. */
export function merge(ranges: Range[]): Range[] {
  const merged: Range[] = []
  for (const range of ranges.filter((one) => one.start < one.end).sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else merged.push({ ...range })
  }
  return merged
}

/** `ranges` without `taken`; both must be merged, and the result is. */
export function subtract(ranges: Range[], taken: Range[]): Range[] {
  const left: Range[] = []
  let index = 0
  for (const range of ranges) {
    let start = range.start
    while (index > 0 && (taken[index - 1]?.end ?? 0) > start) index--
    for (; index < taken.length; index++) {
      const next = taken[index]
      if (!next || next.start >= range.end) break
      if (next.start > start) left.push({ start, end: next.start })
      start = Math.max(start, next.end)
    }
    if (start < range.end) left.push({ start, end: range.end })
  }
  return left
}

/** Whether one of the merged ranges contains [start, end). */
export function covers(ranges: Range[], start: number, end: number): boolean {
  const candidate = ranges[lastStartingBy(ranges, start)]
  return candidate !== undefined && end <= candidate.end
}

/** Whether one of the merged ranges overlaps [start, end). */
export function intersects(ranges: Range[], start: number, end: number): boolean {
  const candidate = ranges[lastStartingBy(ranges, end - 1)]
  return candidate !== undefined && candidate.end > start
}

function lastStartingBy(ranges: Range[], instant: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.start ?? Infinity) <= instant) low = middle + 1
    else high = middle
  }
  return low - 1
}
