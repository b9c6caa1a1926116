import { ordersLink } from '#contract/links.ts'
import { OrderRows } from '#web/checkout/order/order-rows.tsx'
import { useLive } from '#web/notification/live.ts'
import { nullOrFirstPage } from '#web/request/call-errors.ts'
import { requireGuest } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { OtherPages } from '#web/ui/other-pages.tsx'
import { Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { NoOrders } from './orders-block.tsx'
import type { Route } from './+types/orders'

/** `/home/orders`: what the guest has ordered, the newest first. */
export async function loader(args: Route.LoaderArgs) {
  const { brand, call, guest, messages, t, translate } = requireGuest(args)
  if (!brand.shop) throw new Response(null, { status: 404 })
  const before = args.url.searchParams.get('before') ?? undefined
  const orders = await call('listOrders', { uid: guest.uid, before }).catch(nullOrFirstPage(ordersLink()))
  return {
    orders,
    before,
    words: await translate(
      (orders?.documents ?? []).flatMap(({ cart }) => cart.products.map(({ displayName }) => displayName)),
    ),
    title: `${t('order.list')} · ${brand.title}`,
    text: messages(['order', 'orders', 'paging']),
  }
}

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function Orders({ loaderData: { orders, before } }: Route.ComponentProps) {
  const t = useText()
  useLive('orders')
  return (
    <Page title={t('order.list')} width="reading">
      {orders === null && <LoadError retry={ordersLink({ before })} />}
      {orders?.documents.length === 0 && <NoOrders />}
      {orders !== null && orders.documents.length > 0 && <OrderRows orders={orders.documents} level="h2" />}
      <OtherPages
        earlier={orders?.next ? ordersLink({ before: orders.next }) : null}
        latest={before ? ordersLink() : null}
      />
    </Page>
  )
}
