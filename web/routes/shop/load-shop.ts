import { formatMoney } from '#domain/money.ts'
import { matchesSearch } from '#domain/product/search.ts'
import type { StockLevel } from '#domain/product/stock.ts'
import type { Picture } from '#contract/content/block.ts'
import type { Output } from '#contract/calls.ts'
import { shopLink } from '#contract/links.ts'
import type { PageContext, PublicPage, Translations } from '#contract/page.ts'
import type { Product } from '#contract/shop/product.ts'
import { findOwnBooking } from '#web/visit/booking.ts'
import { breadcrumbData, businessData } from '#web/request/structured-data.server.ts'
import { translateForAttribute } from '#web/request/translate-for-attribute.server.ts'
import { vatNote } from '#web/service/vat-note.ts'
import { pricesText } from '#web/ui/format.ts'

export type ListedProduct = {
  id: string
  name: string
  brand: string | null
  picture: Picture | null
  /** As formatted by `pricesText`. */ price: string
  /** The best of its variants. */ stock: StockLevel
}
export type ShopList = {
  types: { id: string; name: string }[]
  /** The products of the guest's own visit. */ fromVisit: ListedProduct[]
  products: ListedProduct[]
  /** Whether there is a product at all, chosen or not. */ stocked: boolean
  chosen: ShopChoice
  /** Which of the shop's prices include VAT. */ vatNote: string
}
/** What the guest has chosen; null and '' for nothing. */
export type ShopChoice = { type: string | null; inStock: boolean; typed: string }

const MAX_TYPED = 100

/** The shop's list by what the URL chooses. Prices are texts that include VAT; `page` is the metadata. */
export async function loadShop(
  ctx: PageContext,
  search: URLSearchParams,
): Promise<{
  /** A `ShopList` as JSON: the browser parses one string faster than hundreds of hydration values. */
  list: string
  page: PublicPage
  words: Translations
}> {
  const { call, brand, translate, t } = ctx
  const [types, products, finance, own] = await Promise.all([
    call('listProductTypes', {}),
    call('listProducts', {}),
    call('getFinance', {}),
    productsOfVisit(ctx, search),
  ])
  const all = products.documents
  const used = types.documents.filter(({ id }) => all.some(({ type }) => type === id))
  const words = await translate([
    brand.tagline,
    brand.description,
    ...used.map(({ name }) => name),
    ...all.flatMap(({ displayName, description }) => [displayName, description]),
  ])
  const chosen = {
    type: used.find(({ id }) => id === search.get('type'))?.id ?? null,
    inStock: search.get('stock') === 'true',
    typed: (search.get('q') ?? '').trim().slice(0, MAX_TYPED),
  }
  const found = all.filter((one) => isChosen(one, chosen, words))
  const show = (one: Product) => toListedProduct(ctx, finance, one)
  const list: ShopList = {
    types: used,
    fromVisit: found.filter(({ id }) => own.has(id)).map(show),
    products: found.filter(({ id }) => !own.has(id)).map(show),
    stocked: all.length > 0,
    chosen,
    vatNote: vatNote(
      t,
      all.map(({ vatRate }) => vatRate),
      finance.vat_percent,
    ),
  }
  const page: PublicPage = {
    path: shopLink(),
    title: t('shop.title'),
    description: translateForAttribute(words, brand.tagline) ?? brand.title,
    kind: 'website',
    picture: null,
    data: [businessData(ctx, words), breadcrumbData(ctx, [{ name: t('shop.title'), path: shopLink() }])],
  }
  return { list: JSON.stringify(list), page, words }
}

/**
 * The ids of the products that this guest bought at the visit `bid`; empty for another guest's visit. Such a
 * page is never cached: `bid` is no parameter of a cacheable URL.
 */
async function productsOfVisit({ call, guest }: PageContext, search: URLSearchParams) {
  const id = search.get('fromLastVisit') === 'true' ? search.get('bid') : null
  if (!id || !guest) return new Set<string>()
  const booking = await findOwnBooking({ call, guest }, id)
  return new Set(booking?.products.map(({ variationParent }) => variationParent))
}

/** Searches in the tenant's own words and in those that the guest reads. */
function isChosen(
  { type, displayName, brandName, description, variants }: Product,
  chosen: ShopChoice,
  words: Translations,
): boolean {
  const texts = [displayName, description]
  return (
    (chosen.type === null || chosen.type === type) &&
    (!chosen.inStock || variants.some(({ stock }) => stock !== 'soldOut')) &&
    matchesSearch(
      [...texts, ...texts.map((one) => translateForAttribute(words, one)), brandName ?? ''],
      chosen.typed,
    )
  )
}

/** The best word for a product's stock. */
const bestStock = (variants: Product['variants']): StockLevel =>
  (['inStock', 'fewLeft'] as const).find((word) => variants.some(({ stock }) => stock === word)) ?? 'soldOut'

/** A product as a list shows it. */
export function toListedProduct(
  { t, dateLanguage }: PageContext,
  { currency, currency_symbol: symbol }: Output<'getFinance'>,
  { id, displayName, brandName, pictures, variants }: Product,
): ListedProduct {
  const prices = variants.map(({ priceIncVat }) => priceIncVat)
  const low = Math.min(...prices)
  const [picture] = pictures
  return {
    id,
    name: displayName,
    brand: brandName,
    // Its name is beside it.
    picture: picture ? { ...picture, alt: '' } : null,
    price: pricesText(t, {
      from: Math.max(...prices) > low,
      low: formatMoney(low, currency, dateLanguage, symbol),
      high: null,
    }),
    stock: bestStock(variants),
  }
}
