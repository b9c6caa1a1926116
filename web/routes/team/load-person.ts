import { minutesText } from '#domain/duration.ts'
import type { Output } from '#contract/calls.ts'
import { personLink } from '#contract/links.ts'
import type { PageContext, PublicPage, Translations } from '#contract/page.ts'
import { breadcrumbData, businessData, personData } from '#web/request/structured-data.server.ts'
import { translateForAttribute } from '#web/request/translate-for-attribute.server.ts'
import { listedPrice, loadServices, type OfferedService } from '#web/service/load-services.ts'
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
): Promise<{ person: ShownPerson; services: OwnService[]; page: PublicPage; words: Translations } | null> {
  const { call, brand, translate } = ctx
  const [team, { types, offered, finance }] = await Promise.all([
    call('listTeam', { tenantId: brand.tenantId }),
    loadServices(ctx),
  ])
  const member = team.documents.find(({ id }) => id === memberId)
  if (!member) return null
  // In the order of the price list.
  const services = types
    .flatMap(({ services: listed }) => listed)
    .flatMap(({ id }) => offered.find((one) => one.id === id && one.members.includes(memberId)) ?? [])
    .map((one) => toOwnService(ctx, one, finance, memberId))
  const { displayname: name, role, bio, avatar } = member
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
    data: [businessData(ctx, words), breadcrumbData(ctx, [{ name, path }]), personData(ctx, member, words)],
  }
  return { person: { id: memberId, name, role, bio, avatar }, services, page, words }
}

function toOwnService(
  ctx: PageContext,
  { id, name, duration, fromprice, priceIncVat, members, individualPricing }: OfferedService,
  finance: Output<'getFinance'>,
  memberId: string,
): OwnService {
  const own = individualPricing[members.indexOf(memberId)]
  const price = { fromprice, priceIncVat, individualPricing: own ? [own] : [] }
  return {
    id,
    name,
    duration: minutesText(ctx.dateLanguage, duration),
    price: listedPrice(ctx, price, finance),
  }
}
