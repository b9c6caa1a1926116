/** The steps of a booking in order; each is an address of its own. */
export const steps = ['services', 'person', 'time', 'details', 'confirm'] as const
export type Step = (typeof steps)[number]
export const MOST_SERVICES = 6

/** What a guest has chosen so far. `teamMember` has one entry for each service, null is anyone; null as a whole is not chosen yet. */
export type Selection = { services: string[]; teamMember: (string | null)[] | null }
/** The same as it was asked for in an address, not yet compared with what exists. */
type Asked = { services: string[]; teamMember: string[] }
export type Notes = { dropped: boolean; tooMany: boolean; personGone: boolean }

/** Both addresses lead through the same steps; /appointments is for guests who are signed in. */
export const baseOf = (pathname: string): '/book' | '/appointments' =>
  /^\/appointments\b/.test(pathname) ? '/appointments' : '/book'

const ids = (values: string[]) => values.flatMap((value) => value.split(',')).map((id) => id.trim())

/** Comma-separated ids, also repeated ones, as a form without scripts sends them. */
export const readAsked = (search: URLSearchParams): Asked => ({
  services: [...new Set(ids(search.getAll('services')).filter(Boolean))].slice(0, 50),
  teamMember: ids(search.getAll('teamMember')).filter(Boolean).slice(0, 50),
})

/** What of it can be booked, and what the guest should be told of the rest. */
export function settle(
  { services: asked, teamMember: names }: Asked,
  catalog: { id: string; prices: Record<string, number> }[],
): { selection: Selection; notes: Notes } {
  const nameOf = (index: number) => (names.length === 1 ? names[0] : names[index]) ?? 'any'
  const known = asked.flatMap((id, index) => {
    const service = catalog.find((one) => one.id === id)
    return service ? [{ service, name: nameOf(index) }] : []
  })
  const kept = known
    .slice(0, MOST_SERVICES)
    .map(({ service, name }) => ({
      id: service.id,
      name,
      member: Object.hasOwn(service.prices, name) ? name : null,
    }))
  return {
    selection: {
      services: kept.map((one) => one.id),
      teamMember: names.length === 0 ? null : kept.map((one) => one.member),
    },
    notes: {
      dropped: known.length < asked.length,
      tooMany: known.length > MOST_SERVICES,
      personGone: kept.some(({ name, member }) => name !== 'any' && member === null),
    },
  }
}

/** The same people for another set of services: whoever does all of them does the new ones too. */
export function withServices({ services: before, teamMember }: Selection, services: string[]): Selection {
  const everything = teamMember && new Set(teamMember).size === 1 ? (teamMember[0] ?? null) : null
  return {
    services,
    teamMember:
      teamMember &&
      services.map((id) => (before.includes(id) ? (teamMember[before.indexOf(id)] ?? null) : everything)),
  }
}

/** `services=a,b&teamMember=x`: ids have no commas, so those may stay readable. */
export function searchOf(
  { services, teamMember }: Selection,
  extra: Record<string, string | null | undefined> = {},
): string {
  const people = teamMember?.map((one) => one ?? 'any') ?? []
  const shown = new Set(people).size === 1 ? people.slice(0, 1) : people
  const parts = { services: services.join(','), teamMember: shown.join(','), ...extra }
  return Object.entries(parts)
    .flatMap(([name, value]) =>
      value ? [`${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`] : [],
    )
    .join('&')
}

/** The address of a step. */
export function addressOf(
  base: string,
  step: Step,
  selection: Selection,
  extra?: Record<string, string | null | undefined>,
): string {
  const search = searchOf(selection, extra)
  return `${base}${step === 'services' ? '' : `/${step}`}${search && `?${search}`}`
}

/** What was chosen for a hold. */
export const selectionOf = ({
  segments,
  teamMember,
}: {
  segments: { id: string }[]
  teamMember: (string | null)[]
}): { services: string[]; teamMember: (string | null)[] } => ({
  services: segments.map((one) => one.id),
  teamMember,
})

/** Where services are chosen anew when none is left: what was asked for goes along, so that the guest is told. */
export const servicesAgain = (base: string, { services }: Asked): string =>
  `${base}?${services.length > 0 ? `services=${encodeURIComponent(services.join(','))}` : 'none'}`

/** The address of a step for what is held from `start` (epoch ms); the selection stays beside the handle, for when the hold has run out. */
export const heldAddress = (
  base: string,
  step: 'details' | 'confirm',
  { handle, start, services, teamMember }: Selection & { handle: string; start: number },
): string =>
  `${base}/${step}?hold=${encodeURIComponent(handle)}&start=${start}&${searchOf({ services, teamMember })}`

/**
 * The canonical address of an old one with matrix parameters (`;step=services;services=a,b`, some of them perhaps in the
 * query), or null when `matrix` has no such form.
 */
export function fromMatrix(base: string, matrix: string, search: URLSearchParams): string | null {
  if (!matrix.startsWith(';')) return null
  const asked = new URLSearchParams(search)
  for (const part of matrix.split(';').filter(Boolean)) {
    const [name = '', ...value] = part.split('=')
    asked.append(name, value.join('='))
  }
  const step = steps.slice(0, 3).find((one) => one === asked.get('step')) ?? 'services'
  const { services, teamMember } = readAsked(asked)
  const lang = asked.get('lang')
  return addressOf(base, step, { services, teamMember: null }, { teamMember: teamMember.join(','), lang })
}

/** The canonical address of an old one that came as a single segment, `appointments;step=services`; null for any other segment. */
export function oldAddress(segment: string, search: URLSearchParams): string | null {
  const [, base = '', matrix = ''] = /^(book|appointments)(;.*)$/.exec(segment) ?? []
  return fromMatrix(`/${base}`, matrix, search)
}
