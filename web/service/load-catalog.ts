import type { Money } from '#domain/money.ts'
import { priceWith } from '#domain/visit/services.ts'
import type { Picture } from '#contract/content/block.ts'
import type { Output } from '#contract/calls.ts'
import type { PageContext } from '#contract/page.ts'

/**
 * `prices` has one entry per person who performs the service, in minor units including VAT; `low` to `high`
 * is their range, or the service's own price while nobody performs it.
 */
export type CatalogService = {
  id: string
  typeId: string
  name: string
  description: string
  minutes: number
  from: boolean
  low: number
  high: number
  prices: Record<string, number>
}
/** A service as guests read about it; it may have no prices, and cannot be booked then. */
export type OfferedService = CatalogService & { picture: Picture | null; preVisit: string | null }
type Person = { id: string; name: string; role: string | null; bio: string | null; avatar: string | null }
export type Catalog = {
  types: { id: string; label: string }[]
  /** What can be booked: services with at least one person. */ services: CatalogService[]
  /** What guests can read about: all of them. */ offered: OfferedService[]
  people: Person[]
  money: Money
  /** The number of further services for guests who are signed in. */ hiddenForMembers: number
}

/** The active services that this guest sees, in the order of the price list. */
export async function loadCatalog({ call }: PageContext): Promise<Catalog> {
  const [types, services, team, finance] = await Promise.all([
    call('listServiceTypes', { active: 'true' }),
    call('listServices', { active: 'true' }),
    call('listTeam', {}),
    call('getFinance', {}),
  ])
  const people = team.documents.map(({ id, displayname, role, bio, avatar }) => ({
    id,
    name: displayname,
    role,
    bio,
    avatar,
  }))
  const known = new Set(people.map((one) => one.id))
  const offered = services.documents.map((one) => toOfferedService(one, known))
  return {
    types: types.documents.map(({ id, svctype }) => ({ id, label: svctype })),
    services: offered
      .filter(isBookable)
      .map(({ picture: _picture, preVisit: _preVisit, ...service }) => service),
    offered,
    people,
    money: { currency: finance.currency, symbol: finance.currency_symbol },
    hiddenForMembers: services.hiddenForMembers,
  }
}

type Service = Output<'listServices'>['documents'][number]

/** Whether at least one person performs it. */
export const isBookable = ({ prices }: CatalogService): boolean => Object.keys(prices).length > 0

function toOfferedService(service: Service, known: Set<string>): OfferedService {
  const { priceIncVat, members } = service
  const own = Object.entries(service.individualPricing).map(([memberId, pricing]) => ({
    memberId,
    price: pricing.priceIncVat,
    priceActive: pricing.active,
  }))
  const prices = Object.fromEntries(
    members
      .filter((member) => known.has(member))
      .map((member) => [member, priceWith({ price: priceIncVat, members: own }, member)]),
  )
  const shown = Object.keys(prices).length > 0 ? Object.values(prices) : [priceIncVat]
  return {
    id: service.id,
    typeId: service.svctype,
    name: service.name,
    description: service.description,
    picture: service.picture,
    preVisit: service.preVisit,
    minutes: service.duration,
    from: service.fromprice,
    low: Math.min(...shown),
    high: Math.max(...shown),
    prices,
  }
}

/** The people who perform all of these services. */
export const ableToDoAll = (people: Person[], services: CatalogService[]): Person[] =>
  people.filter((person) => services.every((service) => Object.hasOwn(service.prices, person.id)))
