import { readFormText } from '#web/request/form.ts'
import { toCancelError, type CancelError } from '#web/visit/cancel-error.ts'
import { findOwnBooking, startOf, type Booking } from '#web/visit/booking.ts'
import type { GuestContext } from '#web/request/guard.ts'

/** Amounts in minor units. `booking` is the current visit if its amounts differ from those shown. */
export type CancelAnswer =
  | { ok: true; fee: number; refund: number }
  | { ok: false; failure: CancelError; booking: Booking | null; status: number }

/** The answer when the server is unreachable: the visit is not cancelled. */
export const unreachableAnswer: Extract<CancelAnswer, { ok: false }> = {
  ok: false,
  failure: 'failed',
  booking: null,
  status: 503,
}

/** @returns an upcoming visit of the guest, or null if there is none with that id. */
export async function findBooking(ctx: GuestContext, id: string): Promise<Booking | null> {
  const booking = await findOwnBooking(ctx, id)
  return booking?.state === 'booked' && startOf(booking) >= ctx.now ? booking : null
}

/** Cancels a visit of the guest for the fee that the form showed. */
export async function cancelVisit(ctx: GuestContext, id: string, form: FormData): Promise<CancelAnswer> {
  const refuse = (failure: CancelError, status: number, booking: Booking | null = null): CancelAnswer => ({
    ok: false,
    failure,
    status,
    booking,
  })
  try {
    const { fee, refund } = await ctx.call('deleteUserBooking', {
      uid: ctx.guest.uid,
      id,
      fee: readFormText(form, 'fee'),
    })
    return { ok: true, fee, refund }
  } catch (error) {
    const { failure, status } = toCancelError(error)
    if (failure !== 'changed') return refuse(failure, status)
    const booking = await findBooking(ctx, id)
    return booking ? refuse(failure, status, booking) : refuse('gone', 404)
  }
}
