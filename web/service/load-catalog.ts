import type { Money } from '#domain/money.ts'
import type { VatRate } from '#domain/vat.ts'
import { MAX_ADDONS, parseAddonName, type OfferedAddon } from '#domain/visit/addons.ts'
import { MAX_SERVICES, priceWith } from '#domain/visit/services.ts'
import type { Picture } from '#contract/content/block.ts'
import type { Output } from '#contract/calls.ts'
import type { PageContext } from '#contract/page.ts'

/**
 * `prices` and `lengths` have one entry per person who performs the service, in minor units including VAT and
 * in minutes; `low` to `high` is the range of prices, or the service's own price while nobody performs it.
 */
export type CatalogService = {
  id: string
  typeId: string
  name: string
  description: string
  /** With who is the fastest, and with who is the slowest. */
  minutes: number
  longest: number
  from: boolean
  low: number
  high: number
  prices: Record<string, number>
  /** Minutes with each of them. */
  lengths: Record<string, number>
  /** Whether only guests who have been here book it on the site. */ knownOnly: boolean
  /** Whether it is booked by telephone only. */ phoneOnly: boolean
  /** What can be chosen with it, prices including VAT. */
  addons: OfferedAddon[]
}
/** A service as guests read about it; it may have no prices, and cannot be booked then. */
export type OfferedService = CatalogService & {
  picture: Picture | null
  preVisit: string | null
  /** Of the service and of its add-ons; undefined: the tenant's. */
  rates: [service: VatRate | undefined, ...addons: (VatRate | undefined)[]]
}
type Person = { id: string; name: string; role: string | null; bio: string | null; avatar: string | null }
export type Catalog = {
  types: { id: string; label: string }[]
  /** What can be booked on the site: services with at least one person. */ services: CatalogService[]
  /** What guests can read about: all of them. */ offered: OfferedService[]
  people: Person[]
  money: Money
  /** The names of add-ons that the address asks for. */ addonNames: Map<string, string>
  /** In percent. */ vatPercent: number
  /** The number of further services for guests who are signed in. */ hiddenForMembers: number
}

/**
 * The active services that this guest sees, in the order of the price list. `search`: of a page whose address
 * names add-ons, also such that are not offered any more.
 */
export async function loadCatalog({
  call,
  search,
}: PageContext & { search?: URLSearchParams }): Promise<Catalog> {
  const named = search ? namedAddons(search) : []
  const [types, services, team, finance] = await Promise.all([
    call('listServiceTypes', { active: 'true' }),
    call('listServices', {
      active: 'true',
      ...(named.length > 0 && { named: named.join(',') }),
    }),
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
      .map(({ picture: _picture, preVisit: _preVisit, rates: _rates, ...service }) => service),
    offered,
    people,
    money: { currency: finance.currency, symbol: finance.currency_symbol },
    vatPercent: finance.vat_percent,
    addonNames: new Map(services.addonNames.map(({ id, name }) => [id, name])),
    hiddenForMembers: services.hiddenForMembers,
  }
}

/** The ids of the add-ons that an address names, of one person or of several. */
const namedAddons = (search: URLSearchParams): string[] => {
  const names = [...search].flatMap(([key, value]) => (/^addons\d?$/.test(key) ? value.split(',') : []))
  return [...new Set(names.flatMap((name) => parseAddonName(name)?.id ?? []))].slice(0, MAX_NAMED)
}
/** How many a visit may have at most. */
const MAX_NAMED = MAX_SERVICES * MAX_ADDONS

type Service = Output<'listServices'>['documents'][number]

/** Whether at least one person performs it, and guests book it on the site. */
export const isBookable = ({ prices, phoneOnly }: CatalogService): boolean =>
  !phoneOnly && Object.keys(prices).length > 0

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
  const lengths = Object.fromEntries(
    Object.keys(prices).map((member) => [member, service.individualLengths[member] ?? service.duration]),
  )
  const minutes = Object.keys(lengths).length > 0 ? Object.values(lengths) : [service.duration]
  return {
    id: service.id,
    typeId: service.svctype,
    name: service.name,
    description: service.description,
    picture: service.picture,
    preVisit: service.preVisit,
    rates: [service.vatRate, ...service.addons.map(({ vatRate }) => vatRate)],
    minutes: Math.min(...minutes),
    longest: Math.max(...minutes),
    from: service.fromprice,
    knownOnly: service.knownOnly,
    phoneOnly: service.phoneOnly,
    low: Math.min(...shown),
    high: Math.max(...shown),
    prices,
    lengths,
    addons: service.addons.map(({ id, name, minutes: each, priceIncVat: price, most }) => ({
      id,
      name,
      minutes: each,
      price,
      most,
    })),
  }
}

/** The people who perform all of these services. */
export const ableToDoAll = (people: Person[], services: CatalogService[]): Person[] =>
  people.filter((person) => services.every((service) => Object.hasOwn(service.prices, person.id)))
