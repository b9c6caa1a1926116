import { pageCrossFieldErrors } from './page-cross-checks.ts'
import { weekdayName } from './file-fields.ts'
import { shopErrors } from './shop-cross-checks.ts'
import { isPlain, type WeeklyHours } from '#domain/availability/weekly-hours.ts'
import type { TenantFile } from './schema.ts'
import type { Path } from './source-position.ts'

/** An error that involves several fields, and its path. */
type CrossFieldError = { path: Path; message: string }

/** Checks that names are unique, references exist and times do not overlap. */
export const crossFieldErrors = (file: TenantFile): CrossFieldError[] =>
  buildChecks(file).flatMap((check) => check())

/** As `crossFieldErrors`, for a file with invalid settings: what cannot be checked yet is left out. */
export const crossFieldErrorsOfPart = (file: TenantFile): CrossFieldError[] =>
  buildChecks(file).flatMap((check) => {
    try {
      return check()
    } catch (error) {
      if (error instanceof TypeError) return []
      throw error
    }
  })

type Check = () => CrossFieldError[]

const buildChecks = (file: TenantFile): Check[] => [
  () => addressErrors(file),
  () => languageErrors(file),
  ...(['serviceTypes', 'resources', 'services', 'addons', 'members', 'messages'] as const).map(
    (list) => () => {
      return repeated(
        list,
        'id',
        (file[list] ?? []).map(({ id }) => id),
      )
    },
  ),
  ...(['key', 'email'] as const).map((key) => () => {
    return repeated(
      'guests',
      key,
      (file.guests ?? []).map((one) => one[key]),
    )
  }),
  () => staffErrors(file),
  () => overlaps(['tenant', 'openingHours'], file.tenant.openingHours),
  ...each(file.members, (member, index) => memberErrors(member, ['members', index])),
  () => exceptionErrors(file),
  () => phoneErrors(file),
  () => gapErrors(file),
  ...each(file.services, (service, index) => serviceErrors(file, service, ['services', index])),
  () => vatErrors(file),
  () => shopErrors(file),
  () => pageCrossFieldErrors(file),
  () => blockReferenceErrors(file),
  ...each(file.visits, (visit, index) => visitErrors(file, visit, ['visits', index])),
]

/** A check of each entry. A file with invalid settings may have something else than a list. */
const each = <T>(list: T[] | undefined, check: (entry: T, index: number) => CrossFieldError[]): Check[] =>
  Array.isArray(list) ? list.map((entry, index) => () => check(entry, index)) : []

/** Documents give the reason of what is exempt, and of nothing else. */
const vatErrors = ({ finance, services, addons, products }: TenantFile): CrossFieldError[] =>
  Object.entries({ services, addons, products }).flatMap(([list, entries]) =>
    entries.flatMap(({ vat, exemptReason }, index) =>
      vat === 'exempt' && !exemptReason && !finance.exemptReason
        ? [
            {
              path: [list, index, 'vat'],
              message: 'is exempt, which needs a reason: set exemptReason here or in finance',
            },
          ]
        : vat !== 'exempt' && exemptReason
          ? [{ path: [list, index, 'exemptReason'], message: 'is only for vat: exempt' }]
          : [],
    ),
  )

function addressErrors({ tenant }: TenantFile): CrossFieldError[] {
  const reachable = tenant.firstpath || tenant.vanityUrl || tenant.id === 'default'
  return reachable
    ? []
    : [
        {
          path: ['tenant', 'firstpath'],
          message: 'is missing, and so is vanityUrl: set one of them, or no host shows this tenant',
        },
      ]
}

function languageErrors({ tenant, pages = [] }: TenantFile): CrossFieldError[] {
  const { languages = [], default: own } = tenant
  const [first] = languages
  const places = pages.flatMap((page, index) => [
    { page, path: ['pages', index] },
    ...page.pages.map((child, at) => ({ page: child, path: ['pages', index, 'pages', at] })),
  ])
  return [
    ...(first !== undefined && first !== own.language
      ? [
          {
            path: ['tenant', 'languages', 0],
            message: `must be ${own.language}, the language of tenant.default: it comes first`,
          },
        ]
      : []),
    ...duplicates(languages, ['tenant', 'languages']),
    ...places.flatMap(({ page, path }) =>
      Object.keys(page.languages ?? {})
        .filter((language) => !languages.slice(1).some((one) => one === language))
        .map((language) => ({
          path: [...path, 'languages', language],
          message:
            language === own.language
              ? 'is the default language: its texts are those of the page itself'
              : 'is not among tenant.languages',
        })),
    ),
  ]
}

