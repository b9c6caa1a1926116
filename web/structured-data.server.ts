import { priceRange, type ServicePrice } from '#domain/money.ts'
import type { Output } from '#contract/calls.ts'
import type { PageScope, PublicPage, Words } from '#contract/page.ts'
import type { PageDocument } from '#contract/page-document.ts'
import { inWords } from './in-words.server.ts'

type Data = PublicPage['data'][number]
type Step = { name: string; path: string }

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The business itself (https://schema.org/LocalBusiness and its kinds); nothing that its pages do not show. Here and below `words` are the translations of what the tenant wrote. */
export function businessData({ brand, origin }: PageScope, words: Words): Data {
  const { companyname, address, phone, hero, business, openingHours, social } = brand
  return {
    '@type': business,
    '@id': `${origin}/#business`,
    name: companyname,
    url: `${origin}/`,
    email: brand.email,
    ...(brand.description ? { description: inWords(words, brand.description) } : {}),
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
    potentialAction: { '@type': 'ReserveAction', target: `${origin}/book` },
  }
}

/** The way from the front page to this one (https://schema.org/BreadcrumbList). */
export const breadcrumbData = ({ origin, brand }: PageScope, steps: Step[]): Data => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: brand.companyname, path: '/' }, ...steps].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${origin}${path}`,
  })),
})

/** What is offered at which price, VAT included (https://schema.org/Service). */
export const serviceData = (
  { origin }: PageScope,
  services: (ServicePrice &
    Pick<Output<'listServices'>['documents'][number], 'id' | 'name' | 'description' | 'members'>)[],
  { vat_percent: vat, currency }: Output<'getFinance'>,
  words: Words,
): Data[] =>
  services.map((service) => {
    const { low, high } = priceRange(service, vat)
    const offer =
      low === high && !service.fromprice
        ? { '@type': 'Offer', price: inMajor(low), priceCurrency: currency }
        : {
            '@type': 'AggregateOffer',
            lowPrice: inMajor(low),
            ...(service.fromprice ? {} : { highPrice: inMajor(high) }),
            priceCurrency: currency,
          }
    return {
      '@type': 'Service',
      name: inWords(words, service.name),
      ...(service.description ? { description: inWords(words, service.description) } : {}),
      provider: { '@id': `${origin}/#business` },
      // What nobody does at present cannot be had.
      ...(service.members.length > 0
        ? { offers: { ...offer, url: `${origin}/book?services=${service.id}` } }
        : {}),
    }
  })

const inMajor = (minor: number): string => (minor / 100).toFixed(2)

/** A page below another one is a post of it (https://schema.org/BlogPosting); it says no more of its time than when it last changed. */
export const postData = ({ brand, language, origin }: PageScope, page: PageDocument, path: string): Data => ({
  '@type': 'BlogPosting',
  headline: page.title,
  ...(page.description ? { description: page.description } : {}),
  ...(page.picture ? { image: new URL(page.picture.src, origin).href } : {}),
  dateModified: new Date(page.updated).toISOString(),
  inLanguage: page.translated ? language : brand.defaultLanguage,
  author: { '@id': `${origin}/#business` },
  publisher: { '@id': `${origin}/#business` },
  mainEntityOfPage: `${origin}${path}`,
})

/** A page's own picture, where previews of links can show its kind: they draw no SVG. */
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
