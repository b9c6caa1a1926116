import { CallError } from '#contract/errors.ts'
import type { PageContext } from '#contract/page.ts'
import { extendedEnd, extensionDays } from '#domain/waitlist/extend.ts'
import { isNotFound } from '#web/request/call-errors.ts'

/** `until`: a moment (epoch ms) in the new last day. */
export type ExtendAnswer = { state: 'extended'; until: number } | { state: 'unknown' | 'unavailable' }

/** Extends the entry of a link to midnight of today + 1 + `days`; `days` as it stands in the URL. */
export async function extendEntry(
  { call, brand, now }: PageContext,
  { wait, days }: { wait: string; days: string },
): Promise<ExtendAnswer> {
  const end = extendedEnd({ now, days: extensionDays(days), zone: brand.timeZone })
  try {
    const { error, notFound, rangeEnd } = await call('gen2_crudWaitlist-extendWaitlist', {
      waitId: wait,
      rangeEnd: end / 1000,
    })
    if (notFound) return { state: 'unknown' }
    if (error) return { state: 'unavailable' }
    return { state: 'extended', until: (rangeEnd === undefined ? end : rangeEnd * 1000) - 60_000 }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { state: isNotFound(error) ? 'unknown' : 'unavailable' }
  }
}
