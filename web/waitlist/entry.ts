import { namesWithAddons } from '#domain/visit/addons.ts'
import type { Output } from '#contract/calls.ts'
import type { GuestContext } from '../request/guard.ts'
import { CallError } from '#contract/errors.ts'

/** An entry of the guest's waitlist. */
export type WaitlistEntry = Output<'listWaitlist'>['documents'][number]

/** The names of its services. */
export const namesOf = (entry: WaitlistEntry): string[] => namesWithAddons(entry.services)

/** The guest's open entries in order of joining. */
export const listEntries = async ({ call, guest }: GuestContext): Promise<WaitlistEntry[]> =>
  (await call('listWaitlist', { uid: guest.uid })).documents

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
