import { MAX_PARTY_SERVICES, MAX_PERSONS, MIN_PERSONS } from '#domain/visit/party.ts'
import { parseAddonName, type OfferedAddon } from '#domain/visit/addons.ts'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import { bookProofLink } from '#contract/links.ts'
import { addonsInOrder, reconcileAddons } from './selection.ts'

/** What one person of a party wants: add-ons as `toAddonName` names them; null is anyone. */
type PartyPerson = { services: string[]; addons: string[]; member: string | null }
export type Party = PartyPerson[]

/** What is wrong with a person's wish: no service, or a member who does not perform one of them. */
type PersonProblem = 'none' | 'member'
export type PartyProblems = {
  persons: (PersonProblem | null)[]
  tooManyServices: boolean
  tooManyPersons: boolean
}

const ids = (values: string[]) => values.flatMap((value) => value.split(',')).map((id) => id.trim())

/** How many persons an address or a form names, and how many of them a party can have. */
export function countPersons(typed: string | undefined): { asked: number; count: number } {
  const asked = Number(typed ?? MIN_PERSONS) || MIN_PERSONS
  return { asked, count: Math.min(Math.max(Math.floor(asked), MIN_PERSONS), MAX_PERSONS) }
}

/**
 * The persons of an address: `persons`, and of each `services1`, `addons1` and `member1`, as a form sends
 * them.
 */
export function parseParty(search: URLSearchParams): { party: Party; asked: number } {
  const { asked, count } = countPersons(search.getAll('persons').at(-1))
  const party = Array.from({ length: count }, (_, index) => {
    const member = search.get(`member${index + 1}`)
    const services = [...new Set(ids(search.getAll(`services${index + 1}`)).filter(Boolean))]
    const addons = [...new Set(ids(search.getAll(`addons${index + 1}`)).filter(parseAddonName))]
    return {
      services: services.slice(0, 20),
      addons: addons.slice(0, 100),
      member: !member || member === 'any' ? null : member,
    }
  })
  return { party, asked }
}

/**
 * The part of it that can be booked, and what keeps the guest from seeing times. `addonsGone`: the ids of
 * chosen add-ons that their service does not have any more.
 */
export function reconcileParty(
  { party, asked }: ReturnType<typeof parseParty>,
  catalog: { id: string; prices: Record<string, number>; addons: Pick<OfferedAddon, 'id' | 'most'>[] }[],
): { party: Party; problems: PartyProblems; addonsGone: string[] } {
  const wanted = party.map(({ services, addons, member }) => {
    const offered = services.flatMap((id) => catalog.find((one) => one.id === id) ?? [])
    return { offered, member, ...reconcileAddons(addons, offered) }
  })
  const known = wanted.map(({ offered, addons, member }) => ({
    services: offered.map(({ id }) => id),
    addons,
    member: catalog.some(({ prices }) => member !== null && Object.hasOwn(prices, member)) ? member : null,
  }))
  const performs = (member: string, id: string) =>
    catalog.some((one) => one.id === id && Object.hasOwn(one.prices, member))
  const problems = {
    persons: known.map(({ services, member }): PersonProblem | null => {
      if (services.length === 0) return 'none'
      return member !== null && !services.every((id) => performs(member, id)) ? 'member' : null
    }),
    tooManyServices:
      known.flatMap(({ services }) => services).length > MAX_PARTY_SERVICES ||
      known.some(({ services }) => services.length > MAX_SERVICES),
    tooManyPersons: asked > MAX_PERSONS,
  }
  return { party: known, problems, addonsGone: [...new Set(wanted.flatMap(({ gone }) => gone))] }
}

export const isReady = ({ persons, tooManyServices }: PartyProblems): boolean =>
  !tooManyServices && persons.every((problem) => problem === null)

/** The page where who books says who they are, and from there goes on to `to`. */
export const partyProofLink = (party: Party, to: string): string =>
  bookProofLink({ services: [...new Set(party.flatMap(({ services }) => services))].join(','), to })

/** The persons as the calls take them. */
export const toPersons = (party: Party) =>
  party.map(({ services, addons, member }) => ({
    services,
    addons: addonsInOrder({ services, addons }),
    teamMember: [member],
  }))
