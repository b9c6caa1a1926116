/** Pieces of an order, by variant. */
export type Pieces = { variantId: string; quantity: number }

/** How many pieces there are of a variant. */
export const countPieces = (pieces: readonly Pieces[], variantId: string): number =>
  pieces.reduce((sum, one) => sum + (one.variantId === variantId ? one.quantity : 0), 0)
