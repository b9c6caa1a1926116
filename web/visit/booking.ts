import type { Output } from '#contract/calls.ts'
import type { CancelFacts } from './cancel-facts.tsx'

/** A visit in the guest's list. */
export type Booking = Output<'listBookings'>['documents'][number]

/** The start in epoch ms. */
export const startOf = (booking: Booking): number => booking.start.seconds * 1000
/** The end in epoch ms. */
export const endOf = (booking: Booking): number => booking.end.seconds * 1000
/** The names of its services. */
export const servicesOf = (booking: Booking): string[] => booking.services.map((one) => one.name)

/** The link to the times of the same services with the same people. */
export function rebookPath({ services }: Booking): string {
  const people = services.map((one) => one.member)
  const memberIds = new Set(people).size === 1 ? people.slice(0, 1) : people
  return `/appointments;step=time?services=${services.map((one) => one.id).join(',')}&teamMember=${memberIds.join(',')}`
}

export const factsOf = (booking: Booking): CancelFacts => ({
  services: servicesOf(booking),
  start: startOf(booking),
  end: endOf(booking),
  price: booking.price,
  paid: booking.paid,
  currency: booking.currency,
  symbol: booking.symbol,
  ...booking.terms,
})
