import { listOrdersOfTenant } from '#server/payment/order/order-queries.ts'
import { listPaid, type ReceiptRow } from '#server/receipt/queries.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { required, UnknownTenant, type Command } from '#operator/command-line/command.ts'
import { maskedContact, wallTime } from '#operator/command-line/describe.ts'
import { parseTenantId, withOwner } from '#operator/command-line/owner.ts'
import { moneyText } from './payment-context.ts'

/** How many orders the list shows. */
const MAX_LISTED = 500

export const orderList: Command = {
  name: ['order', 'list'],
  positionals: ['TENANT'],
  options: { '--open': '', '--json': '' },
  summary: 'List the orders of a tenant, the newest first',
  details: `\
The newest ${MAX_LISTED} orders, each with its number, wall-clock time, state, total, what of it was refunded and what
is left, guest (name, masked contact), where it goes, and its items. --open lists only those that are to be dispatched. --json prints one array, with
times as instants and amounts in minor units.`,
  async run(context, [given], { '--open': open, '--json': json }) {
    const id = parseTenantId(required(given))
    const { zone, orders } = await withOwner(context, async (db) => {
      const tenant = await findTenantById(db, id)
      if (!tenant) throw new UnknownTenant(id)
      const orders = await db.read(id, async (tx) => {
        const rows = await listOrdersOfTenant(tx, { open: open !== undefined, limit: MAX_LISTED })
        const paid = await listPaid(
          tx,
          rows.map((row) => row.id),
        )
        return rows.map((row) => toListed(row, paid.get(row.id)))
      })
      return { zone: tenant.profile.timeZone, orders }
    })
    if (json !== undefined) return context.printLine(JSON.stringify(orders, null, 2))
    if (orders.length === 0)
      return context.printStatus(open === undefined ? 'No orders yet.' : 'No order is to be dispatched.')
    for (const order of orders) context.printLine(listedText(zone, order))
  },
}

function describeState({ canceledAt, withdrawnAt, dispatchedAt, status }: ReceiptRow): string {
  if (canceledAt) return withdrawnAt ? 'canceled, withdrawn' : 'canceled'
  return [status, ...(dispatchedAt ? ['dispatched'] : []), ...(withdrawnAt ? ['withdrawn'] : [])].join(', ')
}

/** @param paid of an order whose money was reserved or captured. */
function toListed(row: ReceiptRow, { captured, refunded } = { captured: 0, refunded: 0 }) {
  const { customer, shipping, items } = row
  const { firstName, lastName, address, postalCode, city, country } = customer
  const location = shipping?.pickupLocation
  return {
    number: row.orderNumber,
    at: row.settledAt?.toISOString() ?? null,
    state: describeState(row),
    total: row.total,
    refunded,
    left: (row.canceledAt ? captured : row.total) - refunded,
    currency: row.currency,
    name: `${firstName} ${lastName}`.trim(),
    contact: maskedContact({ email: customer.email || null, mobile: customer.phone || null }),
    delivery: shipping && {
      type: shipping.type,
      name: shipping.name,
      to: location
        ? {
            id: location.parcelShopId,
            name: location.name,
            street: `${location.address.street} ${location.address.houseNumber}`.trim(),
            postalCode: location.address.zipCode,
            city: location.address.city,
            country: location.countryCode,
          }
        : shipping.type === 'pickupInStore'
          ? null
          : { id: null, name: null, street: address, postalCode, city, country },
    },
    items: items.map(({ variantId, quantity, displayName, brandName, size }) => ({
      variantId,
      quantity,
      name: [brandName, displayName, size].filter(Boolean).join(' '),
    })),
    dispatchedAt: row.dispatchedAt?.toISOString() ?? null,
    canceledAt: row.canceledAt?.toISOString() ?? null,
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
  }
}

type Place = NonNullable<NonNullable<ReturnType<typeof toListed>['delivery']>['to']>

const placeText = (to: Place | null): string | null =>
  to &&
  [to.id, to.name, to.street, `${to.postalCode} ${to.city} ${to.country}`]
    .filter((part) => part?.trim())
    .join(', ')

function listedText(zone: string, order: ReturnType<typeof toListed>): string {
  const { number, at, state, total, refunded, left, currency, name, contact, delivery, items } = order
  return [
    [
      number,
      at && wallTime(zone, Date.parse(at)),
      state,
      moneyText(total, currency),
      ...(refunded > 0
        ? [`${moneyText(refunded, currency)} refunded, ${moneyText(left, currency)} left`]
        : []),
      [name, contact].filter(Boolean).join(', '),
    ].join('  '),
    ...(delivery ? [`   ${[delivery.name, placeText(delivery.to)].filter(Boolean).join(': ')}`] : []),
    ...items.map(({ quantity, name: goods, variantId }) => `   ${quantity} × ${goods} (${variantId})`),
  ].join('\n')
}
