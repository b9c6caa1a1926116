import { useMemo, useSyncExternalStore } from 'react'
import { intlLocale } from '#domain/language.ts'
import { timeText, useFormat } from '../format.ts'

/** Formats instants (epoch ms) as a time of day in a zone, see `timeText`. */
export const clockIn =
  (tag: string, timeZone: string): ((instant: number) => string) =>
  (instant) =>
    timeText(tag, timeZone, instant)

/**
 * Formats an instant (epoch ms) in the zone `there`, with the weekday if it differs; null if both zones show
 * the same.
 */
export function clockElsewhere(tag: string, here: string, there: string): (instant: number) => string | null {
  const [clockHere, clockThere] = [clockIn(tag, here), clockIn(tag, there)]
  // Intl has whole words for Portugal, which abbreviates weekdays as Brazil does.
  const abbreviating = tag === 'pt-PT' ? 'pt-BR' : tag
  const weekday = (timeZone: string) => new Intl.DateTimeFormat(abbreviating, { weekday: 'short', timeZone })
  const [dayHere, dayThere] = [weekday(here), weekday(there)]
  return (instant) => {
    const [time, day] = [clockThere(instant), dayThere.format(instant)]
    const sameDay = day === dayHere.format(instant)
    if (sameDay && time === clockHere(instant)) return null
    return sameDay ? time : `${day} ${time}`
  }
}

/** Formats instants in the tenant's zone and the page's language. */
export function useClock(): (instant: number) => string {
  const { dateLanguage, timeZone } = useFormat()
  return useMemo(() => clockIn(intlLocale(dateLanguage), timeZone), [dateLanguage, timeZone])
}

const noSubscription = () => () => {}
const zoneOfBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formats instants in the guest's zone. The server does not know it: null in the first HTML. */
export function useOwnClock(): (instant: number) => string | null {
  const { dateLanguage, timeZone } = useFormat()
  const own = useSyncExternalStore(noSubscription, zoneOfBrowser, () => timeZone)
  return useMemo(
    () => (own === timeZone ? () => null : clockElsewhere(intlLocale(dateLanguage), timeZone, own)),
    [dateLanguage, timeZone, own],
  )
}

/** Formats a time of day (`14:30`) as the page's language writes it: `14.30`. */
export function useTimeOfDay(): (text: string) => string {
  const { part } = useFormat()
  return (text) =>
    part(Date.parse(`2024-01-01T${text}Z`), {
      timeZone: 'UTC',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
}
