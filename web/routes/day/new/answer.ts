import type { Output } from '#contract/calls.ts'
import type { Refused } from '#web/staff/answer.ts'
import type { FoundGuests } from '#web/staff/form/found-guest.ts'
import type { Placement } from '#web/staff/form/placement.tsx'
import type { BookingForm } from './booking-form.ts'
import type { SeriesProps } from './series.tsx'

/** Without `values` the server was not reached: what is typed stands there still. */
export type Answer = Refused & {
  values?: BookingForm
  found?: FoundGuests
  places?: Output<'findPlaces'>
  placement?: Placement
  /** Whether somebody would be booked without a name, which was asked before. */ nameless?: boolean
  /** Who has the number of somebody new. */ known?: FoundGuests['documents']
  /** What the dates of a series are before they are booked, and of which series. */
  series?: Output<'checkSeries'> & { key: string }
  /** The results of a series. */ booked?: SeriesProps
  /** Until when a time is offered to who waits for it. */ offeredUntil?: number
}
