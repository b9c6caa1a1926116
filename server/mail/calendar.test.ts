import ICAL from 'ical.js'
import fc from 'fast-check'
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { offsetPieces } from '#domain/zone.ts'
import { formatCalendar, type CalendarVisit } from './calendar.ts'
import { vtimezone } from './vtimezone.ts'

const visit: CalendarVisit = {
  uid: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427@aurora.localhost',
  sequence: 0,
  cancelled: false,
  start: new Date('2026-12-03T09:00:00Z'),
  end: new Date('2026-12-03T10:15:00Z'),
  timeZone: 'Europe/Copenhagen',
  title: 'Cut at Aurora',
  description: 'Cut (Anna)',
  location: 'Aurora, Street 1',
  url: 'http://aurora.localhost:3000/book/done?visit=abc',
  organizer: { name: 'Aurora', email: 'hello@aurora.example' },
  attendee: { name: 'Freja Holm', email: 'freja@example.com' },
  stamp: new Date('2026-11-20T12:00:00Z'),
}

function parse(ics: string) {
  const calendar = new ICAL.Component(ICAL.parse(ics) as unknown[])
  const event = calendar.getFirstSubcomponent('vevent')
  const zone = calendar.getFirstSubcomponent('vtimezone')
  if (!event) throw new Error('no event')
  return { calendar, event, zone: zone && new ICAL.Timezone(zone) }
}

/** The instant of a time in the file, in UTC or by the file's own VTIMEZONE only. */
function instantIn(ics: string, name: 'dtstart' | 'dtend'): number {
  const { event, zone } = parse(ics)
  const time = event.getFirstPropertyValue(name) as ICAL.Time
  const utc = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute)
  if (
    ics
      .replace(/\r\n /g, '')
      .includes(`${name.toUpperCase()}:${new Date(utc).toISOString().replace(/[-:]|\.\d+/g, '')}`)
  )
    return utc
  if (!zone || event.getFirstProperty(name)?.getParameter('tzid') !== zone.tzid)
    throw new Error('time without a zone')
  return utc - zone.utcOffset(time) * 1000
}

test('a calendar file in a mail is a request with id, sequence, zone and persons', () => {
  const ics = formatCalendar('REQUEST', visit)
  const { calendar, event } = parse(ics)
  expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST')
  expect(event.getFirstPropertyValue('uid')).toBe(visit.uid)
  expect(event.getFirstPropertyValue('sequence')).toBe(0)
  expect(event.getFirstPropertyValue('status')).toBe('CONFIRMED')
  expect(event.getFirstProperty('dtstart')?.getParameter('tzid')).toBe('Europe/Copenhagen')
  expect(event.getFirstPropertyValue('dtstart')?.toString()).toBe('2026-12-03T10:00:00')
  expect(event.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-11-20T12:00:00Z')
  expect(event.getFirstPropertyValue('organizer')).toBe('mailto:hello@aurora.example')
  expect(event.getFirstProperty('attendee')?.getParameter('cn')).toBe('Freja Holm')
})

test.each(['PUBLISH', 'REQUEST', 'CANCEL'] as const)(
  'every line of a %s ends with CRLF, the last one too',
  (method) => {
    const ics = formatCalendar(method, visit)
    expect(ics.split('\r\n').slice(-2)).toEqual(['END:VCALENDAR', ''])
    expect(ics.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  },
)

test('a cancelled visit cancels the same event with a higher sequence', () => {
  const { calendar, event } = parse(formatCalendar('CANCEL', { ...visit, sequence: 1, cancelled: true }))
  expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL')
  expect([
    event.getFirstPropertyValue('uid'),
    event.getFirstPropertyValue('sequence'),
    event.getFirstPropertyValue('status'),
  ]).toEqual([visit.uid, 1, 'CANCELLED'])
})

test('a file to download has no attendee', () => {
  const { calendar, event } = parse(formatCalendar('PUBLISH', { ...visit, attendee: null }))
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  expect(event.getFirstProperty('attendee')).toBeNull()
})

test.each([
  ['Anna; "the scissors", \\ and more'],
  ['Klip\r\nEND:VEVENT\r\nBEGIN:VALARM'],
  ['\u0000\u0007\u2028Æblegrød — 剪髪 ✂️'.repeat(20)],
])('typed text stays within its own line: %j', (typed) => {
  const ics = formatCalendar('REQUEST', {
    ...visit,
    title: typed,
    description: `${typed}\n${typed}`,
    location: typed,
    organizer: { ...visit.organizer, name: typed },
    attendee: { name: typed, email: 'freja@example.com' },
  })
  const { calendar, event } = parse(ics)
  const plain = typed
    .replace(/\r\n?|\u2028/g, '\n')
    .replaceAll('\u0000', ' ')
    .replaceAll('\u0007', ' ')
  expect(event.getFirstPropertyValue('summary')).toBe(plain)
  expect(event.getFirstPropertyValue('description')).toBe(`${plain}\n${plain}`)
  expect(event.getFirstPropertyValue('location')).toBe(plain)
  expect(calendar.getAllSubcomponents().map((one) => one.name)).toEqual(['vtimezone', 'vevent'])
  expect(event.getAllSubcomponents()).toEqual([])
  for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(ics.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/)
})

const zones = [
  'Europe/Copenhagen',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Atlantic/Reykjavik',
  'Africa/Casablanca',
]

test('only the file defines the instants, in every zone and season', () => {
  const from = Date.UTC(2026, 0, 1) / 900_000
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: from, max: from + 3 * 365 * 96 }),
      fc.integer({ min: 1, max: 40 }),
      (timeZone, quarter, length) => {
        const start = new Date(quarter * 900_000)
        const end = new Date((quarter + length) * 900_000)
        const ics = formatCalendar('PUBLISH', { ...visit, timeZone, start, end, attendee: null })
        expect([instantIn(ics, 'dtstart'), instantIn(ics, 'dtend')]).toEqual([start.getTime(), end.getTime()])
      },
    ),
    { numRuns: 300 },
  )
})

test('start and end are exact at clock changes, with UTC only for ambiguous local times', () => {
  let inUtc = 0
  for (const timeZone of [...zones, 'Antarctica/Troll']) {
    const changes = offsetPieces(timeZone, {
      from: Date.UTC(2026, 0, 1) / 60_000,
      until: Date.UTC(2027, 0, 1) / 60_000,
    }).slice(1)
    for (const { from } of changes) {
      for (let minute = from - 180; minute <= from + 180; minute += 15) {
        const [start, end] = [new Date(minute * 60_000), new Date((minute + 45) * 60_000)]
        const ics = formatCalendar('REQUEST', { ...visit, timeZone, start, end })
        expect([timeZone, instantIn(ics, 'dtstart'), instantIn(ics, 'dtend')]).toEqual([
          timeZone,
          start.getTime(),
          end.getTime(),
        ])
        const twice = [start, end].some(
          (at) => DateTime.fromJSDate(at, { zone: timeZone }).getPossibleOffsets().length > 1,
        )
        expect([timeZone, start.toISOString(), !ics.includes('TZID=')]).toEqual([
          timeZone,
          start.toISOString(),
          twice,
        ])
        if (twice) inUtc += 1
      }
    }
  }
  expect(inUtc).toBeGreaterThan(40)
})

test('a zone without clock changes has one standard time', () => {
  const zone = vtimezone('Asia/Tokyo', Date.UTC(2026, 5, 1) / 60_000)
  expect(zone.match(/BEGIN:\w+/g)).toEqual(['BEGIN:VTIMEZONE', 'BEGIN:STANDARD'])
  expect(zone).toContain('TZOFFSETTO:+0900')
})
