/** 'HH:MM' of one day, `to` excluded; '24:00' is its end. */
export type Shift = { from: string; to: string }

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

/** Shifts of one day by their start; those that overlap or continue each other as one. */
export function joinShifts(shifts: readonly Shift[]): Shift[] {
  const joined: Shift[] = []
  for (const { from, to } of shifts.filter(isShift).toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = joined.at(-1)
    if (!last || from > last.to) joined.push({ from, to })
    else if (to > last.to) last.to = to
  }
  return joined
}

const isShift = ({ from, to }: Shift): boolean =>
  CLOCK.test(from) && (CLOCK.test(to) || to === '24:00') && from < to
