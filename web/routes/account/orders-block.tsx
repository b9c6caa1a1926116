import type { Receipt } from '#contract/shop/checkout.ts'
import { myAccountLink, ordersLink, shopLink } from '#contract/links.ts'
import { OrderRows } from '#web/checkout/order/order-rows.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { Empty } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'

/** The guest's last orders, or the way to the shop; `orders` is null if they failed to load. */
export function OrdersBlock({ orders }: { orders: Receipt[] | null }) {
  const t = useText()
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
        {orders === null && <LoadError retry={myAccountLink()} />}
        {orders?.length === 0 && <NoOrders />}
        {orders !== null && orders.length > 0 && <OrderRows orders={orders} level="h3" />}
      </div>
    </section>
  )
}

/** What the list of orders will contain, and the way to the shop. */
export function NoOrders() {
  const t = useText()
  return (
    <Empty
      action={
        <ButtonLink to={shopLink()} tone="secondary">
          {t('order.toShop')}
        </ButtonLink>
      }
    >
      {t('order.empty')}
    </Empty>
  )
}
