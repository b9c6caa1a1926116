import type { Money } from '#domain/money.ts'
import { priceWith } from '#domain/visit/quote.ts'
import type { Output } from '#contract/calls.ts'
import type { PageContext } from '#contract/page.ts'

/**
 * `prices` has one entry per person who performs the service, in minor units including VAT; `low` to `high`
 * is their range.
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
type Person = { id: string; name: string; role: string | null; bio: string | null; avatar: string | null }
export type Catalog = {
  types: { id: string; label: string }[]
  services: CatalogService[]
  people: Person[]
  money: Money
  hiddenForMembers: number
}

/** What this guest can book: active services with at least one member, in the order of the price list. */
export async function loadCatalog({ call, brand }: PageContext): Promise<Catalog> {
  const of = { tenantId: brand.tenantId }
  const [types, services, team, finance] = await Promise.all([
    call('listServiceTypes', { ...of, active: 'true' }),
    call('listServices', { ...of, active: 'true' }),
    call('listTeam', of),
    call('getFinance', of),
  ])
  const people = team.documents.map(({ id, displayname, role, bio, avatar }) => ({
    id,
    name: displayname,
    role,
    bio,
    avatar,
  }))
  const known = new Set(people.map((one) => one.id))
  return {
    types: types.documents.map(({ id, svctype }) => ({ id, label: svctype })),
    services: services.documents
      .map((one) => toCatalogService(one, known))
      .filter((one) => Object.keys(one.prices).length > 0),
    people,
    money: { currency: finance.currency, symbol: finance.currency_symbol },
    hiddenForMembers: services.hiddenForMembers,
  }
}

type Service = Output<'listServices'>['documents'][number]

function toCatalogService(
  { id, svctype, name, description, duration, fromprice, priceIncVat, members, individualPricing }: Service,
  known: Set<string>,
): CatalogService {
  const own = Object.entries(individualPricing).map(([memberId, one]) => ({
    memberId,
    price: one.priceIncVat,
    priceActive: one.active,
  }))
  const prices = Object.fromEntries(
    members
      .filter((member) => known.has(member))
      .map((member) => [member, priceWith({ price: priceIncVat, members: own }, member)]),
  )
  const all = Object.values(prices)
  return {
    id,
    typeId: svctype,
    name,
    description,
    minutes: duration,
    from: fromprice,
    low: Math.min(...all),
    high: Math.max(...all),
    prices,
  }
}

/** The people who perform all of these services. */
export const ableToDoAll = (people: Person[], services: CatalogService[]): Person[] =>
  people.filter((person) => services.every((service) => Object.hasOwn(service.prices, person.id)))
