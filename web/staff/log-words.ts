import { DAY_MS } from '#domain/day.ts'

/** A time and its format, as text: `part` of `useFormat`. */
type Part = (instant: number, options: Intl.DateTimeFormatOptions) => string

const DATE = String.raw`(\d{4}-\d\d-\d\d)`
const wholeDays = new RegExp(`${DATE}T00:00–${DATE}T00:00`, 'g')
const moment = new RegExp(`${DATE}(?:T(\\d\\d:\\d\\d))?`, 'g')

/**
 * The dates and times of the salon's clock in a text of the log, as people read them; whole days, from
 * midnight to midnight, as the first and the last of them.
 */
export function logWords(text: string, part: Part): string {
  const at = (instant: number, options: Intl.DateTimeFormatOptions) =>
    part(instant, { ...options, timeZone: 'UTC' })
  const dayOf = (instant: number) => at(instant, { day: 'numeric', month: 'long', year: 'numeric' })
  const noonOf = (date: string) => Date.parse(`${date}T12:00Z`)
  return text
    .replaceAll(wholeDays, (_, from: string, until: string) => {
      const last = new Date(noonOf(until) - DAY_MS).toISOString().slice(0, 10)
      return last <= from ? from : `${from}–${last}`
    })
    .replaceAll(moment, (_, date: string, clock?: string) => {
      const day = dayOf(noonOf(date))
      if (clock === undefined) return day
      const time = at(Date.parse(`${date}T${clock}Z`), {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })
      return `${day} ${time}`
    })
}
