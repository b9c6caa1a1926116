import { DAY_MS } from '../day.ts'
import { countPieces, type Pieces } from './pieces.ts'

/** What an unpaid attempt may keep from others: see decision record 040. */
export type ReservationLimits = {
  /** Of a variant's unsold pieces, and of a code's uses that are left; 0.5: half, rounded down. */
  share: number
  /** Pieces in all. */
  pieces: number
  /** After so many attempts that ended without money the next one holds nothing. */
  ended: number
  /** Within this time, in ms. */
  endedWithin: number
}

/** For all unpaid attempts of one address, and for all of one guest or browser. */
export const RESERVATION_LIMITS: ReservationLimits = { share: 0.5, pieces: 20, ended: 2, endedWithin: DAY_MS }

export type Reserved = { items: Pieces[]; discounts: { promotionId: string; code: string }[] }

type Wanted = {
  /** `unsold`: pieces in stock and reserved by others; null: any number can be sold. */
  items: readonly (Pieces & { unsold: number | null })[]
  /** `left`: uses that are left and reserved by others; null: any number. */
  discounts: readonly { promotionId: string; code: string; left: number | null }[]
}

/** How many pieces of a variant are reserved together. */
export const piecesReserved = (reserved: readonly Reserved[], variantId: string): number =>
  countPieces(
    reserved.flatMap(({ items }) => items),
    variantId,
  )

/** How many uses of a promotion are reserved together. */
export const usesReserved = (reserved: readonly Reserved[], promotionId: string): number =>
  reserved.flatMap(({ discounts }) => discounts).filter((one) => one.promotionId === promotionId).length

/**
 * What of an order may be reserved until it is paid. `own`: what the same address or browser holds already.
 */
export function reserveWithin(
  { items, discounts }: Wanted,
  own: readonly Reserved[],
  limits: ReservationLimits,
): Reserved {
  let room = limits.pieces - own.flatMap((one) => one.items).reduce((sum, { quantity }) => sum + quantity, 0)
  const reserved = items.flatMap(({ variantId, quantity, unsold }) => {
    // Of what is always there, nothing need be reserved.
    if (unsold === null) return []
    const allowed = Math.min(
      quantity,
      room,
      Math.floor(unsold * limits.share) - piecesReserved(own, variantId),
    )
    if (allowed <= 0) return []
    room -= allowed
    return [{ variantId, quantity: allowed }]
  })
  return {
    items: reserved,
    discounts: discounts
      .filter(
        ({ promotionId, left }) =>
          left === null || Math.floor(left * limits.share) - usesReserved(own, promotionId) >= 1,
      )
      .map(({ promotionId, code }) => ({ promotionId, code })),
  }
}

/** What of an order is not reserved yet. */
export function withoutReserved(whole: Reserved, reserved: Reserved): Reserved {
  const left = new Map<string, number>()
  for (const { variantId, quantity } of reserved.items)
    left.set(variantId, (left.get(variantId) ?? 0) + quantity)
  return {
    items: whole.items.flatMap(({ variantId, quantity }) => {
      const rest = quantity - (left.get(variantId) ?? 0)
      return rest > 0 ? [{ variantId, quantity: rest }] : []
    }),
    discounts: whole.discounts
      .filter(({ promotionId }) => !reserved.discounts.some((one) => one.promotionId === promotionId))
      .map(({ promotionId, code }) => ({ promotionId, code })),
  }
}
