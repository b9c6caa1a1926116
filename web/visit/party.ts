import { MAX_PARTY_SERVICES, MAX_PERSONS, MIN_PERSONS } from '#domain/visit/party.ts'
import { MAX_SERVICES } from '#domain/visit/services.ts'

/** What one person of a party wants; null is anyone. */
type PartyPerson = { services: string[]; member: string | null }
export type Party = PartyPerson[]

/** What is wrong with a person's wish: no service, or a member who does not perform one of them. */
type PersonProblem = 'none' | 'member'
export type PartyProblems = {
  persons: (PersonProblem | null)[]
  tooManyServices: boolean
  tooManyPersons: boolean
}

const ids = (values: string[]) => values.flatMap((value) => value.split(',')).map((id) => id.trim())

/** The persons of an address: `persons`, and of each `services1` and `member1`, as a form sends them. */
export function parseParty(search: URLSearchParams): { party: Party; asked: number } {
  const asked = Number(search.getAll('persons').at(-1) ?? MIN_PERSONS) || MIN_PERSONS
  const count = Math.min(Math.max(Math.floor(asked), MIN_PERSONS), MAX_PERSONS)
  const party = Array.from({ length: count }, (_, index) => {
    const member = search.get(`member${index + 1}`)
    const services = [...new Set(ids(search.getAll(`services${index + 1}`)).filter(Boolean))]
    return { services: services.slice(0, 20), member: !member || member === 'any' ? null : member }
  })
  return { party, asked }
}

/** The part of it that can be booked, and what keeps the guest from seeing times. */
export function reconcileParty(
  { party, asked }: ReturnType<typeof parseParty>,
  catalog: { id: string; prices: Record<string, number> }[],
): { party: Party; problems: PartyProblems } {
  const known = party.map(({ services, member }) => ({
    services: services.filter((id) => catalog.some((one) => one.id === id)),
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
  return { party: known, problems }
}

export const isReady = ({ persons, tooManyServices }: PartyProblems): boolean =>
  !tooManyServices && persons.every((problem) => problem === null)

/** The persons as the calls take them. */
export const toPersons = (party: Party) =>
  party.map(({ services, member }) => ({ services, teamMember: [member] }))
