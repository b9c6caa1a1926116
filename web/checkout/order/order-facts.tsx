import type { ReactNode } from 'react'
import type { Receipt } from '#contract/shop/checkout.ts'
import { orderState } from '#domain/checkout/order-state.ts'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import { OrderStateBadge } from './order-state-badge.tsx'

/** When an order was placed, and what has become of it; needs the texts `order` and `orders`. */
export function OrderFacts({ order }: { order: Receipt }) {
  const t = useText()
  const { state, since } = orderState(order)
  return (
    <dl className="tabular grid gap-2">
      {order.settledAt !== null && (
        <Fact label={t('orders.placed')}>
          <Day at={order.settledAt} />
        </Fact>
      )}
      <Fact label={t('order.state')}>
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <OrderStateBadge order={order} />
          {state !== 'received' && since !== null && <Day at={since} />}
        </span>
      </Fact>
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
    <dt className="min-w-28 text-muted">{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** `at`: epoch ms. */
function Day({ at }: { at: number }) {
  const { part } = useFormat()
  return (
    <time dateTime={new Date(at).toISOString()}>
      {part(at, { day: 'numeric', month: 'long', year: 'numeric' })}
    </time>
  )
}
