import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Input } from '#contract/calls.ts'
import { DEFAULT_PAYMENT_METHOD, type CustomerDetails } from '#contract/shop/checkout.ts'
import { CallError } from '#contract/errors.ts'
import { servesCountry } from '#domain/checkout/shipping.ts'
import { findCountry } from '#contract/countries.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { recordCheckout } from '../cart/analytics.ts'
import { ensureCartOwner, findCartOwner, renewCartCookie, requireShop, sendCartCount } from '../cart/owner.ts'
import { findCart, listGoods, lockCart, updateCart, type CartRow } from '../cart/queries.ts'
import { computeAvailable, countItems } from '../cart/to-response.ts'
import { getFinance } from '../tenant/queries.ts'
import { deriveHandle } from '../secret/handle.ts'
import { sha256 } from '../secret/hash.ts'
import { readDetails } from './details.ts'
import { getOwnReceipt, isReceiptOwner, lockOpenReceipt } from './owner.ts'
import { priceReceipt } from './price.ts'
import {
  createReceiptRow,
  findReceiptOfLink,
  listOrdersOf,
  listPaid,
  listShippingTypes,
  lockReceipt,
  updateReceipt,
  type ReceiptRow,
} from './queries.ts'
import { hasOwnRates, sumRefundVat } from './refund-vat.ts'
import { onlyShipping, syncReceipt } from './sync.ts'
import { toReceipt } from './to-response.ts'
import type { DroppedCode } from './discounts.ts'

const ORDERS_PER_PAGE = 20

/**
 * The receipt that the cart becomes: the one that the checkout began before, brought in line with the cart,
 * or a new one. A client that keeps its own cart sends it, where the server has none.
 * @throws CallError `cart/empty`; `amount/changed` with the `total` where the sent cart is not the server's;
 * `cart/not-enough`; `not-found` without a shop.
 */
export const createReceipt: Handler<'createReceipt'> = async (ctx, { cartDoc, customerDetails }) => {
  requireShop(ctx)
  const { deps, tenant } = ctx
  const owner = cartDoc ? ensureCartOwner(ctx) : findCartOwner(ctx)
  // Opening an empty checkout stores nothing.
  if (!owner || (!cartDoc && !(await deps.db.read(tenant.id, (tx) => findCart(tx, owner)))))
    throw new CallError('cart/empty')
  const created = await deps.db.write(tenant.id, async (tx) => {
    const now = new Date(deps.now())
    const cart = await lockCart(tx, owner, now)
    const items = cart.items.length === 0 && cartDoc ? await takeItems(tx, cartDoc.products) : cart.items
    if (items.length === 0) throw new CallError('cart/empty')
    const known = cart.receiptId ? await lockReceipt(tx, cart.receiptId) : null
    const open = known?.status === 'PENDING' && isReceiptOwner(ctx, known) ? known : await begin(ctx, tx, now)
    const { receipt: synced, dropped } = await syncReceipt(ctx, tx, open, { items })
    if (cartDoc) requireSameCart(synced, cartDoc.products)
    if (open !== known) await recordCheckout(ctx, tx, synced)
    await updateCart(tx, cart.id, { items, receiptId: synced.id }, now)
    sendCartCount(ctx, countItems(items))
    const row = customerDetails ? await saveDetails(ctx, tx, synced, customerDetails) : synced
    return answer(ctx, tx, row, { dropped })
  })
  if (cartDoc) renewCartCookie(ctx)
  return created
}

/**
 * Brings an open receipt in line with the cart.
 * @throws CallError `amount/changed` with the `total` where the sent cart is not the server's;
 * `checkout/closed`, `not-found`.
 */
export const updateReceiptCart: Handler<'updateReceiptCart'> = async (ctx, { receiptId, cart: sent }) => {
  const { deps, tenant } = ctx
  const owner = findCartOwner(ctx)
  return deps.db.write(tenant.id, async (tx) => {
    const cart = owner && (await lockCart(tx, owner, new Date(deps.now())))
    const open = await lockOpenReceipt(ctx, tx, receiptId)
    const { receipt: row, dropped } = await syncReceipt(ctx, tx, open, cart ?? { items: [] })
    if (sent) requireSameCart(row, sent.products)
    return answer(ctx, tx, row, { dropped })
  })
}

/**
 * Stores what the guest has typed, complete or not. Another country ends a way of shipping that does not go
 * there; the only way that does is then chosen.
 * @throws CallError `checkout/closed`, `not-found`.
 */
export const updateReceiptDetails: Handler<'updateReceiptDetails'> = async (
  ctx,
  { receiptId, customerDetails },
) => {
  const { deps, tenant } = ctx
  return deps.db.write(tenant.id, async (tx) => {
    const row = await lockOpenReceipt(ctx, tx, receiptId)
    return answer(ctx, tx, await saveDetails(ctx, tx, row, customerDetails))
  })
}

/** Stores how the guest wants to pay. @throws CallError `checkout/closed`, `not-found`. */
export const updateReceiptPaymentMethod: Handler<'updateReceiptPaymentMethod'> = async (
  ctx,
  { receiptId, paymentMethod },
) => {
  const { deps, tenant } = ctx
  return deps.db.write(tenant.id, async (tx) => {
    await lockOpenReceipt(ctx, tx, receiptId)
    return answer(ctx, tx, await updateReceipt(tx, receiptId, { paymentMethod }, new Date(deps.now())))
  })
}

/** A receipt for its owner. Changes nothing. @throws CallError `not-found`. */
export const getReceipt: Handler<'getReceipt'> = async (ctx, { receiptId }) =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => answer(ctx, tx, await getOwnReceipt(ctx, tx, receiptId)))

