import { textOf } from '#web/form.ts'
import { cancelFailure, type CancelFailure } from '../cancel/cancel-failure.ts'
import type { Booking } from './booking.ts'
import type { GuestScope } from './guard.ts'

/** Amounts in minor units; `booking` is the visit as it stands now, where that is not what the guest has seen. */
export type CancelAnswer =
  | { ok: true; fee: number; refund: number }
  | { ok: false; failure: CancelFailure; booking: Booking | null; status: number }

/** What is said where nobody could be asked: the visit still stands. */
export const unreached: CancelAnswer = { ok: false, failure: 'failed', booking: null, status: 503 }

/** One of the guest's visits to come; null where there is none of that name. */
export async function findBooking({ call, brand, guest }: GuestScope, id: string): Promise<Booking | null> {
  const { documents } = await call('listBookings', { tenantId: brand.tenantId, uid: guest.uid, from: 'now' })
  return documents.find((one) => one.id === id) ?? null
}

/** Cancels a visit of the guest's for the fee that the form says they have seen. */
export async function cancelVisit(scope: GuestScope, id: string, form: FormData): Promise<CancelAnswer> {
  const refuse = (failure: CancelFailure, status: number, booking: Booking | null = null): CancelAnswer => ({
    ok: false,
    failure,
    status,
    booking,
  })
  try {
    const { fee, refund } = await scope.call('deleteUserBooking', {
      tenantId: scope.brand.tenantId,
      uid: scope.guest.uid,
      id,
      fee: textOf(form, 'fee'),
    })
    return { ok: true, fee, refund }
  } catch (error) {
    const { failure, status } = cancelFailure(error)
    if (failure !== 'changed') return refuse(failure, status)
    const booking = await findBooking(scope, id)
    return booking ? refuse(failure, status, booking) : refuse('gone', 404)
  }
}
