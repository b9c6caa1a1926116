/** What guests read of a variant's stock: the number itself is checked when they buy. */
export const stockWords = ['inStock', 'fewLeft', 'soldOut'] as const
export type StockWord = (typeof stockWords)[number]

const ENOUGH = 4

/** The word for a number of pieces; null is unlimited. */
export const stockWord = (stock: number | null): StockWord =>
  stock === null || stock >= ENOUGH ? 'inStock' : stock > 0 ? 'fewLeft' : 'soldOut'

/** Whether a change from one number to the other is one that guests see. */
export const crossesWord = (from: number | null, to: number | null): boolean =>
  stockWord(from) !== stockWord(to)
