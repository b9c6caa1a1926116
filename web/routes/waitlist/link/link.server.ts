import type { Output } from '#contract/calls.ts'
import type { PageContext } from '#contract/page.ts'
import { CallError } from '#contract/errors.ts'
import { isNotFound, nullIfNotFound } from '#web/request/call-errors.ts'

type Purpose = 'extend' | 'confirm'
/** What a link from a mail shows of its entry. `until`: its last day, as epoch ms of a moment in it. */
type LinkedEntry = Pick<
  Output<'getWaitlistLink'>,
  'firstname' | 'services' | 'rangeStart' | 'rangeEnd' | 'confirmed' | 'paused'
> & {
  until: number
}

/** Why an entry cannot be left any more. */
export type Over = 'booked' | 'over'

/** The entry of a link to leave the waitlist; null with what became of it, if that is known. */
export const findEntryToLeave = async (
  { call }: PageContext,
  wait: string,
): Promise<{ entry: Pick<LinkedEntry, 'services'> | null; over: Over | null }> =>
  call('getWaitlistLink', { wait: wait.slice(0, 200), purpose: 'leave' })
    .then(({ services }) => ({ entry: { services }, over: null }))
    .catch((error: unknown) => {
      if (!(error instanceof CallError) || !isNotFound(error)) throw error
      return { entry: null, over: (error.details as { reason?: Over } | undefined)?.reason ?? null }
    })

/**
 * The entry of a link, or null; unknown, expired and foreign handles are not distinguished. Changes nothing.
 */
export async function findLinkedEntry(
  { call }: PageContext,
  wait: string,
  purpose: Purpose,
): Promise<LinkedEntry | null> {
  const found = await call('getWaitlistLink', {
    wait: wait.slice(0, 200),
    purpose,
  }).catch(nullIfNotFound)
  if (!found) return null
  const { end, ...entry } = found
  return { ...entry, until: end - 60_000 }
}
