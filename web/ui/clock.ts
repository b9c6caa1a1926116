import { useMemo, useSyncExternalStore } from 'react'
import { intlLocale } from '#contract/text.ts'
import { timeText, useFormat } from './format.ts'

/** Tells the time of instants (epoch ms) in a zone, as `timeText` does. */
export const clockIn =
  (tag: string, timeZone: string): ((instant: number) => string) =>
  (instant) =>
    timeText(tag, timeZone, instant)

/** The same time on another zone's clock, with its weekday where that differs; null where both clocks show the same. */
export function clockElsewhere(tag: string, here: string, there: string): (instant: number) => string | null {
  const [clockHere, clockThere] = [clockIn(tag, here), clockIn(tag, there)]
  const weekday = (timeZone: string) => new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone })
  const [dayHere, dayThere] = [weekday(here), weekday(there)]
  return (instant) => {
    const [time, day] = [clockThere(instant), dayThere.format(instant)]
    const sameDay = day === dayHere.format(instant)
    if (sameDay && time === clockHere(instant)) return null
    return sameDay ? time : `${day} ${time}`
  }
}

/** The clock of the tenant's zone in the language of the page. */
export function useClock(): (instant: number) => string {
  const { language, timeZone } = useFormat()
  return useMemo(() => clockIn(intlLocale(language), timeZone), [language, timeZone])
}

const never = () => () => {}
const zoneOfBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The clock of the guest's own zone: only the browser knows it, so the first HTML tells nothing of it. */
export function useOwnClock(): (instant: number) => string | null {
  const { language, timeZone } = useFormat()
  const own = useSyncExternalStore(never, zoneOfBrowser, () => timeZone)
  return useMemo(
    () => (own === timeZone ? () => null : clockElsewhere(intlLocale(language), timeZone, own)),
    [language, timeZone, own],
  )
}