/** Gaps are measured by visits on the grid. */
function gapErrors({
  booking: { gaps = 'any', smallestUsable, slotMinutes },
}: TenantFile): CrossFieldError[] {
  const path = ['booking', 'smallestUsable']
  if (smallestUsable === undefined)
    return gaps === 'any' ? [] : [{ path, message: `is missing, which gaps: ${gaps} needs` }]
  return smallestUsable % slotMinutes === 0
    ? []
    : [{ path, message: `must be a multiple of slotMinutes, ${slotMinutes}` }]
}

/** What is booked by telephone needs a number. */
const phoneErrors = ({ tenant, booking, services }: TenantFile): CrossFieldError[] =>
  tenant.phone
    ? []
    : [
        ...(booking.phoneOnly ? [['booking', 'phoneOnly']] : []),
        ...services.flatMap((one, index) =>
          one.booking?.phoneOnly ? [['services', index, 'booking', 'phoneOnly']] : [],
        ),
      ].map((path) => ({ path, message: 'needs tenant.phone, the number to call' }))

function repeated(list: string, key: string, names: (string | undefined)[]): CrossFieldError[] {
  return names.flatMap((name, index) =>
    name !== undefined && names.indexOf(name) < index
      ? [{ path: [list, index, key], message: `${name} is already used` }]
      : [],
  )
}

type Hours = (Pick<WeeklyHours, 'every' | 'valid'> & { weekday: number; from: string; to: string })[]

/** Hours of some weeks may overlap those of others: the import warns where both apply. */
function memberErrors({ hours, days = [] }: TenantFile['members'][number], path: Path): CrossFieldError[] {
  return [
    ...overlaps([...path, 'hours'], hours),
    ...days.flatMap(({ date, hours: ofDay }, index) => [
      ...overlapsOfDay([...path, 'days', index, 'hours'], ofDay),
      ...(days.findIndex((one) => one.date === date) < index
        ? [{ path: [...path, 'days', index, 'date'], message: `${date} has other hours already` }]
        : []),
    ]),
  ]
}

const overlapsOfDay = (path: Path, hours: Omit<Hours[number], 'weekday'>[]): CrossFieldError[] =>
  overlaps(
    path,
    hours.map((one) => ({ weekday: 0, ...one })),
  ).map((one) => ({ ...one, message: 'overlaps with other hours of that day' }))

function overlaps(path: Path, hours: Hours): CrossFieldError[] {
  return hours.flatMap((shift, index) => {
    const other = hours.findIndex(
      (one) => isPlain(one) && one.weekday === shift.weekday && one.from < shift.to && shift.from < one.to,
    )
    return isPlain(shift) && other >= 0 && other < index
      ? [{ path: [...path, index], message: `overlaps with other hours on ${weekdayName(shift.weekday)}` }]
      : []
  })
}

