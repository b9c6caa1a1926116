import { addonNamesOf, isAddonOffered, parseAddonName } from '#domain/visit/addons.ts'
import type { OfferedAddon, WantedAddon } from '#domain/visit/addons.ts'
import { MAX_SERVICES, memberAt } from '#domain/visit/services.ts'
import {
  appointmentsLink,
  bookingLink,
  bookLink,
  offerLink,
  waitlistLink,
  type BookingStep,
} from '#contract/links.ts'

/** The steps of a booking in order. */
export const steps = ['services', 'person', 'time', 'details', 'confirm'] as const satisfies BookingStep[]
export type Step = (typeof steps)[number]

/**
 * The guest's selection. `teamMember` has one entry per service, where null means any person; null as a whole
 * means not chosen yet. Without a service it may have one entry: the person to begin with. `addons`: of the
 * services, as `toAddonName` names them.
 */
export type Selection = { services: string[]; addons: string[]; teamMember: (string | null)[] | null }
/** For pages whose selection is another one. */
export const noSelection: Selection = { services: [], addons: [], teamMember: null }
/** A selection as parsed from a URL, not yet compared with the catalog. */
type SelectionQuery = { services: string[]; addons: string[]; teamMember: string[] }
/** `addonsGone`: the ids of chosen add-ons that their service does not have any more. */
export type Notes = { dropped: boolean; tooMany: boolean; personGone: boolean; addonsGone: string[] }

/** The base path of the booking steps. /book is public; /appointments is for signed-in guests. */
export const pickBase = (pathname: string): string =>
  /^\/appointments\b/.test(pathname) ? appointmentsLink() : bookLink()

const ids = (values: string[]) => values.flatMap((value) => value.split(',')).map((id) => id.trim())

/** Parses comma-separated ids; also repeated parameters, as a form without scripts sends them. */
export const parseSelection = (search: URLSearchParams): SelectionQuery => ({
  services: [...new Set(ids(search.getAll('services')).filter(Boolean))].slice(0, 50),
  addons: [...new Set(ids(search.getAll('addons')).filter(parseAddonName))].slice(0, 100),
  teamMember: ids(search.getAll('teamMember')).filter(Boolean).slice(0, 50),
})

/** The bookable part of a selection, and notes about the rest for the guest. */
export function reconcileSelection(
  { services: requested, addons, teamMember: memberIds }: SelectionQuery,
  catalog: { id: string; prices: Record<string, number>; addons: Pick<OfferedAddon, 'id' | 'most'>[] }[],
): { selection: Selection; notes: Notes } {
  const nameOf = (index: number) => memberAt(memberIds, index) ?? 'any'
  const known = requested.flatMap((id, index) => {
    const service = catalog.find((one) => one.id === id)
    return service ? [{ service, name: nameOf(index) }] : []
  })
  const limited = known.slice(0, MAX_SERVICES).map(({ service, name }) => ({
    id: service.id,
    name,
    member: Object.hasOwn(service.prices, name) ? name : null,
  }))
  const { addons: offered, gone } = reconcileAddons(
    addons,
    known.slice(0, MAX_SERVICES).map(({ service }) => service),
  )
  const [first = ''] = memberIds
  const begunWith = catalog.some(({ prices }) => Object.hasOwn(prices, first)) ? [first] : null
  return {
    selection: {
      services: limited.map((one) => one.id),
      addons: offered,
      teamMember:
        limited.length === 0 ? begunWith : memberIds.length === 0 ? null : limited.map((one) => one.member),
    },
    notes: {
      dropped: known.length < requested.length,
      tooMany: known.length > MAX_SERVICES,
      personGone: limited.some(({ name, member }) => name !== 'any' && member === null),
      addonsGone: gone,
    },
  }
}

/** The chosen add-ons that these services have, in the tenant's order; `gone`: the ids of others. */
export function reconcileAddons(
  addons: readonly string[],
  services: readonly { id: string; addons: Pick<OfferedAddon, 'id' | 'most'>[] }[],
): { addons: string[]; gone: string[] } {
  const chosen = addonsByService(addons)
  const wanted = services.map((service) => {
    const [left, gone] = [[], []] as [WantedAddon[], WantedAddon[]]
    for (const one of chosen.get(service.id) ?? [])
      (isAddonOffered(service.addons, one) ? left : gone).push(one)
    const inOrder = service.addons.flatMap(({ id }) => left.filter((one) => one.id === id))
    return { serviceId: service.id, addons: inOrder, gone }
  })
  return {
    addons: addonNamesOf(wanted),
    gone: [...new Set(wanted.flatMap(({ gone }) => gone.map(({ id }) => id)))],
  }
}

