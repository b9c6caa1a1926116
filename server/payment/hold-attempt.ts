import { holdWithin, piecesHeld, usesHeld, withoutHeld, type Held } from '#domain/checkout/hold-limit.ts'
import { CallError } from '#contract/errors.ts'
import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import type { ReceiptRow } from '../receipt/queries.ts'
import { addressHashOf } from '../secret/hash.ts'
import { lockKeys } from '../database/advisory-lock.ts'
import {
  countAbandoned,
  hasPaidOrder,
  listHolding,
  listStock,
  listUsesLeft,
  type Holder,
} from './hold-queries.ts'
import { returnHolds, takeHolds } from './holds.ts'
import type { AttemptRow } from './queries.ts'

/** What an attempt holds: all that it pays, unless it says less. */
export const heldBy = ({ held, content }: Pick<AttemptRow, 'held' | 'content'>): Held => held ?? content

/** What an attempt pays and does not hold: the first guest who pays gets it. */
export const notHeldBy = ({ held, content }: Pick<AttemptRow, 'held' | 'content'>): Held =>
  held ? withoutHeld(content, held) : { items: [], discounts: [] }

/**
 * Takes stock and codes for an attempt that is about to begin, as far as its guest may hold them unpaid.
 * Everything must be there at this moment, held or not.
 * @returns what it holds; null: all.
 * @throws CallError `cart/not-enough` with the `variantId`; `checkout/discount` with `reason` and `code`.
 */
export async function holdForAttempt(
  ctx: RequestContext,
  tx: Tx,
  receipt: ReceiptRow,
  { content, addressHash }: Pick<AttemptRow, 'content' | 'addressHash'>,
): Promise<Held | null> {
  const { guestId, secretHash, total } = receipt
  const holder = { addressHash: addressHash ?? '', guestId, secretHash }
  // Attempts of one holder wait for each other: two at once would not see what the other one takes.
  await lockKeys(
    tx,
    [holder.addressHash, guestId, secretHash].flatMap((key) => (key ? [`payment ${key}`] : [])),
  )
  const short = await takeHolds(tx, content)
  if (short?.of === 'stock') throw new CallError('cart/not-enough', { variantId: short.variantId })
  if (short) throw new CallError('checkout/discount', { reason: 'usedUp', code: short.code })
  // What costs nothing is paid in this transaction.
  if (total === 0 || (guestId !== null && (await hasPaidOrder(tx, guestId)))) return null
  const held = await allowedOf(ctx, tx, content, holder)
  await returnHolds(tx, withoutHeld(content, held))
  return held
}

/** What of the content, which is taken at this moment, may stay taken. */
async function allowedOf(
  { deps }: RequestContext,
  tx: Tx,
  { items, discounts }: AttemptRow['content'],
  holder: Holder,
): Promise<Held> {
  const limits = deps.holdLimits
  const since = new Date(deps.now() - limits.endedWithin)
  if ((await countAbandoned(tx, holder, since)) >= limits.ended) return { items: [], discounts: [] }
  const holding = await listHolding(tx, holder)
  const all = holding.map(heldBy)
  const stock = await listStock(
    tx,
    items.map(({ variantId }) => variantId),
  )
  const uses = await listUsesLeft(
    tx,
    discounts.map(({ promotionId }) => promotionId),
  )
  const plus = (left: number | null | undefined, more: number) => (left === null ? null : (left ?? 0) + more)
  return holdWithin(
    {
      items: items.map(({ variantId, quantity }) => ({
        variantId,
        quantity,
        unsold: plus(stock.get(variantId), quantity + piecesHeld(all, variantId)),
      })),
      discounts: discounts.map(({ promotionId, code }) => ({
        promotionId,
        code,
        left: plus(uses.get(promotionId), 1 + usesHeld(all, promotionId)),
      })),
    },
    holding.filter(({ own }) => own).map(heldBy),
    limits,
  )
}

/** The stored form of a request's address. */
export const addressHashIn = ({ deps, tenant, address }: RequestContext): string =>
  addressHashOf(deps.secret, tenant.id, address)
