import { amountText, type Money } from '#domain/money.ts'
import { bookLink, personLink, serviceLink } from '#contract/links.ts'
import type { Picture } from '#contract/content/block.ts'
import type { PageContext, PublicPage, Translations } from '#contract/page.ts'
import type { PageDocument } from '#contract/content/page-document.ts'
import { translateForAttribute } from './translate-for-attribute.server.ts'

type Data = PublicPage['data'][number]
type Breadcrumb = { name: string; path: string }

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/**
 * The business (https://schema.org/LocalBusiness and its subtypes). Contains only what the pages show.
 * `words` in this file are the translations of the tenant's texts.
 */
export function businessData({ brand, origin }: PageContext, words: Translations): Data {
  const { companyname, address, phone, hero, business, openingHours, social } = brand
  return {
    '@type': business,
    '@id': `${origin}/#business`,
    name: companyname,
    url: `${origin}/`,
    email: brand.email,
    ...(brand.description ? { description: translateForAttribute(words, brand.description) } : {}),
    ...(hero ? { image: new URL(hero.image, origin).href } : {}),
    ...(brand.logo ? { logo: new URL(brand.logo, origin).href } : {}),
    ...(phone ? { telephone: phone } : {}),
    ...(address
      ? {
          address: {
            '@type': 'PostalAddress',
            streetAddress: address.street,
            postalCode: address.postalcode,
            addressLocality: address.city,
            addressCountry: address.country,
          },
        }
      : {}),
    ...(openingHours.length > 0
      ? {
          openingHoursSpecification: openingHours.map(({ weekday, from, to }) => ({
            '@type': 'OpeningHoursSpecification',
            dayOfWeek: `https://schema.org/${weekdays[weekday - 1]}`,
            opens: from,
            closes: to === '24:00' ? '23:59' : to,
          })),
        }
      : {}),
    ...(Object.keys(social).length > 0 ? { sameAs: Object.values(social) } : {}),
    potentialAction: { '@type': 'ReserveAction', target: origin + bookLink() },
  }
}

/** The path from the front page to this page (https://schema.org/BreadcrumbList). */
export const breadcrumbData = ({ origin, brand }: PageContext, steps: Breadcrumb[]): Data => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: brand.companyname, path: '/' }, ...steps].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${origin}${path}`,
  })),
})

/** Prices in minor units including VAT, by person and as a range. */
type PricedService = {
  id: string
  name: string
  description: string
  picture: Picture | null
  from: boolean
  low: number
  high: number
  prices: Record<string, number>
}

/** The services with their prices including VAT (https://schema.org/Service). */
export const serviceData = (
  { origin }: PageContext,
  services: readonly PricedService[],
  { currency }: Money,
  words: Translations,
): Data[] =>
  services.map((service) => {
    const { low, high, from } = service
    const offer =
      low === high && !from
        ? { '@type': 'Offer', price: amountText(low, currency), priceCurrency: currency }
        : {
            '@type': 'AggregateOffer',
            lowPrice: amountText(low, currency),
            ...(from ? {} : { highPrice: amountText(high, currency) }),
            priceCurrency: currency,
          }
    return {
      '@type': 'Service',
      name: translateForAttribute(words, service.name),
      ...(service.description ? { description: translateForAttribute(words, service.description) } : {}),
      url: origin + serviceLink({ service: service.id }),
      ...(service.picture ? { image: new URL(service.picture.src, origin).href } : {}),
      provider: { '@id': `${origin}/#business` },
      // A service without members cannot be booked now, so it has no offer.
      ...(Object.keys(service.prices).length > 0
        ? { offers: { ...offer, url: origin + bookLink({ services: [service.id] }) } }
        : {}),
    }
  })

type Person = { id: string; name: string; role: string | null; bio: string | null; avatar: string | null }

/** A person of the team (https://schema.org/Person), as their page shows them. */
export const personData = (
  { origin }: PageContext,
  { id, name, role, bio, avatar }: Person,
  words: Translations,
): Data => ({
  '@type': 'Person',
  name,
  url: origin + personLink({ person: id }),
  ...(role ? { jobTitle: translateForAttribute(words, role) } : {}),
  ...(bio ? { description: translateForAttribute(words, bio) } : {}),
  ...(avatar ? { image: new URL(avatar, origin).href } : {}),
  worksFor: { '@id': `${origin}/#business` },
})

/** A sub-page as a post (https://schema.org/BlogPosting). Only its last modification time is known. */
export const postData = (
  { brand, language, origin }: PageContext,
  page: PageDocument,
  path: string,
): Data => ({
  '@type': 'BlogPosting',
  headline: page.title,
  ...(page.description ? { description: page.description } : {}),
  ...(page.picture ? { image: new URL(page.picture.src, origin).href } : {}),
  ...(page.date ? { datePublished: page.date } : {}),
  dateModified: new Date(page.updated).toISOString(),
  inLanguage: page.translated ? language : brand.defaultLanguage,
  author: { '@id': `${origin}/#business` },
  publisher: { '@id': `${origin}/#business` },
  mainEntityOfPage: `${origin}${path}`,
})

/**
 * The page's picture for link previews, which do not show SVG: its largest WebP variant, null if it has none.
 */
export const previewPicture = (picture: PageDocument['picture']): PublicPage['picture'] => {
  const webp = picture?.sources
    .find((one) => one.type === 'image/webp')
    ?.srcset.split(',')
    .at(-1)
    ?.trim()
    .split(' ')[0]
  const src = webp ?? picture?.src
  return picture && src && !/\.svg$/i.test(src)
    ? { src, width: picture.width, height: picture.height, alt: picture.alt }
    : null
}
