import type { Receipt } from '#contract/checkout.ts'
import { myAccountLink, ordersLink } from '#contract/links.ts'
import { OrderRows } from '#web/checkout/order-rows.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { useText } from '#web/ui/text.tsx'

/** The guest's last orders, where there are some; `orders` is null if they failed to load. */
export function OrdersBlock({ orders }: { orders: Receipt[] | null }) {
  const t = useText()
  if (orders?.length === 0) return null
  return (
    <section aria-labelledby="orders">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="orders" className="text-2xl">
          {t('order.list')}
        </h2>
        <Link to={ordersLink()} className={textLinkClasses}>
          {t('order.all')}
        </Link>
      </div>
      <div className="mt-3">
        {orders === null ? <LoadError retry={myAccountLink()} /> : <OrderRows orders={orders} level="h3" />}
      </div>
    </section>
  )
}
