import type { Output } from '#contract/calls.ts'
import type { PageContext } from '#contract/page.ts'
import { nullIfNotFound } from '#web/request/call-errors.ts'

type Purpose = 'leave' | 'extend' | 'confirm'
/** What a link from a mail shows of its entry. `until`: its last day, as epoch ms of a moment in it. */
type LinkedEntry = Pick<Output<'getWaitlistLink'>, 'firstname' | 'services' | 'confirmed' | 'paused'> & {
  until: number
}

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
  const { firstname, services, confirmed, paused, end } = found
  return { firstname, services, confirmed, paused, until: end - 60_000 }
}
