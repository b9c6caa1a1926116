import type { PageContext } from '#contract/page.ts'
import { localNow } from '#domain/opening-hours.ts'
import { addDays } from '#domain/zone.ts'

/** The salon's date of today. */
export const todayOf = ({ brand, now }: Pick<PageContext, 'brand' | 'now'>): string =>
  localNow(brand.timeZone, now).date

/** Whether a calendar of this century has this date, `YYYY-MM-DD`. */
export function isDate(typed: string): boolean {
  try {
    return /^20\d\d-/.test(typed) && addDays(typed, 0) === typed
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
