import { guestValue, onlyGuest, type FoundGuests } from '#web/staff/form/found-guest.ts'
import type { StaffContext } from '#web/staff/guard.ts'
import { withPhone } from '#web/staff/phone.server.ts'
import { NEW_GUEST, type GuestForm } from './booking-form.ts'
import { withSearched } from './read-booking.ts'

/** Who is found stays with every answer: without scripts the one who was chosen is among them. */
export async function around(
  ctx: StaffContext,
  { q }: Pick<GuestForm, 'q'>,
): Promise<{ found?: FoundGuests }> {
  return q.trim() === '' ? {} : { found: await searchGuests(ctx, q.trim()) }
}

export async function searchGuests(ctx: StaffContext, q: string): Promise<FoundGuests> {
  const { documents, more } = await ctx.call('searchGuests', { q })
  return { documents: documents.map((one) => withPhone(ctx, one)), more }
}

/** Finds guests: the only one is chosen, and nobody leaves what was searched as name or number. */
export async function search<F extends GuestForm>(
  ctx: StaffContext,
  values: F,
): Promise<{ found?: FoundGuests; values?: F }> {
  const { found } = await around(ctx, values)
  if (!found) return {}
  const only = onlyGuest(found)
  const isNew = values.guest === NEW_GUEST && isUntouched(values)
  if (only && isNew) return { found, values: { ...values, guest: guestValue(only) } }
  return { found, values: found.documents.length === 0 ? withSearched(values) : values }
}

const isUntouched = ({ firstname, lastname, mobile }: GuestForm): boolean =>
  `${firstname}${lastname}${mobile}`.trim() === ''
