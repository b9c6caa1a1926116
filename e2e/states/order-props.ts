import { deriveHandle } from '#server/secret/handle.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { beginCheckout } from '../checkout.ts'
import { join, openSalon, type Caller, type Salon } from '../salon.ts'
import type { Site } from '../site.ts'
import { titles } from './state.ts'

export type OrderProps = {
  /** Has a shop, and no account for payments that can be used. */
  unconnected: Salon
  /** Can pay the order in the cart. */
  buyer: Caller
  /** Has begun the checkout of `unconnected`. */
  unconnectedBuyer: Caller
  /**
   * Browsers with a cart: without an address, with a pickup location to choose, with a payment that is open,
   * and with one that was refused.
   */
  shoppers: Record<'begun' | 'collecting' | 'paying' | 'refused', Caller>
  /**
   * The buyer's receipt that is not paid, an order with the handle of its mail, orders that were sent (just
   * now, or too long ago to withdraw), cancelled, withdrawn from and refunded in part; payments that are open
   * and refused; the way back from a payment that was made; numbers of orders that were placed and refunded.
   */
  orders: Record<
    | 'open'
    | 'placed'
    | 'handle'
    | 'sent'
    | 'expired'
    | 'canceled'
    | 'withdrawn'
    | 'refunded'
    | 'paying'
    | 'refused'
    | 'back'
    | 'placedNumber'
    | 'refundedNumber',
    string
  >
}

/** Creates carts and receipts in every state of the checkout. */
export async function makeOrders(aurora: Salon): Promise<OrderProps> {
  const tenantId = aurora.id
  const fill = async (caller: Caller): Promise<Caller> => {
    await caller.call('addToCart', { tenantId, variantId: 'mild-shampoo-250' })
    await caller.call('addToCart', { tenantId, variantId: 'kam', quantity: 2 })
    return caller
  }
  await aurora.sql(
    `insert into promotion (tenant_id, id, name, kind, percent, active, first_purchase, position)
     values ($1, 'gave', 'Fri fragt i vinter', 'percent', 100, true, false, 99)`,
    [tenantId],
  )
  await aurora.sql(
    `insert into discount_code (tenant_id, code, promotion_id, position, active)
     values ($1, 'GAVE', 'gave', 0, true)`,
    [tenantId],
  )
  const buyer = await join(aurora)
  const order = async (change?: string): Promise<string> => {
    const receiptId = await beginCheckout(aurora, await fill(buyer), { shipping: 'pickupInStore' })
    await buyer.call('applyDiscountCode', { tenantId, receiptId, discountCode: 'GAVE' })
    const { receipt } = await buyer.call('getReceipt', { tenantId, receiptId })
    await buyer.call('setupPaymentIntent', { tenantId, receiptId, amount: receipt.total })
    if (change) await aurora.sql(`update receipt set ${change} where id = $1`, [receiptId])
    return receiptId
  }
  const placed = await order()
  const sent = await order('dispatched_at = now()')
  const expired = await order("dispatched_at = now() - interval '30 days'")
  const canceled = await order("canceled_at = now(), status = 'canceled'")
  const withdrawn = await order('dispatched_at = now(), withdrawn_at = now()')
  const pay = async (caller: Caller): Promise<{ receiptId: string; reference: string; back: string }> => {
    const receiptId = await beginCheckout(aurora, await fill(caller))
    const { receipt } = await caller.call('getReceipt', { tenantId, receiptId })
    await caller.call('setupPaymentIntent', { tenantId, receiptId, amount: receipt.total })
    const [attempt] = await aurora.sql<{ id: string; reference: string }>(
      'select id, reference from payment_attempt where receipt_id = $1',
      [receiptId],
    )
    if (!attempt) throw new Error('there is no attempt')
    const back = deriveHandle(aurora.site.secret, 'payment', tenantId, attempt.id)
    return { receiptId, reference: attempt.reference, back: `/checkout?ri=${receiptId}&c=true&t=${back}` }
  }
  const payers = { paying: aurora.caller(), refused: aurora.caller() }
  const [paying, refused, paid] = [
    await pay(payers.paying),
    await pay(payers.refused),
    await pay(aurora.caller()),
  ]
  aurora.site.payments?.refuse(refused.reference)
  aurora.site.payments?.approve(paid.reference)
  const refunded = await pay(buyer)
  aurora.site.payments?.approve(refunded.reference)
  await buyer.call('checkPaymentStatus', { tenantId, receiptId: refunded.receiptId })
  await aurora.sql(
    'update payment_attempt set captured_amount = amount, refunded_amount = amount / 2 where receipt_id = $1',
    [refunded.receiptId],
  )
  await aurora.sql('update receipt set dispatched_at = now() where id = $1', [refunded.receiptId])
  const numberOf = async (receiptId: string): Promise<string> => {
    const [row] = await aurora.sql<{ number: number }>(
      'select order_number as number from receipt where id = $1',
      [receiptId],
    )
    return String(row?.number)
  }
  await fill(buyer)
  const collecting = await fill(aurora.caller())
  await beginCheckout(aurora, collecting, { shipping: 'pickupLocation' })
  return {
    ...(await makeUnconnected(aurora.site)),
    buyer,
    shoppers: { begun: await fill(aurora.caller()), collecting, ...payers },
    orders: {
      open: await beginCheckout(aurora, buyer),
      placed,
      sent,
      expired,
      canceled,
      withdrawn,
      refunded: refunded.receiptId,
      paying: paying.receiptId,
      refused: refused.receiptId,
      back: paid.back,
      placedNumber: await numberOf(placed),
      refundedNumber: await numberOf(refunded.receiptId),
      handle: deriveHandle(aurora.site.secret, 'receipt', tenantId, placed),
    },
  }
}

/** A shop whose account for payments is sealed with the APP_SECRET of another installation. */
async function makeUnconnected(site: Site): Promise<Pick<OrderProps, 'unconnected' | 'unconnectedBuyer'>> {
  const unconnected = await openSalon(site, { profile: { title: titles.unconnected, shop: true } })
  await fillShop(site.testDb, unconnected.id, {
    products: [madeProduct('comb', [{ stock: 9 }], { displayName: 'Comb' })],
  })
  await unconnected.sql(
    `insert into payment_account (tenant_id, provider, sealed, updated_at) values ($1, 'vipps', 'v1.x', now())`,
    [unconnected.id],
  )
  const unconnectedBuyer = unconnected.caller()
  await unconnectedBuyer.call('addToCart', { tenantId: unconnected.id, variantId: 'comb-0' })
  return { unconnected, unconnectedBuyer }
}
