import { selectionOf, type Selection } from '#web/visit/selection.ts'
import type { BookingContext } from './booking-context.ts'

/** A hold as the steps before it show it. */
export type Held = Selection & { handle: string; start: number }

/** The guest's current hold, recognised by their session or this browser's cookie. */
export async function loadHeld({ call }: BookingContext): Promise<Held | null> {
  const {
    documents: [hold],
  } = await call('listHolds', {})
  return hold ? { handle: hold.handle, start: hold.start, ...selectionOf(hold) } : null
}
