import { addonNamesOf, namesWithAddons } from '#domain/visit/addons.ts'
import type { Output } from '#contract/calls.ts'
import { appointmentsLink } from '#contract/links.ts'
import type { PageContext } from '#contract/page.ts'
import { nullIfNotFound } from '../request/call-errors.ts'
import type { CancelFacts } from './cancel-facts.tsx'

/** A visit in the guest's list. */
export type Booking = Output<'listBookings'>['documents'][number]

/** A visit on its own page. */
export type OneBooking = Output<'getBooking'>

/** @returns the guest's visit with this id in any state, or null if there is none. */
export function findOwnBooking(
  { call, guest }: Pick<PageContext, 'call'> & { guest: { uid: string } },
  id: string,
): Promise<OneBooking | null> {
  return call('getBooking', { uid: guest.uid, id }).catch(nullIfNotFound)
}

/** The start in epoch ms. */
export const startOf = (booking: Pick<Booking, 'start'>): number => booking.start.seconds * 1000
/** The end in epoch ms. */
export const endOf = (booking: Booking): number => booking.end.seconds * 1000
/** The names of its services and of their add-ons. */
export const servicesOf = (booking: Pick<Booking, 'services'>): string[] => namesWithAddons(booking.services)

/** The link to the times of the same services and add-ons with the same people. */
export const rebookLink = ({ services }: Booking): string =>
  appointmentsLink(
    {
      services: services.map((one) => one.id),
      addons: addonNamesOf(services.map(({ id, addons }) => ({ serviceId: id, addons }))),
      teamMember: services.map((one) => one.member),
    },
    'time',
  )

export const toFacts = (booking: Booking): CancelFacts => ({
  services: servicesOf(booking),
  start: startOf(booking),
  end: endOf(booking),
  price: booking.price,
  paid: booking.paid,
  currency: booking.currency,
  symbol: booking.symbol,
  ...booking.terms,
})
