import { myAccountLink, ownReceiptLink } from '#contract/links.ts'
import type { Receipt } from '#contract/checkout.ts'
import { useFormat } from '#web/ui/format.ts'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'

const SHOWN = 3

/** What the guest has ordered, where there is something; `orders` is null if they failed to load. */
export function Orders({ orders, all }: { orders: Receipt[] | null; all: boolean }) {
  const t = useText()
  if (orders?.length === 0) return null
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className="text-2xl">
        {t('account.orders')}
      </h2>
      <div className="mt-3 grid gap-3">
        {orders === null ? (
          <LoadError retry={myAccountLink()} />
        ) : (
          <ul className="grid gap-3">
            {(all ? orders : orders.slice(0, SHOWN)).map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
        )}
        {!all && orders !== null && orders.length > SHOWN && (
          <div>
            <Link to={myAccountLink({ orders: 'all' })} preventScrollReset className={textLinkClasses}>
              {t('account.allOrders')}
            </Link>
          </div>
        )}
      </div>
    </section>
  )
}

function OrderRow({ order }: { order: Receipt }) {
  const t = useText()
  const { part, money } = useFormat()
  const { id, orderNumber, settledAt, cart, total } = order
  return (
    <li className="relative flex items-center gap-3 rounded-xl border border-line bg-surface p-4 hover:bg-brand-soft sm:p-5">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <h3 className="text-lg">
          {/* The link covers the whole row. */}
          <Link
            to={ownReceiptLink({ order: id })}
            className="no-underline after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {t('account.order', { number: String(orderNumber) })}
          </Link>
        </h3>
        <p className="wrap-anywhere">
          <TenantList words={cart.products.map(({ displayName }) => displayName)} />
        </p>
        {settledAt !== null && (
          <p className="text-sm text-muted">
            {part(settledAt, { day: 'numeric', month: 'long', year: 'numeric' })}
          </p>
        )}
      </div>
      <p className="tabular">{money(total, order)}</p>
    </li>
  )
}
