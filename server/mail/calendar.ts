import { ICalAttendeeStatus, ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { isAmbiguousTime } from '#domain/ambiguous-time.ts'
import { vtimezone } from './vtimezone.ts'

/** PUBLISH is for files to download; REQUEST and CANCEL are sent by mail (RFC 5546). */
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
  /** The page of the visit; the salon's copy has none. */
  url: string | null
  organizer: { name: string; email: string }
  /** The guest, or the person of the salon, to whom the file is sent. */
  attendee: { name: string; email: string } | null
  /** The time of this revision (DTSTAMP). */
  stamp: Date
}

/**
 * Formats visits as one iCalendar file (RFC 5545) with their time zone. Uses UTC for one that begins or ends
 * in the repeated hour of a clock change, because a local time there always means the first of the two
 * (section 3.3.5). A message that invites or cancels has one visit (RFC 5546, section 3.2); several are
 * published.
 */
export function formatCalendar(method: CalendarMethod, ...visits: CalendarVisit[]): string {
  const calendar = new ICalCalendar({
    prodId: { company: 'Stamgast', product: 'Visit' },
    method: ICalCalendarMethod[method],
  })
  const local = visits.filter((visit) => !isAmbiguous(visit))
  const [first] = local
  if (first) {
    const starts = local.map(({ start }) => Math.floor(start.getTime() / 60_000))
    const span = [Math.min(...starts), Math.max(...starts)] as const
    calendar.timezone({ name: null, generator: () => vtimezone(first.timeZone, ...span) })
  }
  for (const visit of visits) addEvent(calendar, visit, isAmbiguous(visit) ? 'UTC' : visit.timeZone)
  // Every line ends with CRLF (section 3.1), the last one too.
  return `${calendar.toString()}\r\n`
}

const isAmbiguous = ({ start, end, timeZone }: CalendarVisit): boolean =>
  [start, end].some((at) => isAmbiguousTime(timeZone, at.getTime()))

function addEvent(calendar: ICalCalendar, visit: CalendarVisit, zone: string): void {
  const event = calendar.createEvent({
    id: visit.uid,
    sequence: visit.sequence,
    stamp: visit.stamp,
    timezone: zone,
    start: zoned(visit.start, zone),
    end: zoned(visit.end, zone),
    status: visit.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: printable(visit.title),
    description: printable(visit.description),
    location: printable(visit.location),
    url: visit.url,
    organizer: { name: oneLine(visit.organizer.name), email: visit.organizer.email },
  })
  if (visit.attendee) {
    event.createAttendee({
      name: oneLine(visit.attendee.name),
      email: visit.attendee.email,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    })
  }
}

/** One entry of a feed. */
export type FeedEvent = Pick<
  CalendarVisit,
  'uid' | 'sequence' | 'cancelled' | 'start' | 'end' | 'title' | 'description' | 'location' | 'stamp'
>

/** How often a calendar should read a feed again: most do so less often. */
const FEED_SECONDS = 15 * 60

/** Formats a calendar to subscribe to (RFC 5545, with the name and interval of RFC 7986), in UTC. */
export function formatFeed(name: string, events: readonly FeedEvent[]): string {
  const calendar = new ICalCalendar({
    prodId: { company: 'Stamgast', product: 'Visits' },
    method: ICalCalendarMethod.PUBLISH,
    name: oneLine(name),
    ttl: FEED_SECONDS,
  })
  for (const { uid, sequence, cancelled, start, end, title, description, location, stamp } of events)
    calendar.createEvent({
      id: uid,
      sequence,
      stamp,
      timezone: 'UTC',
      start: zoned(start, 'UTC'),
      end: zoned(end, 'UTC'),
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      summary: printable(title),
      description: printable(description),
      location: printable(location),
    })
  return `${calendar.toString()}\r\n`
}

const zoned = (at: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)

/** Replaces control characters, which iCalendar does not allow; line breaks stay. */
const printable = (text: string) => text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/(?!\n)\p{Cc}/gu, ' ')

const oneLine = (text: string) => printable(text).replace(/\s+/g, ' ').trim()
