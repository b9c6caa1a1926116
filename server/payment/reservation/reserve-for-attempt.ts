import {
  reserveWithin,
  piecesReserved,
  usesReserved,
  withoutReserved,
  type Reserved,
} from '#domain/checkout/reservation-limit.ts'
import { CallError } from '#contract/errors.ts'
import type { RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import type { ReceiptRow } from '#server/receipt/queries.ts'
import { hashAddress } from '#server/secret/hash.ts'
import { lockKeys } from '#server/database/advisory-lock.ts'
import {
  countAbandoned,
  hasPaidOrder,
  listReservations,
  listStock,
  listUsesLeft,
  type Buyer,
} from './reservation-queries.ts'
import { returnReserved, takeReserved } from './reservations.ts'
import type { AttemptRow } from '../queries.ts'

/** What an attempt holds: all that it pays, unless it says less. */
export const reservedBy = ({ reserved, content }: Pick<AttemptRow, 'reserved' | 'content'>): Reserved =>
  reserved ?? content

/** What an attempt pays and does not hold: the first guest who pays gets it. */
export const notReservedBy = ({ reserved, content }: Pick<AttemptRow, 'reserved' | 'content'>): Reserved =>
  reserved ? withoutReserved(content, reserved) : { items: [], discounts: [] }

/**
 * Takes stock and codes for an attempt that is about to begin, as far as its guest may hold them unpaid.
 * Everything must be there at this moment, reserved or not.
 * @returns what it holds; null: all.
 * @throws CallError `cart/not-enough` with the `variantId`; `checkout/discount` with `reason` and `code`.
 */
export async function reserveForAttempt(
  ctx: RequestContext,
  tx: Tx,
  receipt: ReceiptRow,
  { content, addressHash }: Pick<AttemptRow, 'content' | 'addressHash'>,
): Promise<Reserved | null> {
  const { guestId, secretHash, total } = receipt
  const buyer = { addressHash: addressHash ?? '', guestId, secretHash }
  // Attempts of one buyer wait for each other: two at once would not see what the other one takes.
  await lockKeys(
    tx,
    [buyer.addressHash, guestId, secretHash].flatMap((key) => (key ? [`payment ${key}`] : [])),
  )
  const short = await takeReserved(tx, content)
  if (short?.of === 'stock') throw new CallError('cart/not-enough', { variantId: short.variantId })
  if (short) throw new CallError('checkout/discount', { reason: 'usedUp', code: short.code })
  // What costs nothing is paid in this transaction.
  if (total === 0 || (guestId !== null && (await hasPaidOrder(tx, guestId)))) return null
  const reserved = await loadAllowed(ctx, tx, content, buyer)
  await returnReserved(tx, withoutReserved(content, reserved))
  return reserved
}

/** What of the content, which is taken at this moment, may stay taken. */
async function loadAllowed(
  { deps }: RequestContext,
  tx: Tx,
  { items, discounts }: AttemptRow['content'],
  buyer: Buyer,
): Promise<Reserved> {
  const limits = deps.reservationLimits
  const since = new Date(deps.now() - limits.endedWithin)
  if ((await countAbandoned(tx, buyer, since)) >= limits.ended) return { items: [], discounts: [] }
  const reservations = await listReservations(tx, buyer)
  const all = reservations.map(reservedBy)
  const stock = await listStock(
    tx,
    items.map(({ variantId }) => variantId),
  )
  const uses = await listUsesLeft(
    tx,
    discounts.map(({ promotionId }) => promotionId),
  )
  const plus = (left: number | null | undefined, more: number) => (left === null ? null : (left ?? 0) + more)
  return reserveWithin(
    {
      items: items.map(({ variantId, quantity }) => ({
        variantId,
        quantity,
        unsold: plus(stock.get(variantId), quantity + piecesReserved(all, variantId)),
      })),
      discounts: discounts.map(({ promotionId, code }) => ({
        promotionId,
        code,
        left: plus(uses.get(promotionId), 1 + usesReserved(all, promotionId)),
      })),
    },
    reservations.filter(({ own }) => own).map(reservedBy),
    limits,
  )
}

/** The stored form of a request's address. */
export const addressHashIn = ({ deps, tenant, address }: RequestContext): string =>
  hashAddress(deps.secret, tenant.id, address)
