import { CallError } from '#contract/errors.ts'
import type { GuestContext } from '../request/guard.ts'

/** `status` of the failed request. */
export type LeaveAnswer = { ok: true } | { ok: false; status: number }

/** Deletes an entry of the guest; one that is gone already counts as deleted. */
export async function leaveWaitlist({ call, guest }: GuestContext, id: string): Promise<LeaveAnswer> {
  try {
    await call('deleteWaitlistEntry', { uid: guest.uid, id })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code !== 'not-found') return { ok: false, status: error.status === 'INTERNAL' ? 500 : 503 }
  }
  return { ok: true }
}
