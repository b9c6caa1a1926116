/** What a press in free time is rounded to, unless that begins in between: ms. */
const STEP = 15 * 60_000

/**
 * When a visit begins that is put where somebody has pressed in free time: epoch ms.
 * @param part how far down the free time was pressed, from 0 to 1.
 */
export function pressedStart({ start, end }: { start: number; end: number }, part: number): number {
  const pressed = start + Math.min(1, Math.max(0, part)) * (end - start - 1)
  return Math.max(start, Math.floor(pressed / STEP) * STEP)
}
