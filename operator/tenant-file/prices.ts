import { toPrice } from '#domain/money.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import type { Path } from '#contract/tenant-file/source-position.ts'

/** The file with other prices: of services and of their members, of goods and of shipping; minor units. */
function mapPrices(file: TenantFile, change: (stored: number, path: Path) => number): TenantFile {
  const { services, products, shipping } = file
  const own = ({ individualPricing }: TenantFile['services'][number], path: Path) =>
    Object.entries(individualPricing).map(([id, pricing]) => [
      id,
      { ...pricing, price: change(pricing.price, [...path, 'individualPricing', id, 'price']) },
    ])
  return {
    ...file,
    services: services.map((service, index) => ({
      ...service,
      price: change(service.price, ['services', index, 'price']),
      individualPricing: Object.fromEntries(own(service, ['services', index])),
    })),
    products: products.map((product, index) => ({
      ...product,
      variants: product.variants.map((variant, at) => ({
        ...variant,
        price: change(variant.price, ['products', index, 'variants', at, 'price']),
      })),
    })),
    shipping: shipping.map((shippingType, index) => ({
      ...shippingType,
      price: change(shippingType.price, ['shipping', index, 'price']),
    })),
  }
}

const shownPrice = ({ finance }: TenantFile, stored: number): number =>
  toPrice(stored, { vatPercent: finance.vat_percent, pricesInclude: finance.pricesInclude }).priceIncVat

/** The prices to which `finance.pricesInclude` applies. `shown`: as guests pay them, in minor units. */
export function listPrices(file: TenantFile): { path: Path; shown: number }[] {
  const prices: { path: Path; shown: number }[] = []
  mapPrices(file, (stored, path) => {
    prices.push({ path, shown: shownPrice(file, stored) })
    return stored
  })
  return prices
}

/** The same file with prices that include VAT: guests pay the same. */
export const withVat = (file: TenantFile): TenantFile => ({
  ...mapPrices(file, (stored) => shownPrice(file, stored)),
  finance: { ...file.finance, pricesInclude: 'vat' },
})
