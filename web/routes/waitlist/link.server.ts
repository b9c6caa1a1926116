import type { Output } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import type { PageContext } from '#contract/page.ts'

type Purpose = 'leave' | 'extend' | 'confirm'
/** What a link from a mail shows of its entry. `until`: its last day, as epoch ms of a moment in it. */
type LinkedEntry = Pick<Output<'getWaitlistLink'>, 'firstname' | 'services' | 'confirmed' | 'paused'> & {
  until: number
}

/**
 * The entry of a link, or null; unknown, expired and foreign handles are not distinguished. Changes nothing.
 */
export async function findLinkedEntry(
  { call, brand }: PageContext,
  wait: string,
  purpose: Purpose,
): Promise<LinkedEntry | null> {
  try {
    const { firstname, services, confirmed, paused, end } = await call('getWaitlistLink', {
      tenantId: brand.tenantId,
      wait: wait.slice(0, 200),
      purpose,
    })
    return { firstname, services, confirmed, paused, until: end - 60_000 }
  } catch (error) {
    if (isUnknown(error)) return null
    throw error
  }
}

/** Whether a call found nothing behind a handle. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'not-found' || error.code === 'request/invalid')
