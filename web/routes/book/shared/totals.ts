import type { CatalogService } from '#web/service/load-catalog.ts'
import type { Priced } from '#web/service/price-text.ts'

/** The selected services in the order of selection. */
export const selectedServices = (services: CatalogService[], ids: string[]): CatalogService[] =>
  ids.flatMap((id) => services.find((one) => one.id === id) ?? [])

/** The total price range and duration of several services. */
export const computeTotal = (services: (Priced & { minutes: number })[]) => ({
  minutes: services.reduce((sum, one) => sum + one.minutes, 0),
  low: services.reduce((sum, one) => sum + one.low, 0),
  high: services.reduce((sum, one) => sum + one.high, 0),
  from: services.some((one) => one.from),
})
