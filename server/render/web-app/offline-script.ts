import { createHash } from 'node:crypto'
import { createDateText } from '#domain/date-text.ts'
import { visitPlace, type NextVisit } from '#contract/visit/next-visit.ts'

/**
 * Runs in the browser on the offline page: shows the saved next visit if it is still to come, and reloads
 * automatically when the connection returns. Self-contained: its data is in the page.
 */
function showNextVisit({ database, store, key }: typeof visitPlace, dateText: typeof createDateText): void {
  const tag = document.documentElement.dataset.locale ?? ''
  const zone = document.documentElement.dataset.zone
  const opening = indexedDB.open(database, 1)
  // No database exists, and opening must not create one.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  opening.onerror = (event) => event.preventDefault()
  opening.onsuccess = () => {
    const db = opening.result
    const reading = db.transaction(store).objectStore(store).get(key)
    reading.onsuccess = () => {
      db.close()
      const visit: NextVisit | undefined = reading.result
      if (visit && visit.end > Date.now()) show(visit)
      else indexedDB.deleteDatabase(database)
    }
  }
  addEventListener('online', () => location.reload())

  function show({ start, end, services, people }: NextVisit): void {
    say(
      'day',
      format(start, {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        ...(format(start, { year: 'numeric' }) === format(Date.now(), { year: 'numeric' })
          ? {}
          : { year: 'numeric' }),
      }),
    )
    say('time', `${clock(start, zone)}–${clock(end, zone)}`)
    say('services', services.join(' + '))
    say('people', new Intl.ListFormat(tag).format(people))
    const sameDay = weekday(start) === weekday(start, zone)
    if (!sameDay || clock(start) !== clock(start, zone))
      say(
        'own',
        (at('own')?.dataset.words ?? '').replace(
          '{time}',
          `${sameDay ? '' : `${weekday(start)} `}${clock(start)}`,
        ),
      )
    at('visit')?.removeAttribute('hidden')
  }

  function say(id: string, words: string): void {
    const element = at(id)
    if (!element) return
    element.textContent = words
    element.hidden = words === ''
  }

  function at(id: string): HTMLElement | null {
    return document.getElementById(id)
  }
  function format(instant: number, options: Intl.DateTimeFormatOptions, timeZone = zone): string {
    return dateText(tag, { timeZone, ...options })(instant)
  }
  function weekday(instant: number, timeZone?: string): string {
    return new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone }).format(instant)
  }
  /**
   * Without a zone: on the guest's own clock. A time that the clock shows twice is printed with its offset;
   * clocks go back by one of these lengths.
   */
  function clock(instant: number, timeZone?: string): string {
    const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
    const plain = new Intl.DateTimeFormat(tag, options)
    const twice = [30, 60, 120, 180].some((minutes) =>
      [-minutes, minutes].some((away) => plain.format(instant + away * 60_000) === plain.format(instant)),
    )
    return twice
      ? new Intl.DateTimeFormat(tag, { ...options, timeZoneName: 'shortOffset' }).format(instant)
      : plain.format(instant)
  }
}

/** The text of the script, the same for every tenant and language, and its hash for the content policy. */
export const offlineScript = `(${showNextVisit.toString()})(
${JSON.stringify(visitPlace)}, ${createDateText.toString()})`
export const offlineScriptHash = `'sha256-${createHash('sha256').update(offlineScript).digest('base64')}'`
