import { pageFaults } from './page-agreement.ts'
import { weekdayName } from './pieces.ts'
import type { TenantFile } from './schema.ts'
import type { Path } from './where.ts'

/** What is wrong with a value that is well formed by itself, and where. */
type Disagreement = { path: Path; message: string }

/** Whether the parts of a file agree with one another: names are unique, references exist, times do not overlap. */
export function disagreements(file: TenantFile): Disagreement[] {
  const { members, serviceTypes, services, guests = [] } = file
  return [
    ...addressFaults(file),
    ...repeated(
      'serviceTypes',
      'id',
      serviceTypes.map(({ id }) => id),
    ),
    ...repeated(
      'services',
      'id',
      services.map(({ id }) => id),
    ),
    ...repeated(
      'members',
      'id',
      members.map(({ id }) => id),
    ),
    ...repeated(
      'guests',
      'key',
      guests.map(({ key }) => key),
    ),
    ...repeated(
      'guests',
      'email',
      guests.map(({ email }) => email),
    ),
    ...overlaps(['tenant', 'openingHours'], file.tenant.openingHours),
    ...members.flatMap(({ hours }, index) => overlaps(['members', index, 'hours'], hours)),
    ...exceptionFaults(file),
    ...services.flatMap((service, index) => serviceFaults(file, service, ['services', index])),
    ...pageFaults(file),
    ...repeated(
      'messages',
      'id',
      (file.messages ?? []).map(({ id }) => id),
    ),
    ...(file.visits ?? []).flatMap((visit, index) => visitFaults(file, visit, ['visits', index])),
  ]
}

function addressFaults({ tenant }: TenantFile): Disagreement[] {
  const reachable = tenant.firstpath || tenant.vanityUrl || tenant.id === 'default'
  return reachable
    ? []
    : [
        {
          path: ['tenant', 'firstpath'],
          message: 'is missing, and vanityUrl too: no host would show this tenant',
        },
      ]
}

function repeated(list: string, key: string, names: string[]): Disagreement[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) < index
      ? [{ path: [list, index, key], message: `${name} stands here a second time` }]
      : [],
  )
}

type Hours = { weekday: number; from: string; to: string }[]

function overlaps(path: Path, hours: Hours): Disagreement[] {
  return hours.flatMap((one, index) => {
    const other = hours.findIndex(
      ({ weekday, from, to }) => weekday === one.weekday && from < one.to && one.from < to,
    )
    return other < index
      ? [{ path: [...path, index], message: `overlaps with other hours on ${weekdayName(one.weekday)}` }]
      : []
  })
}

function exceptionFaults({ booking: { exceptions }, members }: TenantFile): Disagreement[] {
  return exceptions.flatMap((exception, index) => {
    const path = ['booking', 'exceptions', index]
    const other = exceptions.findIndex(
      (one) => one.date === exception.date && concernSamePeople(one.members, exception.members),
    )
    return [
      ...missing(members, exception.members ?? [], [...path, 'members'], 'members'),
      ...overlaps(
        [...path, 'hours'],
        exception.hours.map((hours) => ({ weekday: 0, ...hours })),
      ).map((one) => ({ ...one, message: 'overlaps with other hours of that day' })),
      ...(other < index
        ? [
            {
              path: [...path, 'date'],
              message: `${exception.date} has another exception for the same people`,
            },
          ]
        : []),
    ]
  })
}

function concernSamePeople(some: string[] | undefined, others: string[] | undefined): boolean {
  return !some || !others || some.some((id) => others.includes(id))
}

function serviceFaults(
  { members, serviceTypes }: TenantFile,
  service: TenantFile['services'][number],
  path: Path,
): Disagreement[] {
  const { processing, duration } = service
  const outlasts =
    processing && (processing.after + processing.minutes > duration || processing.minutes >= duration)
  return [
    ...missing(serviceTypes, [service.svctype], [...path, 'svctype'], 'serviceTypes'),
    ...missing(members, service.members, [...path, 'members'], 'members'),
    ...twice(service.members, [...path, 'members']),
    ...(service.active && service.members.length === 0
      ? [{ path: [...path, 'members'], message: 'must name at least one member while the service is active' }]
      : []),
    ...Object.keys(service.individualPricing)
      .filter((id) => !service.members.includes(id))
      .map((id) => ({
        path: [...path, 'individualPricing', id],
        message: `${id} is not among the members of this service`,
      })),
    ...(outlasts
      ? [
          {
            path: [...path, 'processing'],
            message: `must leave work to do within the ${duration} minutes of the service`,
          },
        ]
      : []),
  ]
}

function visitFaults(
  file: TenantFile,
  visit: NonNullable<TenantFile['visits']>[number],
  path: Path,
): Disagreement[] {
  const guests = (file.guests ?? []).map(({ key }) => ({ id: key }))
  return [
    ...(visit.guest ? missing(guests, [visit.guest], [...path, 'guest'], 'guests') : []),
    ...((visit.guest === undefined) === (visit.contact === undefined)
      ? [{ path, message: 'must have either guest or contact' }]
      : []),
    ...visit.services.flatMap(({ service: id, member }, index) => {
      const service = file.services.find((one) => one.id === id)
      if (!service)
        return [{ path: [...path, 'services', index, 'service'], message: `${id} is not among services` }]
      return service.members.includes(member)
        ? []
        : [
            {
              path: [...path, 'services', index, 'member'],
              message: `${member} is not among the members of ${id}`,
            },
          ]
    }),
  ]
}

/** A single reference is named by its own path, one of a list by its index too. */
function missing(known: { id: string }[], wanted: string[], path: Path, list: string): Disagreement[] {
  const one = path.at(-1) !== 'members'
  return wanted.flatMap((id, index) =>
    known.some((entry) => entry.id === id)
      ? []
      : [{ path: one ? path : [...path, index], message: `${id} is not among ${list}` }],
  )
}

function twice(ids: string[], path: Path): Disagreement[] {
  return ids.flatMap((id, index) =>
    ids.indexOf(id) < index ? [{ path: [...path, index], message: `${id} stands here a second time` }] : [],
  )
}
