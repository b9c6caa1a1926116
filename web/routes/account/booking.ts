import type { Output } from '#contract/calls.ts'
import type { CancelFacts } from '../cancel/cancel-facts.tsx'

/** A visit as the dashboard lists it. */
export type Booking = Output<'listBookings'>['documents'][number]

/** When it begins, in epoch ms. */
export const startOf = (booking: Booking): number => booking.start.seconds * 1000
/** When it ends, in epoch ms. */
export const endOf = (booking: Booking): number => booking.end.seconds * 1000
/** The names of its services. */
export const servicesOf = (booking: Booking): string[] => booking.services.map((one) => one.name)

/** The same services with the same people, to be booked once more. */
export function rebookPath({ services }: Booking): string {
  const people = services.map((one) => one.member)
  const asked = new Set(people).size === 1 ? people.slice(0, 1) : people
  return `/appointments;step=services?services=${services.map((one) => one.id).join(',')}&teamMember=${asked.join(',')}`
}

/** What its cancel question tells. */
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
