import type { Output } from '#contract/calls.ts'
import type { CancelFacts } from '../cancel/cancel-facts.tsx'

/** A visit as the dashboard lists it. */
export type Booking = Output<'listBookings'>['documents'][number]

export const startOf = (booking: Booking): number => booking.start.seconds * 1000
export const endOf = (booking: Booking): number => booking.end.seconds * 1000
export const servicesOf = (booking: Booking): string => booking.services.map((one) => one.name).join(', ')

/** The same services with the same people, to be booked once more. */
export function rebookPath({ services }: Booking): string {
  const people = services.map((one) => one.member)
  const asked = new Set(people).size === 1 ? people.slice(0, 1) : people
  return `/appointments;step=services?services=${services.map((one) => one.id).join(',')}&teamMember=${asked.join(',')}`
}

export const factsOf = (booking: Booking, symbol: string | undefined): CancelFacts => ({
  services: booking.services.map((one) => one.name),
  start: startOf(booking),
  end: endOf(booking),
  price: booking.price,
  paid: null,
  currency: booking.currency,
  symbol,
  ...booking.terms,
})
