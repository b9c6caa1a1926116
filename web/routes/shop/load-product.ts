import { isCollected, servesCountry } from '#domain/checkout/shipping.ts'
import { formatMoney } from '#domain/money.ts'
import { goesWith } from '#domain/product/goes-with.ts'
import type { Output } from '#contract/calls.ts'
import { productLink, shopLink } from '#contract/links.ts'
import type { PageContext, PublicPage, Translations } from '#contract/page.ts'
import type { Product } from '#contract/shop/product.ts'
import { nullIfNotFound } from '#web/request/call-errors.ts'
import { breadcrumbData, businessData, previewPicture } from '#web/request/structured-data.server.ts'
import { vatNote } from '#web/service/vat-note.ts'
import { translateForAttribute } from '#web/request/translate-for-attribute.server.ts'
import { MAX_SUMMARY, shorten } from '#web/ui/shorten.ts'
import type { DeliveryPrices } from './delivery-facts.tsx'
import { toListedProduct, type ListedProduct } from './load-shop.ts'
import { productData } from './product-data.server.ts'

/** A variant with its price as text, VAT included. */
export type ShownVariant = Omit<Product['variants'][number], 'price' | 'priceIncVat'> & { price: string }
export type ShownProduct = Omit<Product, 'variants'> & {
  variants: ShownVariant[]
  /** The heading of the shop that it is listed under. */ typeName: string | null
  delivery: DeliveryPrices
  /** Whether its price includes VAT. */ vatNote: string
  related: ListedProduct[]
}

/** One row of the list on a wide screen. */
const MAX_RELATED = 4

/** A product's page; null for a product that the shop does not have. */
export async function loadProduct(
  ctx: PageContext,
  productId: string,
): Promise<{ product: ShownProduct; page: PublicPage; words: Translations } | null> {
  const { call, brand, translate, t } = ctx
  const [product, all, types, shipping, finance] = await Promise.all([
    call('getProduct', { productId }).catch(nullIfNotFound),
    call('listProducts', {}),
    call('listProductTypes', {}),
    call('shippingTypes', {}),
    call('getFinance', {}),
  ])
  if (!product) return null
  const typeName = types.documents.find(({ id }) => id === product.type)?.name ?? null
  const { id, displayName, description, pictures, variants } = product
  const related = goesWith(product, all.documents, MAX_RELATED)
  const words = await translate([
    brand.description,
    typeName,
    displayName,
    description,
    ...pictures.map(({ alt }) => alt),
    ...related.map((one) => one.displayName),
  ])
  const name = translateForAttribute(words, displayName)
  const [picture] = pictures
  const page: PublicPage = {
    path: productLink({ product: id }),
    title: name,
    description:
      shorten(translateForAttribute(words, description), MAX_SUMMARY) || `${name} · ${brand.companyname}`,
    kind: 'website',
    picture: previewPicture(picture ?? null),
    data: [
      businessData(ctx, words),
      breadcrumbData(ctx, [
        { name: t('shop.title'), path: shopLink() },
        { name, path: productLink({ product: id }) },
      ]),
      productData(ctx, product, finance, words),
    ],
  }
  const shown = {
    ...product,
    typeName,
    variants: variants.map((one) => toShownVariant(ctx, finance, one)),
    delivery: deliveryPrices(ctx, finance, shipping),
    vatNote: vatNote(t, [product.vatRate], finance.vat_percent),
    related: related.map((one) => toListedProduct(ctx, finance, one)),
  }
  return { product: shown, page, words }
}

const toShownVariant = (
  { dateLanguage }: PageContext,
  { currency, currency_symbol: symbol }: Output<'getFinance'>,
  { id, size, priceIncVat, stock }: Product['variants'][number],
): ShownVariant => ({ id, size, stock, price: formatMoney(priceIncVat, currency, dateLanguage, symbol) })

/** What it costs at least to get an order in the tenant's country, delivered or collected. */
function deliveryPrices(
  { brand, dateLanguage }: PageContext,
  { currency, currency_symbol: symbol }: Output<'getFinance'>,
  { shippingSettings }: Output<'shippingTypes'>,
): DeliveryPrices {
  const served = shippingSettings.filter(({ countries }) => servesCountry(countries, brand.countryCode))
  const lowest = (collected: boolean): string | null => {
    const prices = served
      .filter(({ type }) => isCollected(type) === collected)
      .map(({ priceIncVat }) => priceIncVat)
    if (prices.length === 0) return null
    const low = Math.min(...prices)
    return low === 0 ? '' : formatMoney(low, currency, dateLanguage, symbol)
  }
  return { delivered: lowest(false), collected: lowest(true) }
}
