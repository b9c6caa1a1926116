import { minutesText } from '#domain/duration.ts'
import type { Money } from '#domain/money.ts'
import { personLink } from '#contract/links.ts'
import type { PageContext, PublicPage, Translations } from '#contract/page.ts'
import { breadcrumbData, businessData, personData } from '#web/request/structured-data.server.ts'
import { translateForAttribute } from '#web/request/translate-for-attribute.server.ts'
import { loadCatalog, type OfferedService } from '#web/service/load-catalog.ts'
import { vatNote } from '#web/service/vat-note.ts'
import { priceText } from '#web/service/price-text.ts'
import { MAX_SUMMARY, shorten } from '#web/ui/shorten.ts'

export type ShownPerson = {
  id: string
  name: string
  role: string | null
  bio: string | null
  avatar: string | null
}
/** A service with the price of this person. */
export type OwnService = { id: string; name: string; duration: string; price: string }

/** A person's page; null for a person who is not in the team. */
export async function loadPerson(
  ctx: PageContext,
  memberId: string,
): Promise<{
  person: ShownPerson
  services: OwnService[]
  vatNote: string
  page: PublicPage
  words: Translations
} | null> {
  const { brand, translate, t } = ctx
  const { types, offered, people, money, vatPercent } = await loadCatalog(ctx)
  const person = people.find(({ id }) => id === memberId)
  if (!person) return null
  // In the order of the price list.
  const performed = types.flatMap(({ id }) =>
    offered.filter((one) => one.typeId === id && Object.hasOwn(one.prices, memberId)),
  )
  const services = performed.flatMap((one) => toOwnService(ctx, one, money, memberId) ?? [])
  const { name, role, bio } = person
  const words = await translate([brand.description, role, bio, ...services.map((one) => one.name)])
  const path = personLink({ person: memberId })
  const page: PublicPage = {
    path,
    title: name,
    description:
      shorten(translateForAttribute(words, bio) ?? '', MAX_SUMMARY) ||
      [name, translateForAttribute(words, role), brand.companyname].filter(Boolean).join(' · '),
    kind: 'website',
    picture: null,
    data: [businessData(ctx, words), breadcrumbData(ctx, [{ name, path }]), personData(ctx, person, words)],
  }
  // The page has the prices of services only.
  const rates = performed.map(({ rates: [own] }) => own)
  return { person, services, vatNote: vatNote(t, rates, vatPercent), page, words }
}

/** Null for a service that this person does not perform. */
function toOwnService(
  { t, dateLanguage }: PageContext,
  { id, name, minutes, from, prices, lengths }: OfferedService,
  money: Money,
  memberId: string,
): OwnService | null {
  const own = prices[memberId]
  if (own === undefined) return null
  const price = priceText(t, dateLanguage, { from, low: own, high: own }, money)
  return { id, name, duration: minutesText(dateLanguage, lengths[memberId] ?? minutes), price }
}
