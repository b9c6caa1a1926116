import type { Receipt } from '#contract/shop/checkout.ts'
import { orderLink } from '#contract/links.ts'
import { useFormat } from '#web/ui/format.ts'
import { Link } from '#web/ui/link.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { OrderStateBadge } from './order-state-badge.tsx'

/** The guest's orders, each with a link to its page; needs the texts `order`. */
export const OrderRows = ({ orders, level }: { orders: Receipt[]; level: 'h2' | 'h3' }) => (
  <ul className="grid gap-3">
    {orders.map((order) => (
      <OrderRow key={order.id} order={order} level={level} />
    ))}
  </ul>
)

function OrderRow({ order, level: Title }: { order: Receipt; level: 'h2' | 'h3' }) {
  const t = useText()
  const { part, money } = useFormat()
  const { id, orderNumber, settledAt, cart, total } = order
  return (
    <li className="relative grid gap-2 rounded-xl border border-line bg-surface p-4 hover:bg-brand-soft sm:p-5">
      <div className="flex items-baseline justify-between gap-3">
        <Title className="min-w-0 text-lg wrap-anywhere">
          {/* The link covers the whole row. */}
          <Link
            to={orderLink({ order: id })}
            className="no-underline after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {t('order.title', { number: String(orderNumber) })}
          </Link>
        </Title>
        <p className="tabular shrink-0">{money(total, order)}</p>
      </div>
      <p className="wrap-anywhere">
        <TenantList words={cart.products.map(({ displayName }) => displayName)} joiner=", " />
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <OrderStateBadge order={order} />
        {settledAt !== null && (
          <time dateTime={new Date(settledAt).toISOString()} className="text-sm text-muted">
            {part(settledAt, { day: 'numeric', month: 'long', year: 'numeric' })}
          </time>
        )}
      </div>
    </li>
  )
}
