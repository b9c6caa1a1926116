import { ICalAttendeeStatus, ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { isAmbiguousTime } from '#domain/ambiguous-time.ts'
import { vtimezone } from './vtimezone.ts'

/** PUBLISH is a file to import; REQUEST and CANCEL come by mail, to the guest. */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL'

export type CalendarVisit = {
  uid: string
  sequence: number
  cancelled: boolean
  start: Date
  end: Date
  /** IANA name. */
  timeZone: string
  title: string
  description: string
  location: string
  url: string
  organizer: { name: string; email: string }
  guest: { name: string; email: string } | null
  /** When this was written. */
  stamp: Date
}

/**
 * One visit as an iCalendar file (RFC 5545), with the zone that its times are in; in UTC where it begins or ends in an hour that a clock
 * change repeats, since a local time there always means the first of the two (section 3.3.5).
 */
export function calendarOf(method: CalendarMethod, visit: CalendarVisit): string {
  const zone = [visit.start, visit.end].some((at) => isAmbiguousTime(visit.timeZone, at.getTime()))
    ? null
    : visit.timeZone
  const calendar = new ICalCalendar({
    prodId: { company: 'Stamgast', product: 'Visit' },
    method: ICalCalendarMethod[method],
  })
  if (zone)
    calendar.timezone({
      name: null,
      generator: () => vtimezone(zone, Math.floor(visit.start.getTime() / 60_000)),
    })
  const event = calendar.createEvent({
    id: visit.uid,
    sequence: visit.sequence,
    stamp: visit.stamp,
    timezone: zone ?? 'UTC',
    start: zoned(visit.start, zone ?? 'UTC'),
    end: zoned(visit.end, zone ?? 'UTC'),
    status: visit.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: printable(visit.title),
    description: printable(visit.description),
    location: printable(visit.location),
    url: visit.url,
    organizer: { name: oneLine(visit.organizer.name), email: visit.organizer.email },
  })
  if (visit.guest) {
    event.createAttendee({
      name: oneLine(visit.guest.name),
      email: visit.guest.email,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    })
  }
  return calendar.toString()
}

const zoned = (at: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)

/** Without the control characters that a calendar file may not hold; line breaks stay. */
const printable = (text: string) => text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/(?!\n)\p{Cc}/gu, ' ')

const oneLine = (text: string) => printable(text).replace(/\s+/g, ' ').trim()
