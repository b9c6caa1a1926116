import { formatMoney } from '#domain/money.ts'
import type { Output } from '#contract/calls.ts'
import { productLink, shopLink } from '#contract/links.ts'
import type { PageContext, PublicPage, Translations } from '#contract/page.ts'
import type { Product } from '#contract/shop/product.ts'
import { nullIfNotFound } from '#web/request/call-errors.ts'
import { breadcrumbData, businessData, previewPicture } from '#web/request/structured-data.server.ts'
import { translateForAttribute } from '#web/request/translate-for-attribute.server.ts'
import { MAX_SUMMARY, shorten } from '#web/ui/shorten.ts'
import { productData } from './product-data.server.ts'

/** A variant with its price as text, VAT included. */
export type ShownVariant = Omit<Product['variants'][number], 'price' | 'priceIncVat'> & { price: string }
export type ShownProduct = Omit<Product, 'variants'> & {
  variants: ShownVariant[]
  /** The heading of the shop that it is listed under. */ typeName: string | null
}

/** A product's page; null for a product that the shop does not have. */
export async function loadProduct(
  ctx: PageContext,
  productId: string,
): Promise<{ product: ShownProduct; page: PublicPage; words: Translations } | null> {
  const { call, brand, translate, t } = ctx
  const [product, types, finance] = await Promise.all([
    call('getProduct', { productId }).catch(nullIfNotFound),
    call('listProductTypes', {}),
    call('getFinance', {}),
  ])
  if (!product) return null
  const typeName = types.documents.find(({ id }) => id === product.type)?.name ?? null
  const { id, displayName, description, pictures, variants } = product
  const words = await translate([
    brand.description,
    typeName,
    displayName,
    description,
    ...pictures.map(({ alt }) => alt),
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
  const shown = { ...product, typeName, variants: variants.map((one) => toShownVariant(ctx, finance, one)) }
  return { product: shown, page, words }
}

const toShownVariant = (
  { dateLanguage }: PageContext,
  { currency, currency_symbol: symbol }: Output<'getFinance'>,
  { id, size, priceIncVat, stock }: Product['variants'][number],
): ShownVariant => ({ id, size, stock, price: formatMoney(priceIncVat, currency, dateLanguage, symbol) })
