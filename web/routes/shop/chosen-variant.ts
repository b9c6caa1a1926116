import type { ShownVariant } from './load-product.ts'

/** The variant of the URL; else the first that can be bought, else the first. */
export const chosenVariant = (variants: ShownVariant[], asked: string | null): ShownVariant | undefined =>
  variants.find(({ id }) => id === asked) ?? variants.find(({ stock }) => stock !== 'soldOut') ?? variants[0]
