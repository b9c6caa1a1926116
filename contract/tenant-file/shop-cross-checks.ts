import { bareCode } from '#domain/checkout/discount.ts'
import type { Shop } from './shop-schema.ts'
import type { Path } from './source-position.ts'

type ShopError = { path: Path; message: string }

/** Checks of the shop that involve several fields: names, references, and what a kind of promotion needs. */
export function shopErrors(shop: Shop): ShopError[] {
  const { productTypes, products, shipping, promotions } = shop
  const variants = products.flatMap(({ variants }, index) =>
    variants.map(({ id }, at) => ({ name: id, path: ['products', index, 'variants', at, 'id'] })),
  )
  const codes = promotions.flatMap(({ codes }, index) =>
    codes.map((name, at) => ({ name, path: ['promotions', index, 'codes', at] })),
  )
  return [
    ...repeated(productTypes.map(({ id }, index) => ({ name: id, path: ['productTypes', index, 'id'] }))),
    ...repeated(products.map(({ id }, index) => ({ name: id, path: ['products', index, 'id'] }))),
    ...repeated(variants),
    ...repeated(shipping.map(({ type }, index) => ({ name: type, path: ['shipping', index, 'type'] }))),
    ...repeated(promotions.map(({ id }, index) => ({ name: id, path: ['promotions', index, 'id'] }))),
    ...repeated(codes, bareCode),
    ...products.flatMap((one, index) => productErrors(productTypes, one, ['products', index])),
    ...shipping.flatMap((one, index) => shippingErrors(one, ['shipping', index])),
    ...promotions.flatMap((one, index) => promotionErrors(one, ['promotions', index])),
  ]
}

/** The names of which an earlier one has the same key, by default the name itself. */
const repeated = (
  named: { name: string; path: Path }[],
  keyOf: (name: string) => string = (name) => name,
): ShopError[] => {
  const seen = new Set<string>()
  return named.flatMap(({ name, path }) => {
    const key = keyOf(name)
    if (seen.has(key)) return [{ path, message: `${name} is already used` }]
    seen.add(key)
    return []
  })
}

function productErrors(
  types: Shop['productTypes'],
  { type, active, variants }: Shop['products'][number],
  path: Path,
): ShopError[] {
  return [
    ...(types.some(({ id }) => id === type)
      ? []
      : [{ path: [...path, 'type'], message: `${type} is not among productTypes` }]),
    ...(active && !variants.some((one) => one.active)
      ? [{ path: [...path, 'variants'], message: 'must have an active variant while the product is active' }]
      : []),
    ...variants.flatMap(({ size, active: sold }, at) =>
      sold && variants.slice(0, at).some((other) => other.active && other.size === size)
        ? [
            {
              path: [...path, 'variants', at, size === '' ? 'id' : 'size'],
              message: size === '' ? 'needs a size: another variant has none' : `${size} is already used`,
            },
          ]
        : [],
    ),
  ]
}

const shippingErrors = ({ type, countries }: Shop['shipping'][number], path: Path): ShopError[] => [
  ...repeated(countries.map((name, at) => ({ name, path: [...path, 'countries', at] }))),
  ...(type === 'pickupInStore' && countries.length > 0
    ? [{ path: [...path, 'countries'], message: 'must be left out: guests collect the order themselves' }]
    : []),
]

function promotionErrors(promotion: Shop['promotions'][number], path: Path): ShopError[] {
  const { kind, from, until } = promotion
  const value = (key: 'amount' | 'percent'): ShopError[] => {
    if (kind === key)
      return promotion[key] ? [] : [{ path: [...path, key], message: `must be above 0 for the kind ${kind}` }]
    return promotion[key] === undefined
      ? []
      : [{ path: [...path, key], message: `must be left out for the kind ${kind}` }]
  }
  return [
    ...value('amount'),
    ...value('percent'),
    ...(from !== undefined && until !== undefined && until < from
      ? [{ path: [...path, 'until'], message: 'must not be before from' }]
      : []),
  ]
}