function exceptionErrors({ booking: { exceptions }, members }: TenantFile): CrossFieldError[] {
  return exceptions.flatMap((exception, index) => {
    const path = ['booking', 'exceptions', index]
    const other = exceptions.findIndex(
      (one) => one.date === exception.date && isForTheSame(one.members, exception.members),
    )
    return [
      ...unknownReferences(members, exception.members ?? [], [...path, 'members'], 'members'),
      ...overlapsOfDay([...path, 'hours'], exception.hours),
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

/** How long a service may last with all of its add-ons: a day. */
const MAX_MINUTES = 1440

/** Both for the salon, or both for a person: a day may have hours of a person and of the salon. */
function isForTheSame(some: string[] | undefined, others: string[] | undefined): boolean {
  return some && others ? some.some((id) => others.includes(id)) : some === others
}

function serviceErrors(
  { members, serviceTypes, resources, addons }: TenantFile,
  service: TenantFile['services'][number],
  path: Path,
): CrossFieldError[] {
  const lengths = [
    { length: service, at: path },
    ...Object.entries(service.individualLengths).map(([id, length]) => ({
      length,
      at: [...path, 'individualLengths', id],
    })),
  ]
  const longest = service.addons.reduce(
    (sum, { id, most }) => sum + most * (addons.find((one) => one.id === id)?.minutes ?? 0),
    Math.max(...lengths.map(({ length }) => length.duration)),
  )
  return [
    ...unknownReferences(serviceTypes, [service.svctype], [...path, 'svctype'], 'serviceTypes'),
    ...unknownReferences(members, service.members, [...path, 'members'], 'members'),
    ...duplicates(service.members, [...path, 'members']),
    ...useErrors(resources, service.uses, [...path, 'uses']),
    ...(service.active && service.members.length === 0
      ? [{ path: [...path, 'members'], message: 'must name at least one member while the service is active' }]
      : []),
    ...(['individualPricing', 'individualLengths'] as const).flatMap((key) =>
      Object.keys(service[key])
        .filter((id) => !service.members.includes(id))
        .map((id) => ({
          path: [...path, key, id],
          message: `${id} is not among the members of this service`,
        })),
    ),
    ...unknownReferences(
      addons,
      service.addons.map(({ id }) => id),
      [...path, 'addons'],
      'addons',
    ),
    ...duplicates(
      service.addons.map(({ id }) => id),
      [...path, 'addons'],
    ),
    ...(longest > MAX_MINUTES
      ? [
          {
            path: [...path, 'addons'],
            message: `make the service last up to ${longest} minutes: it may last ${MAX_MINUTES}`,
          },
        ]
      : []),
    ...lengths.flatMap(({ length: { processing, duration }, at }) =>
      processing && (processing.after + processing.minutes > duration || processing.minutes >= duration)
        ? [
            {
              path: [...at, 'processing'],
              message: `must end within the ${duration} minutes of the service, and be shorter`,
            },
          ]
        : [],
    ),
  ]
}

function useErrors(
  resources: TenantFile['resources'],
  uses: TenantFile['services'][number]['uses'],
  path: Path,
): CrossFieldError[] {
  const ids = uses.map(({ resource }) => resource)
  const unknown = ids.flatMap((id, index) =>
    resources.some((one) => one.id === id)
      ? []
      : [{ path: [...path, index], message: `${id} is not among resources` }],
  )
  return [...unknown, ...duplicates(ids, path)]
}

/** Blocks name members and service types. */
function blockReferenceErrors({ pages = [], members, serviceTypes }: TenantFile): CrossFieldError[] {
  const ofBlocks = (blocks: NonNullable<TenantFile['pages']>[number]['blocks'], path: Path) =>
    blocks.flatMap((block, index) => {
      const at = [...path, index]
      if (block.type === 'team1')
        return unknownReferences(members, block.members ?? [], [...at, 'members'], 'members')
      return block.type === 'services1'
        ? unknownReferences(serviceTypes, block.types ?? [], [...at, 'types'], 'serviceTypes')
        : []
    })
  return pages.flatMap(({ blocks, pages: below }, index) => [
    ...ofBlocks(blocks, ['pages', index, 'blocks']),
    ...below.flatMap((one, at) => ofBlocks(one.blocks, ['pages', index, 'pages', at, 'blocks'])),
  ])
}

function staffErrors({ staff = [], members }: TenantFile): CrossFieldError[] {
  const addresses = staff.map(({ email }) => email)
  return [
    ...repeated('staff', 'email', addresses),
    ...staff.flatMap(({ member }, index) =>
      member === undefined ? [] : unknownReferences(members, [member], ['staff', index, 'member'], 'members'),
    ),
    ...(staff.length > 0 && staff.every(({ role }) => role !== 'owner')
      ? [{ path: ['staff'], message: 'must have an owner: nobody else could add people' }]
      : []),
  ]
}

function visitErrors(
  file: TenantFile,
  visit: NonNullable<TenantFile['visits']>[number],
  path: Path,
): CrossFieldError[] {
  const guests = (file.guests ?? []).map(({ key }) => ({ id: key }))
  return [
    ...(visit.guest ? unknownReferences(guests, [visit.guest], [...path, 'guest'], 'guests') : []),
    ...((visit.guest === undefined) === (visit.contact === undefined)
      ? [{ path, message: 'must have either guest or contact' }]
      : []),
    ...visit.products.flatMap((id, index) =>
      file.products.some(({ variants }) => variants.some((one) => one.id === id))
        ? []
        : [{ path: [...path, 'products', index], message: `${id} is not among the variants of products` }],
    ),
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

/** A single reference is reported at its own path, one of a list with its index. */
function unknownReferences(
  known: { id: string }[],
  wanted: string[],
  path: Path,
  list: string,
): CrossFieldError[] {
  const isSingle = !['members', 'types', 'addons'].includes(String(path.at(-1)))
  return wanted.flatMap((id, index) =>
    known.some((entry) => entry.id === id)
      ? []
      : [{ path: isSingle ? path : [...path, index], message: `${id} is not among ${list}` }],
  )
}

function duplicates(ids: string[], path: Path): CrossFieldError[] {
  return ids.flatMap((id, index) =>
    ids.indexOf(id) < index ? [{ path: [...path, index], message: `${id} is already used` }] : [],
  )
}
