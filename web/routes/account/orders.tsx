import { CallError } from '#contract/errors.ts'
import { ordersLink, shopLink } from '#contract/links.ts'
import { OrderRows } from '#web/checkout/order-rows.tsx'
import { useLive } from '#web/notification/live.ts'
import { requireGuest } from '#web/request/guard.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Empty, Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import type { Route } from './+types/orders'

/** `/home/orders`: what the guest has ordered, the newest first. */
export async function loader(args: Route.LoaderArgs) {
  const { brand, call, guest, messages, t, translate } = requireGuest(args)
  if (!brand.shop) throw new Response(null, { status: 404 })
  const orders = await call('listOrders', { tenantId: brand.tenantId, uid: guest.uid }).then(
    ({ documents }) => documents,
    nullOnCallError,
  )
  return {
    orders,
    words: await translate(
      (orders ?? []).flatMap(({ cart }) => cart.products.map(({ displayName }) => displayName)),
    ),
    title: `${t('order.list')} · ${brand.title}`,
    text: messages(['order', 'orders']),
  }
}

/** The server has logged the error; the page shows `LoadError` in place of the list. */
function nullOnCallError(error: unknown): null {
  if (error instanceof CallError) return null
  throw error
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex' },
]

export default function Orders({ loaderData: { orders } }: Route.ComponentProps) {
  const t = useText()
  useLive('orders')
  return (
    <Page title={t('order.list')} width="reading">
      {orders === null && <LoadError retry={ordersLink()} />}
      {orders?.length === 0 && (
        <Empty action={<ButtonLink to={shopLink()}>{t('orders.toShop')}</ButtonLink>}>
          {t('orders.empty')}
        </Empty>
      )}
      {orders !== null && orders.length > 0 && <OrderRows orders={orders} level="h2" />}
    </Page>
  )
}
