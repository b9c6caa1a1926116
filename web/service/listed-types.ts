import { minutesText } from '#domain/duration.ts'
import type { Picture } from '#contract/content/block.ts'
import type { PageContext } from '#contract/page.ts'
import { isBookable, type Catalog, type OfferedService } from './load-catalog.ts'
import { priceText } from './price-text.ts'

/** A service in texts. */
export type ListedService = {
  id: string
  name: string
  description: string
  picture: Picture | null
  /** `45 min.`, `45–60 min.` */ duration: string
  /** Including VAT, see `priceText`. */ price: string
  preVisit?: string
  /** Absent: there are none. */
  addons?: { id: string; name: string; /** `+10 min. · 95 kr.` */ about: string }[]
  bookable: boolean
  /** Only guests who have been here book it on the site. */ knownOnly: boolean
  /** It is booked by telephone only. */ phoneOnly: boolean
}
export type ListedType = { id: string; label: string; services: ListedService[] }

/** The active types by weight, each with its services; types without services are left out. */
export const toListedTypes = (ctx: PageContext, { types, offered, money }: Catalog): ListedType[] =>
  types
    .map((type) => ({
      ...type,
      services: offered
        .filter((one) => one.typeId === type.id)
        .map((one) => toListedService(ctx, one, money)),
    }))
    .filter((type) => type.services.length > 0)

const toListedService = (
  { t, dateLanguage }: PageContext,
  service: OfferedService,
  money: Catalog['money'],
): ListedService => ({
  id: service.id,
  name: service.name,
  description: service.description,
  picture: service.picture,
  duration: minutesText(dateLanguage, service.minutes, service.longest),
  price: priceText(t, dateLanguage, service, money),
  ...(service.addons.length > 0 && {
    addons: service.addons.map(({ id, name, minutes, price }) => ({
      id,
      name,
      about: [
        ...(minutes > 0 ? [`+${minutesText(dateLanguage, minutes)}`] : []),
        priceText(t, dateLanguage, { low: price, high: price, from: false }, money),
      ].join(' · '),
    })),
  }),
  ...(service.preVisit ? { preVisit: service.preVisit } : {}),
  bookable: isBookable(service),
  knownOnly: service.knownOnly,
  phoneOnly: service.phoneOnly,
})
