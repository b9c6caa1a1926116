/** What guests read of a variant's stock: the number itself is checked when they buy. */
export const stockLevels = ['inStock', 'fewLeft', 'soldOut'] as const
export type StockLevel = (typeof stockLevels)[number]

/** From so many pieces on a variant is in stock. */
export const ENOUGH = 4

/** The stock level of a number of pieces; null is unlimited. */
export const toStockLevel = (stock: number | null): StockLevel =>
  stock === null || stock >= ENOUGH ? 'inStock' : stock > 0 ? 'fewLeft' : 'soldOut'

/** Whether a change from one number to the other is one that guests see. */
export const changesStockLevel = (from: number | null, to: number | null): boolean =>
  toStockLevel(from) !== toStockLevel(to)
