import type { BookedAddon } from '#domain/visit/addons.ts'
import { sumAddonMinutes, sumAddonPrices } from '#domain/visit/addons.ts'
import { addonsByService, type Selection } from '#web/visit/selection.ts'
import type { CatalogService } from '#web/service/load-catalog.ts'
import type { Priced } from '#web/service/price-text.ts'

/** A service with the add-ons that are chosen for it: minutes and prices contain them. */
export type SelectedService = CatalogService & { chosen: ChosenAddon[] }
type ChosenAddon = Omit<BookedAddon, 'vat'>

/** The selected services in the order of selection, with their add-ons. */
export function selectedServices(
  services: CatalogService[],
  { services: ids, addons }: Pick<Selection, 'services' | 'addons'>,
): SelectedService[] {
  const wanted = addonsByService(addons)
  return ids.flatMap((id) => {
    const service = services.find((one) => one.id === id)
    if (!service) return []
    const counts = new Map((wanted.get(id) ?? []).map((one) => [one.id, one.count]))
    const chosen = service.addons.flatMap(({ most: _, ...one }) => {
      const count = counts.get(one.id)
      return count ? [{ ...one, count }] : []
    })
    return [withAddons(service, chosen)]
  })
}

function withAddons(service: CatalogService, chosen: ChosenAddon[]): SelectedService {
  const [price, minutes] = [sumAddonPrices(chosen), sumAddonMinutes(chosen)]
  return {
    ...service,
    chosen,
    minutes: service.minutes + minutes,
    longest: service.longest + minutes,
    lengths: Object.fromEntries(Object.entries(service.lengths).map(([id, own]) => [id, own + minutes])),
    low: service.low + price,
    high: service.high + price,
    prices: Object.fromEntries(Object.entries(service.prices).map(([id, own]) => [id, own + price])),
  }
}

/** The service with this person: at their price, and as long as they take. */
export function withPerson<T extends CatalogService>(service: T, member: string | null | undefined): T {
  const own = member == null ? undefined : service.prices[member]
  const length = member == null ? undefined : service.lengths[member]
  return {
    ...service,
    ...(own !== undefined && { low: own, high: own }),
    ...(length !== undefined && { minutes: length, longest: length }),
  }
}

/** The total range of price and duration of several services. */
export const computeTotal = (services: (Priced & { minutes: number; longest: number })[]) => ({
  minutes: services.reduce((sum, one) => sum + one.minutes, 0),
  longest: services.reduce((sum, one) => sum + one.longest, 0),
  low: services.reduce((sum, one) => sum + one.low, 0),
  high: services.reduce((sum, one) => sum + one.high, 0),
  from: services.some((one) => one.from),
})

/** The texts of services and of their add-ons that the tenant has written. */
export const wordsOfServices = (services: Pick<SelectedService, 'name' | 'chosen'>[]): string[] =>
  services.flatMap(({ name, chosen }) => [name, ...chosen.map((one) => one.name)])
