import type { VatRate, VatSetting } from '../vat.ts'
import { SERVICE_JOINER } from './services.ts'

/** How many add-ons a service may have, and so a service of a visit at most. */
export const MAX_ADDONS = 10
/** How often one add-on may be chosen for a service, at most. */
export const MAX_ADDON_COUNT = 5

/** An add-on of a service by its id, and how often. */
export type WantedAddon = { id: string; count: number }
/**
 * An add-on as it was booked, which no import changes. `minutes` and `price` of one of them; the price in
 * minor units including its VAT.
 */
export type BookedAddon = WantedAddon & { name: string; minutes: number; price: number; vat: VatRate }
/** An add-on that a service has now; `most`: how often it may be chosen. */
export type OfferedAddon = Omit<BookedAddon, 'count' | 'vat'> & { most: number }
/** The same as the tenant has it: the price as stored, and its own VAT; null: that of the service. */
export type StoredAddon = OfferedAddon & { vat: VatSetting | null; exemptReason: string | null }

/** The minutes by which add-ons lengthen their service. */
export const sumAddonMinutes = (addons: readonly Pick<BookedAddon, 'count' | 'minutes'>[]): number =>
  addons.reduce((sum, { count, minutes }) => sum + count * minutes, 0)

/** What add-ons cost together, in the unit of their prices. */
export const sumAddonPrices = (addons: readonly Pick<BookedAddon, 'count' | 'price'>[]): number =>
  addons.reduce((sum, { count, price }) => sum + count * price, 0)

/** What the services of a visit and their add-ons cost, each with its VAT. */
export const pricedParts = (
  segments: readonly { price: number; vat: VatRate | null; addons: readonly BookedAddon[] }[],
): { price: number; vat: VatRate | null }[] =>
  segments.flatMap(({ price, vat, addons }) => [
    { price: price - sumAddonPrices(addons), vat },
    ...addons.map((one) => ({ price: one.count * one.price, vat: one.vat })),
  ])

/** In one order, so that equal choices are equal. */
export const sortAddons = (addons: readonly WantedAddon[]): WantedAddon[] =>
  addons
    .map(({ id, count }) => ({ id, count }))
    .sort((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))

/** Whether a service has an add-on now, and so often. */
export const isAddonOffered = (
  offered: readonly Pick<OfferedAddon, 'id' | 'most'>[],
  { id, count }: WantedAddon,
): boolean => offered.some((one) => one.id === id && count <= one.most)

/** An add-on as a text names it: `Hair mask`, `2 × Hair mask`. */
export const addonText = ({ name, count }: Pick<BookedAddon, 'name' | 'count'>): string =>
  count > 1 ? `${count} × ${name}` : name

/** A service of a visit with its add-ons, as one text names them. */
export const serviceText = ({
  serviceName,
  addons = [],
}: {
  serviceName: string
  addons?: readonly Pick<BookedAddon, 'name' | 'count'>[] | undefined
}): string => [serviceName, ...addons.map(addonText)].join(SERVICE_JOINER)

/** The names of a service of a visit and of its add-ons, each as the tenant has written it. */
export const namesOf = ({
  serviceName,
  addons = [],
}: {
  serviceName: string
  addons?: readonly Pick<BookedAddon, 'name'>[] | undefined
}): string[] => [serviceName, ...addons.map(({ name }) => name)]

/** A choice for a service of a visit, as an address and a form name it: `cut:mask`, `cut:mask:2`. */
export const toAddonName = (service: string, { id, count }: WantedAddon): string =>
  [service, id, ...(count > 1 ? [count] : [])].join(':')

/** The inverse of `toAddonName`; null for a text that is none. */
export function parseAddonName(text: string): (WantedAddon & { service: string }) | null {
  const [, service, id, count = '1'] =
    /^([a-z0-9][a-z0-9_-]{0,62}):([a-z0-9][a-z0-9_-]{0,62})(?::([1-9]))?$/.exec(text) ?? []
  return service && id && Number(count) <= MAX_ADDON_COUNT ? { service, id, count: Number(count) } : null
}

/** The add-ons of a visit's services, as an address names them. */
export const addonNamesOf = (
  segments: readonly { serviceId: string; addons: readonly WantedAddon[] }[],
): string[] => segments.flatMap(({ serviceId, addons }) => addons.map((one) => toAddonName(serviceId, one)))

/** The names of services and of their add-ons, each as the tenant has written it. */
export const namesWithAddons = (
  services: readonly { name: string; addons?: readonly Pick<BookedAddon, 'name'>[] }[],
): string[] => services.flatMap(({ name, addons = [] }) => [name, ...addons.map((one) => one.name)])
