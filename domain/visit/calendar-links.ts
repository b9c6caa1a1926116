import { escapeHtml } from '../escape-html.ts'

type CalendarEvent = { title: string; description: string; location: string; start: Date; end: Date }

/** ISO 8601 in UTC, without fractions of a second, which Outlook does not read. */
const utc = (at: Date): string => at.toISOString().replace(/\.\d+/, '')

// URLSearchParams writes a blank as '+', which Outlook shows.
const withQuery = (url: string, query: Record<string, string>): string =>
  `${url}?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`

/** Links that open a new event in Google Calendar and in Outlook, for guests who do not use the file. */
export function calendarLinks({ title, description, location, start, end }: CalendarEvent): {
  google: string
  outlook: string
} {
  const compact = (at: Date) => utc(at).replace(/[-:]/g, '')
  return {
    google: withQuery('https://calendar.google.com/calendar/render', {
      action: 'TEMPLATE',
      text: title,
      dates: `${compact(start)}/${compact(end)}`,
      location,
      details: description,
    }),
    outlook: withQuery('https://outlook.live.com/calendar/0/action/compose', {
      rru: 'addevent',
      subject: title,
      startdt: utc(start),
      enddt: utc(end),
      location,
      // Outlook reads the body as HTML.
      body: escapeHtml(description).replace(/\n/g, '<br>'),
    }),
  }
}