/** The receipt of a mail's link, without name and address. @throws CallError `not-found`. */
export const getReceiptLink: Handler<'getReceiptLink'> = async (ctx, { receipt: handle }) =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const row = await findReceiptOfLink(tx, sha256(handle))
    if (!row?.settledAt) throw new CallError('not-found')
    return answer(ctx, tx, row, { personal: false })
  })

/** A page of the settled orders of the guest, the newest first. */
export const listOrders: Handler<'listOrders'> = async (ctx, { uid, before }) =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const found = await listOrdersOf(tx, uid, { before, limit: ORDERS_PER_PAGE + 1 })
    const rows = found.slice(0, ORDERS_PER_PAGE)
    const finance = rows.length > 0 ? await getFinance(tx) : null
    const paid = await listPaid(
      tx,
      rows.map(({ id }) => id),
    )
    return {
      documents: finance
        ? rows.map((row) =>
            toReceipt(row, { tenant: ctx.tenant, finance, refunded: paid.get(row.id)?.refunded ?? 0 }),
          )
        : [],
      next: found.length > rows.length ? String(rows.at(-1)?.orderNumber) : null,
    }
  })

/** The answer of every call that changes a receipt. */
export async function answer(
  { tenant }: Pick<RequestContext, 'tenant'>,
  tx: Tx,
  row: ReceiptRow,
  { dropped = [], personal = true }: { dropped?: DroppedCode[]; personal?: boolean } = {},
) {
  const refunded = row.settledAt ? ((await listPaid(tx, [row.id])).get(row.id)?.refunded ?? 0) : 0
  const refundedVat = refunded > 0 && hasOwnRates(row) ? await sumRefundVat(tx, row) : []
  const finance = await getFinance(tx)
  return { receipt: toReceipt(row, { tenant, finance, personal, refunded, refundedVat }), dropped }
}

async function begin(ctx: RequestContext, tx: Tx, now: Date): Promise<ReceiptRow> {
  const { deps, tenant, guest, language } = ctx
  const id = randomUUID()
  const finance = await getFinance(tx)
  const row: ReceiptRow = {
    id,
    guestId: guest?.uid ?? null,
    secretHash: guest || !ctx.cartSecret ? null : sha256(ctx.cartSecret),
    linkHash: sha256(deriveHandle(deps.secret, 'receipt', tenant.id, id)),
    version: 0,
    status: 'PENDING',
    paymentStatus: 'pending',
    orderNumber: null,
    items: [],
    customer: await readDetails(tx, tenant, guest?.uid ?? null),
    shipping: null,
    pickupLocations: [],
    discounts: [],
    paymentMethod: DEFAULT_PAYMENT_METHOD,
    email: null,
    mobile: null,
    vat: { vatPercent: finance.vatPercent, pricesInclude: finance.pricesInclude },
    total: 0,
    currency: '',
    language,
    createdAt: now,
    updatedAt: now,
    settledAt: null,
    dispatchedAt: null,
    canceledAt: null,
    withdrawnAt: null,
  }
  await createReceiptRow(tx, row)
  return row
}

async function saveDetails(
  { deps, tenant }: RequestContext,
  tx: Tx,
  row: ReceiptRow,
  details: CustomerDetails,
): Promise<ReceiptRow> {
  const country = details.country || tenant.profile.default.countryCode
  if (!findCountry(country)) throw new CallError('request/invalid', { fields: ['country'] })
  const types = await listShippingTypes(tx)
  const type = row.shipping && types.find((one) => one.type === row.shipping?.type)
  const stays =
    type &&
    servesCountry(type.countries, country) &&
    (country === row.customer.country || type.type !== 'pickupLocation')
  // The answer shows the only way that is left, so that nothing changes when the guest pays.
  const shipping = stays ? row.shipping : onlyShipping(types, country)
  const changed = !isDeepStrictEqual(shipping, row.shipping)
  return updateReceipt(
    tx,
    row.id,
    {
      customer: { ...details, country },
      shipping,
      ...(changed ? { version: row.version + 1, total: priceReceipt({ ...row, shipping }).total } : {}),
    },
    new Date(deps.now()),
  )
}

type Sent = NonNullable<Input<'createReceipt'>['cartDoc']>['products']

/** The cart of a client that keeps its own. */
async function takeItems(tx: Tx, sent: Sent): Promise<CartRow['items']> {
  const goods = await listGoods(
    tx,
    sent.map(({ variantId }) => variantId),
  )
  const items = new Map<string, number>()
  for (const { variantId, quantity } of sent) {
    if (!goods.has(variantId)) throw new CallError('not-found')
    const wanted = (items.get(variantId) ?? 0) + quantity
    const available = computeAvailable(goods.get(variantId))
    if (wanted > available) throw new CallError('cart/not-enough', { available })
    items.set(variantId, wanted)
  }
  return [...items].map(([variantId, quantity]) => ({ variantId, quantity }))
}

/** Amounts of a request are compared, never trusted. */
function requireSameCart(row: ReceiptRow, sent: Sent): void {
  const quantities = new Map<string, number>()
  for (const { variantId, quantity } of sent)
    quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity)
  const same =
    quantities.size === row.items.length &&
    row.items.every((item) => quantities.get(item.variantId) === item.quantity) &&
    sent.every(
      ({ variantId, priceIncVat }) =>
        priceIncVat === undefined ||
        row.items.some((item) => item.variantId === variantId && item.priceIncVat === priceIncVat),
    )
  if (!same) throw new CallError('amount/changed', { total: row.total, version: row.version })
}
