import { amountText } from '#domain/money.ts'
import type { StockLevel } from '#domain/product/stock.ts'
import { productLink } from '#contract/links.ts'
import type { Output } from '#contract/calls.ts'
import type { PageContext, PublicPage, Translations } from '#contract/page.ts'
import type { Product } from '#contract/shop/product.ts'
import { translateForAttribute } from '#web/request/translate-for-attribute.server.ts'

const availability: Record<StockLevel, string> = {
  inStock: 'InStock',
  fewLeft: 'LimitedAvailability',
  soldOut: 'SoldOut',
}

/** A product with an offer for each variant, prices including VAT (https://schema.org/Product). */
export const productData = (
  { origin }: PageContext,
  { id, displayName, brandName, description, pictures, variants }: Product,
  { currency }: Output<'getFinance'>,
  words: Translations,
): PublicPage['data'][number] => ({
  '@type': 'Product',
  name: translateForAttribute(words, displayName),
  url: origin + productLink({ product: id }),
  ...(description ? { description: translateForAttribute(words, description) } : {}),
  ...(brandName ? { brand: { '@type': 'Brand', name: brandName } } : {}),
  ...(pictures.length > 0 ? { image: pictures.map(({ src }) => new URL(src, origin).href) } : {}),
  offers: variants.map(({ id: variant, size, priceIncVat, stock }) => ({
    '@type': 'Offer',
    sku: variant,
    ...(size ? { name: size } : {}),
    price: amountText(priceIncVat, currency),
    priceCurrency: currency,
    availability: `https://schema.org/${availability[stock]}`,
    seller: { '@id': `${origin}/#business` },
    url: origin + productLink({ product: id, variant }),
  })),
})
