import { serviceText } from '#domain/visit/addons.ts'
import { unitKey } from '#domain/availability/unit.ts'
import type { VisitWithSegments } from '#server/visit/queries.ts'
import { wallTime } from '#operator/command-line/describe.ts'

type DayVisit = Pick<VisitWithSegments, 'number' | 'progress' | 'guest' | 'contact' | 'visitor' | 'note'> & {
  segments: Pick<
    VisitWithSegments['segments'][number],
    'member' | 'start' | 'end' | 'serviceName' | 'addons' | 'units'
  >[]
}
type Day = {
  day: string
  zone: string
  title: string
  visits: readonly DayVisit[]
  members: readonly string[]
}

/** Services of one visit that one person performs one after the other. */
type Part = {
  member: { id: string; name: string }
  start: Date
  end: Date
  services: string[]
  visit: DayVisit
}

/**
 * A day as text: for each person, in the order of `members`, their parts of visits in the order of time.
 * @param visits those of the day, in any order.
 */
export function dayText({ day, zone, title, visits, members }: Day): string[] {
  const parts = visits.flatMap(listParts).toSorted((a, b) => a.start.getTime() - b.start.getTime())
  const place = (id: string) => (members.includes(id) ? members.indexOf(id) : members.length)
  const people = [...Map.groupBy(parts, ({ member }) => member.id)].toSorted(
    ([a], [b]) => place(a) - place(b) || a.localeCompare(b),
  )
  const width = Math.max(0, ...parts.map(({ visit }) => guestName(visit).length))
  const clock = (at: Date) => wallTime(zone, at.getTime()).slice(11)
  const lines = (own: Part[]) =>
    own.flatMap(({ start, end, services, visit }) => [
      [
        `  ${clock(start)}–${clock(end)}`,
        (visit.number ?? '').padEnd(NUMBER),
        guestName(visit).padEnd(width),
        services.join(' + '),
        ...(visit.progress === 'expected' ? [] : [visit.progress]),
      ].join('  '),
      ...noteLines(visit),
    ])
  return [`${title}, ${day}`, ...people.flatMap(([, own]) => ['', own[0]?.member.name ?? '', ...lines(own)])]
}

/** The services of a visit; those of the same person without a break are one part. */
function listParts(visit: DayVisit): Part[] {
  const parts: Part[] = []
  for (const { member, start, end, ...named } of visit.segments) {
    const last = parts.at(-1)
    if (last && last.member.id === member.id && last.end.getTime() === start.getTime()) {
      last.services.push(textOf(named))
      last.end = end
    } else parts.push({ member, start, end, services: [textOf(named)], visit })
  }
  return parts
}

/** A service with the rooms and devices that it uses, by the id and the number of each. */
const textOf = ({
  units,
  ...service
}: Omit<DayVisit['segments'][number], 'member' | 'start' | 'end'>): string =>
  units.length === 0 ? serviceText(service) : `${serviceText(service)} (${units.map(unitKey).join(', ')})`

/** Who comes, before the guest who has booked for them. */
const guestName = ({ guest, contact, visitor }: DayVisit): string => {
  const { firstname = '', lastname = '' } = guest ?? contact ?? {}
  const name = `${firstname} ${lastname}`.trim()
  return visitor ? `${visitor} (${name})` : name
}

/** Characters of a visit's number. */
const NUMBER = 6
const NOTE = ' '.repeat(23)

const noteLines = ({ note }: DayVisit): string[] =>
  note ? note.split('\n').map((line) => `${NOTE}${line}`) : []
