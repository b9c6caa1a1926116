import { toPrice } from '#domain/money.ts'
import { ruleFor, type VatSetting } from '#domain/vat.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import type { Path } from '#contract/tenant-file/source-position.ts'

/**
 * The file with other prices: of services and of their members, of add-ons, of goods and of shipping; minor
 * units.
 */
function mapPrices(
  file: TenantFile,
  change: (stored: number, path: Path, vat?: VatSetting) => number,
): TenantFile {
  const { services, addons, products, shipping } = file
  const own = ({ individualPricing, vat }: TenantFile['services'][number], path: Path) =>
    Object.entries(individualPricing).map(([id, pricing]) => [
      id,
      { ...pricing, price: change(pricing.price, [...path, 'individualPricing', id, 'price'], vat) },
    ])
  return {
    ...file,
    services: services.map((service, index) => ({
      ...service,
      price: change(service.price, ['services', index, 'price'], service.vat),
      individualPricing: Object.fromEntries(own(service, ['services', index])),
    })),
    addons: addons.map((addon, index) => ({
      ...addon,
      price: change(addon.price, ['addons', index, 'price'], vatsOfAddon(file, addon)[0]),
    })),
    products: products.map((product, index) => ({
      ...product,
      variants: product.variants.map((variant, at) => ({
        ...variant,
        price: change(variant.price, ['products', index, 'variants', at, 'price'], product.vat),
      })),
    })),
    shipping: shipping.map((shippingType, index) => ({
      ...shippingType,
      price: change(shippingType.price, ['shipping', index, 'price']),
    })),
  }
}

/** Its own, else those of its services. */
const vatsOfAddon = (
  { services }: TenantFile,
  { id, vat }: TenantFile['addons'][number],
): (VatSetting | undefined)[] =>
  vat === undefined
    ? services.filter(({ addons }) => addons.some((one) => one.id === id)).map((one) => one.vat)
    : [vat]

const shownPrice = ({ finance }: TenantFile, stored: number, vat?: VatSetting): number =>
  toPrice(stored, ruleFor({ vatPercent: finance.vat_percent, pricesInclude: finance.pricesInclude }, vat))
    .priceIncVat

/** The prices to which `finance.pricesInclude` applies. `shown`: as guests pay them, in minor units. */
export function listPrices(file: TenantFile): { path: Path; shown: number }[] {
  const prices: { path: Path; shown: number }[] = []
  mapPrices(file, (stored, path, vat) => {
    prices.push({ path, shown: shownPrice(file, stored, vat) })
    return stored
  })
  return prices
}

/** The add-ons that cost guests more with one service than with another, because of the VAT of these. */
export const addonsBySeveralVats = (file: TenantFile): { path: Path; shown: number[] }[] =>
  file.addons.flatMap((addon, index) => {
    const prices = vatsOfAddon(file, addon).map((vat) => shownPrice(file, addon.price, vat))
    const shown = [...new Set(prices)].toSorted((a, b) => a - b)
    return shown.length > 1 ? [{ path: ['addons', index, 'price'], shown }] : []
  })

/** The same file with prices that include VAT: guests pay the same, but for `addonsBySeveralVats`. */
export const withVat = (file: TenantFile): TenantFile => ({
  ...mapPrices(file, (stored, _path, vat) => shownPrice(file, stored, vat)),
  finance: { ...file.finance, pricesInclude: 'vat' },
})