/** Chosen add-ons by their services; of one that is named twice the last is chosen. */
export function addonsByService(addons: readonly string[]): Map<string, WantedAddon[]> {
  const chosen = new Map<string, Map<string, WantedAddon>>()
  for (const { service, id, count } of addons.flatMap((name) => parseAddonName(name) ?? [])) {
    const ofService = chosen.get(service) ?? new Map<string, WantedAddon>()
    chosen.set(service, ofService.set(id, { id, count }))
  }
  return new Map([...chosen].map(([service, ofService]) => [service, [...ofService.values()]]))
}

/** Chosen add-ons as calls take them: a list for each service. */
export function addonsInOrder({ services, addons }: Pick<Selection, 'services' | 'addons'>): WantedAddon[][] {
  const chosen = addonsByService(addons)
  return services.map((id) => chosen.get(id) ?? [])
}

/** The one person of all services, or to begin with; null for several, for anyone, and before a choice. */
export const solePerson = ({ teamMember }: Selection): string | null =>
  teamMember && new Set(teamMember).size === 1 ? (teamMember[0] ?? null) : null

/** The same people for other services. A person who does all current services is taken for new ones too. */
export function withServices(selection: Selection, services: string[]): Selection {
  const { services: previous, teamMember } = selection
  const chosen = addonsByService(selection.addons)
  const addons = addonNamesOf(services.map((id) => ({ serviceId: id, addons: chosen.get(id) ?? [] })))
  const sole = solePerson(selection)
  if (services.length === 0) return { services, addons, teamMember: sole === null ? null : [sole] }
  return {
    services,
    addons,
    teamMember:
      teamMember &&
      services.map((id) => (previous.includes(id) ? (teamMember[previous.indexOf(id)] ?? null) : sole)),
  }
}

/** The selection of a hold. */
export const toSelection = ({
  segments,
  teamMember,
}: {
  segments: { id: string; addons: WantedAddon[] }[]
  teamMember: (string | null)[]
}): { services: string[]; addons: string[]; teamMember: (string | null)[] } => ({
  services: segments.map((one) => one.id),
  addons: addonNamesOf(segments.map(({ id, addons }) => ({ serviceId: id, addons }))),
  teamMember,
})

/**
 * The services step when no service is left. The query keeps the requested ids, so that the step can show a
 * note.
 */
export const servicesUrl = (base: string, { services, addons, teamMember }: SelectionQuery): string =>
  bookingLink(base, 'services', {
    services,
    addons,
    teamMember,
    none: services.length === 0 ? 'true' : undefined,
  })

/** Matrix parameters, `;a=b;c=d`. */
export function parseMatrix(matrix: string): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const part of matrix.split(';').filter(Boolean)) {
    const [name = '', ...value] = part.split('=')
    parameters.append(name, value.join('='))
  }
  return parameters
}

/**
 * The canonical URL of a legacy one with matrix parameters (`;step=services;services=a,b`, some of them
 * possibly in the query), or null if `matrix` has no such form.
 */
export function matrixUrl(base: string, matrix: string, search: URLSearchParams): string | null {
  if (!matrix.startsWith(';')) return null
  const requested = new URLSearchParams([...search, ...parseMatrix(matrix)])
  const step = steps.slice(0, 3).find((one) => one === requested.get('step')) ?? 'services'
  const lang = requested.get('lang')
  return bookingLink(base, step, { ...parseSelection(requested), lang })
}

/**
 * The canonical URL of a legacy one that came as a single segment, `appointments;step=services`; null for
 * other segments.
 */
export function legacyUrl(segment: string, search: URLSearchParams): string | null {
  const [, base = '', matrix = ''] = /^([a-z]+)(;.*)$/.exec(segment) ?? []
  const parameters = parseMatrix(matrix)
  if (base === 'waitlist') return waitlistLink({ id: parameters.get('id') ?? undefined })
  if (base === 'awi')
    return offerLink({
      message: parameters.get('messageId') ?? '-',
      waitlist: parameters.get('waitlistId') ?? '-',
    })
  return base === 'book' || base === 'appointments' ? matrixUrl(`/${base}`, matrix, search) : null
}
