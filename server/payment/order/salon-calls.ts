import { isCollected } from '#domain/checkout/shipping.ts'
import { amountText } from '#domain/money.ts'
import { CallError } from '#contract/errors.ts'
import type { Output } from '#contract/calls.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import { requireRight, seesAmount } from '#server/context/scope.ts'
import { isCollectedOrder } from '#server/receipt/mail.ts'
import { listPaid, type ReceiptRow } from '#server/receipt/queries.ts'
import { recordAudit } from '#server/staff/audit.ts'
import { toMoney } from '#server/tenant/finance.ts'
import { findFinance } from '#server/tenant/queries.ts'
import { listClosedOrders, listLastOperations, listOpenOrders } from './order-queries.ts'
import type { OperationRow } from './operation-queries.ts'
import * as orders from './orders.ts'

/** More are not dispatched in a day: the next follow as these leave the list. */
const MAX_OPEN = 200
const PER_PAGE = 20

/**
 * Lists the orders of the salon: on the first page those that are to be dispatched or collected, then the
 * others by pages. Without the right to see amounts or how to reach guests neither is sent.
 */
export const listSalonOrders: Handler<'listSalonOrders'> = async (ctx, { before }) => {
  requireRight(ctx, 'orders')
  const { deps, tenant } = ctx
  return deps.db.read(tenant.id, async (tx) => {
    const open = before === undefined ? await listOpenOrders(tx, MAX_OPEN) : []
    const found = await listClosedOrders(tx, { before, limit: PER_PAGE + 1 })
    const closed = found.slice(0, PER_PAGE)
    const finance = await findFinance(tx)
    const ids = [...open, ...closed].map(({ id }) => id)
    const paid = await listPaid(tx, ids)
    const asked = await listLastOperations(tx, ids)
    const toListed = (row: ReceiptRow) => {
      const { captured, refunded } = paid.get(row.id) ?? { captured: 0, refunded: 0 }
      return toSalonOrder(ctx, row, {
        ...toMoney(finance, tenant, row.currency),
        refunded,
        refunds: row.canceledAt === null && captured > refunded,
        atProvider: toAtProvider(asked.get(row.id)),
      })
    }
    return {
      open: open.map(toListed),
      documents: closed.map(toListed),
      next: found.length > closed.length ? String(closed.at(-1)?.orderNumber) : null,
    }
  })
}

type SalonOrder = Output<'listSalonOrders'>['open'][number]

function toAtProvider(asked: Pick<OperationRow, 'kind' | 'state'> | undefined): SalonOrder['atProvider'] {
  if (!asked || asked.state === 'done') return null
  return {
    what: asked.kind === 'capture' ? 'capture' : 'return',
    state: asked.state === 'pending' ? 'pending' : 'refused',
  }
}

type Facts = Pick<SalonOrder, 'currency' | 'symbol' | 'refunds' | 'atProvider'> & { refunded: number }

function toSalonOrder(
  ctx: RequestContext,
  row: ReceiptRow,
  { currency, symbol, refunded, refunds, atProvider }: Facts,
): SalonOrder {
  const { customer, items, settledAt, shipping } = row
  const placedAt = settledAt?.getTime() ?? 0
  const isReachable = ctx.staff?.rights.contact === 'all'
  const isSeen = seesAmount(ctx, placedAt)
  return {
    number: row.orderNumber ?? 0,
    placedAt,
    dispatchedAt: row.dispatchedAt?.getTime() ?? null,
    canceledAt: row.canceledAt?.getTime() ?? null,
    withdrawnAt: row.withdrawnAt?.getTime() ?? null,
    name: `${customer.firstName} ${customer.lastName}`.trim(),
    email: isReachable ? customer.email : null,
    phone: isReachable ? (row.mobile ?? customer.phone) : null,
    goods: items.map(({ brandName, displayName, size, quantity }) => ({
      name: [brandName, displayName, size].filter(Boolean).join(' '),
      quantity,
    })),
    total: isSeen ? row.total : null,
    refunded: isSeen ? refunded : null,
    refunds,
    currency,
    symbol,
    atProvider,
    delivery: shipping && {
      name: shipping.name,
      collected: isCollected(shipping.type),
      to: placeLines(row).filter((line) => line.trim() !== ''),
    },
  }
}

function placeLines({ customer, shipping }: ReceiptRow): string[] {
  const place = shipping?.pickupLocation
  if (place) {
    const { street, houseNumber, zipCode, city } = place.address
    return [place.name, `${street} ${houseNumber}`, `${zipCode} ${city}`, place.countryCode]
  }
  if (!shipping || isCollected(shipping.type)) return []
  return [customer.address, `${customer.postalCode} ${customer.city}`, customer.country]
}

const subjectOf = (number: number) => ({ id: String(number), name: String(number) })

/** Dispatches an order as the command does, and logs who has asked for it. @throws CallError `not-found`. */
export const dispatchOrder: Handler<'dispatchOrder'> = async (ctx, { number }) => {
  requireRight(ctx, 'orders')
  const outcome = await orders.dispatchOrder(ctx, number, {
    record: (tx, order) =>
      recordAudit(ctx, tx, {
        what: isCollectedOrder(order) ? 'orderHandedOver' : 'orderDispatched',
        subject: subjectOf(number),
      }),
  })
  if (outcome.ok) return { ok: true, collected: isCollected(outcome.order.shipping?.type ?? '') }
  if (outcome.reason === 'missing') throw new CallError('not-found')
  // Whatever is being captured has been begun by now.
  return { ok: false, reason: outcome.reason === 'notBegun' ? 'pending' : outcome.reason }
}

/** What cancelling an order would give back; changes nothing. @throws CallError `not-found`. */
export const previewOrderCancel: Handler<'previewOrderCancel'> = async (ctx, { number }) => {
  requireRight(ctx, 'orders')
  const plan = await orders.planCancel(ctx, number)
  if (!plan) throw new CallError('not-found')
  const { order, refund } = plan
  const finance = await ctx.deps.db.read(ctx.tenant.id, findFinance)
  return {
    number,
    cancelled: order.canceledAt !== null,
    refund: refund > 0,
    amount: ctx.staff?.rights.refund ? refund : null,
    ...toMoney(finance, ctx.tenant, order.currency),
  }
}

/**
 * Cancels an order as the command does, and logs who did it. A refund is made only by who may, and only of
 * the sum that they have agreed to.
 * @throws CallError `not-found`; `auth/forbidden`, or how to open it, without the right to refund.
 */
export const cancelOrder: Handler<'cancelOrder'> = async (ctx, { number, refund }) => {
  requireRight(ctx, 'orders')
  if (refund > 0) requireRight(ctx, 'refund')
  const outcome = await orders.cancelOrder(ctx, number, {
    refund,
    record: (tx, { currency }) =>
      recordAudit(ctx, tx, {
        what: 'orderCancelled',
        subject: subjectOf(number),
        ...(refund > 0 ? { after: { refund: `${amountText(refund, currency)} ${currency}` } } : {}),
      }),
  })
  if (!outcome.ok) {
    if (outcome.reason === 'missing') throw new CallError('not-found')
    return { ok: false, reason: outcome.reason }
  }
  const { cancelled, money } = outcome
  return { ok: true, cancelled, money: money && { kind: money.kind, state: money.answer.state } }
}
