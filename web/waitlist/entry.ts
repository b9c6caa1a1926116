import type { Output } from '#contract/calls.ts'
import type { GuestContext } from '../request/guard.ts'

/** An entry of the guest's waitlist. */
export type WaitlistEntry = Output<'listWaitlist'>['documents'][number]

/** The names of its services. */
export const namesOf = (entry: WaitlistEntry): string[] => entry.services.map((one) => one.name)

/** The guest's open entries in order of joining. */
export const listEntries = async ({ call, guest }: GuestContext): Promise<WaitlistEntry[]> =>
  (await call('listWaitlist', { uid: guest.uid })).documents
