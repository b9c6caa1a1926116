import { Printer } from 'lucide'
import { ordersLink, ownReceiptLink, withdrawalLink } from '#contract/links.ts'
import { withdrawalState } from '#domain/checkout/order-state.ts'
import { DeliveryAddress } from '#web/checkout/order/delivery-address.tsx'
import { findOwnReceipt, listOrderTexts } from '#web/checkout/order/find-order.server.ts'
import { OrderFacts } from '#web/checkout/order/order-facts.tsx'
import { OrderLines } from '#web/checkout/order/order-lines.tsx'
import { OrderSums } from '#web/checkout/order/order-sums.tsx'
import { useLive } from '#web/notification/live.ts'
import { requireGuest } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { ReservedNote } from '#web/checkout/order/reserved-note.tsx'
import { Page } from '#web/ui/page.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import type { Route } from './+types/order'

/** `/home/orders/:orderId`: one order of the guest. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = requireGuest(args)
  const order = ctx.brand.shop ? await findOwnReceipt(ctx, args.params.orderId) : null
  if (!order || order.settledAt === null || order.orderNumber === null)
    throw new Response(null, { status: 404 })
  const number = String(order.orderNumber)
  return {
    order,
    number,
    canWithdraw: withdrawalState(order, ctx.now) === 'open',
    words: await ctx.translate(listOrderTexts(order)),
    title: `${ctx.t('order.title', { number })} · ${ctx.brand.title}`,
    text: ctx.messages(['checkout', 'order', 'orders', 'receipt', 'vat']),
  }
}

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function OrderPage({ loaderData: { order, number, canWithdraw } }: Route.ComponentProps) {
  const t = useText()
  useLive('orders')
  const { shipping } = order
  return (
    <div className="print-without-footer">
      <Page title={t('order.title', { number })} width="form">
        <div className="grid gap-6">
          <div className="grid gap-2">
            <OrderFacts order={order} />
            <ReservedNote order={order} />
          </div>
          <section aria-label={t('checkout.summary')} className="grid gap-4 border-y border-line py-5">
            <OrderLines receipt={order} />
            <div className="border-t border-line pt-4">
              <OrderSums receipt={order} />
            </div>
          </section>
          {shipping && (
            <section aria-labelledby="delivery">
              <h2 id="delivery" className="text-base font-semibold">
                {t('checkout.delivery')}
              </h2>
              <p className="wrap-anywhere">
                <TenantText>{shipping.name}</TenantText>
              </p>
              <DeliveryAddress receipt={order} />
            </section>
          )}
          <div className="no-print grid justify-items-start gap-1">
            <div className="mb-2 flex flex-wrap gap-3">
              <Button type="button" tone="secondary" className="scripted" onClick={() => print()}>
                <Icon of={Printer} size={18} />
                <span>{t('receipt.print')}</span>
              </Button>
              <CopyButton text={number} label={t('checkout.copyNumber')} copiedLabel={t('checkout.copied')} />
            </div>
            <Link to={ownReceiptLink({ order: order.id })} className={textLinkClasses}>
              {t('checkout.toReceipt')}
            </Link>
            {canWithdraw && (
              <Link to={withdrawalLink({ orderId: order.id })} className={textLinkClasses}>
                {t('order.withdraw')}
              </Link>
            )}
            <Link to={ordersLink()} className={textLinkClasses}>
              {t('order.all')}
            </Link>
          </div>
        </div>
      </Page>
    </div>
  )
}
