import { pageCrossFieldErrors } from './page-cross-checks.ts'
import { weekdayName } from './file-fields.ts'
import { shopErrors } from './shop-cross-checks.ts'
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
  ...(['serviceTypes', 'services', 'members', 'messages'] as const).map((list) => () => {
    return repeated(
      list,
      'id',
      (file[list] ?? []).map(({ id }) => id),
    )
  }),
  ...(['key', 'email'] as const).map((key) => () => {
    return repeated(
      'guests',
      key,
      (file.guests ?? []).map((one) => one[key]),
    )
  }),
  () => staffErrors(file),
  () => overlaps(['tenant', 'openingHours'], file.tenant.openingHours),
  ...each(file.members, ({ hours }, index) => overlaps(['members', index, 'hours'], hours)),
  () => exceptionErrors(file),
  ...each(file.services, (service, index) => serviceErrors(file, service, ['services', index])),
  () => shopErrors(file),
  () => pageCrossFieldErrors(file),
  () => blockReferenceErrors(file),
  ...each(file.visits, (visit, index) => visitErrors(file, visit, ['visits', index])),
]

/** A check of each entry. A file with invalid settings may have something else than a list. */
const each = <T>(list: T[] | undefined, check: (entry: T, index: number) => CrossFieldError[]): Check[] =>
  Array.isArray(list) ? list.map((entry, index) => () => check(entry, index)) : []

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

function repeated(list: string, key: string, names: (string | undefined)[]): CrossFieldError[] {
  return names.flatMap((name, index) =>
    name !== undefined && names.indexOf(name) < index
      ? [{ path: [list, index, key], message: `${name} is already used` }]
      : [],
  )
}

type Hours = { weekday: number; from: string; to: string }[]

function overlaps(path: Path, hours: Hours): CrossFieldError[] {
  return hours.flatMap((shift, index) => {
    const other = hours.findIndex(
      ({ weekday, from, to }) => weekday === shift.weekday && from < shift.to && shift.from < to,
    )
    return other < index
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

/** Both for the salon, or both for a person: a day may have hours of a person and of the salon. */
function isForTheSame(some: string[] | undefined, others: string[] | undefined): boolean {
  return some && others ? some.some((id) => others.includes(id)) : some === others
}

function serviceErrors(
  { members, serviceTypes }: TenantFile,
  service: TenantFile['services'][number],
  path: Path,
): CrossFieldError[] {
  const { processing, duration } = service
  const outlasts =
    processing && (processing.after + processing.minutes > duration || processing.minutes >= duration)
  return [
    ...unknownReferences(serviceTypes, [service.svctype], [...path, 'svctype'], 'serviceTypes'),
    ...unknownReferences(members, service.members, [...path, 'members'], 'members'),
    ...duplicates(service.members, [...path, 'members']),
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
            message: `must end within the ${duration} minutes of the service, and be shorter`,
          },
        ]
      : []),
  ]
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
  const isSingle = path.at(-1) !== 'members' && path.at(-1) !== 'types'
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
