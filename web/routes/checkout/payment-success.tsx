import { CircleCheck } from 'lucide'
import { redirect } from 'react-router'
import { checkoutLink, landingLink, ordersLink, ownReceiptLink } from '#contract/links.ts'
import type { Receipt } from '#contract/shop/checkout.ts'
import { DeliveryAddress } from '#web/checkout/order/delivery-address.tsx'
import { findOwnReceipt, listOrderTexts } from '#web/checkout/order/find-order.server.ts'
import { OrderLines } from '#web/checkout/order/order-lines.tsx'
import { OrderSums } from '#web/checkout/order/order-sums.tsx'
import { Pickup, type PickupPlace } from '#web/checkout/order/pickup.tsx'
import { requireShop } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { useRootData } from '#web/site/use-root-data.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { Heading } from '#web/ui/page.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import type { Route } from './+types/payment-success'
import { pickupPlace } from './pickup-place.server.ts'

/** `/payment-success?orderId=`: the thanks for an order; only its owner sees what it contains. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = requireShop(context)
  const receipt = await findOwnReceipt(ctx, url.searchParams.get('orderId') ?? '')
  if (receipt && receipt.settledAt === null) throw redirect(checkoutLink({ ri: receipt.id, c: 'true' }))
  return {
    receipt,
    place: receipt && pickupPlace(ctx, receipt),
    words: receipt ? await ctx.translate(listOrderTexts(receipt)) : undefined,
    title: `${ctx.t('checkout.statusSuccess')} · ${ctx.brand.title}`,
    text: ctx.messages(['checkout', 'vat']),
  }
}

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function PaymentSuccess({ loaderData: { receipt, place } }: Route.ComponentProps) {
  const t = useText()
  const { guest } = useRootData()
  const next = guest
    ? { to: ordersLink(), text: t('checkout.toOrders') }
    : receipt && { to: ownReceiptLink({ order: receipt.id }), text: t('checkout.toReceipt') }
  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 pb-16 pt-8 sm:px-6 sm:pt-14">
      <Icon of={CircleCheck} size={48} className="mb-3 stroke-[1.5] text-brand-text" />
      <Heading>{t('checkout.thanks')}</Heading>
      {receipt ? (
        <OrderDetails receipt={receipt} place={place} />
      ) : (
        <p className="mt-3 text-lg text-muted">{t('checkout.detailsByMail')}</p>
      )}
      <div className="no-print mt-6 flex flex-wrap gap-3">
        {next && <ButtonLink to={next.to}>{next.text}</ButtonLink>}
        <ButtonLink to={landingLink()} tone={next ? 'secondary' : 'primary'}>
          {t('checkout.toHome')}
        </ButtonLink>
      </div>
    </div>
  )
}

function OrderDetails({ receipt, place }: { receipt: Receipt; place: PickupPlace | null }) {
  const t = useText()
  const { guest } = useRootData()
  const { orderNumber, customerDetails, shipping } = receipt
  return (
    <>
      {customerDetails && (
        <p className="mt-3 text-lg wrap-anywhere text-muted">
          {t('checkout.mailed', { email: customerDetails.email })}
        </p>
      )}
      {orderNumber !== null && (
        <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="tabular text-lg font-medium">
            {t('checkout.orderNumber', { number: String(orderNumber) })}
          </p>
          <CopyButton
            text={String(orderNumber)}
            label={t('checkout.copyNumber')}
            copiedLabel={t('checkout.copied')}
          />
        </div>
      )}
      {place && <Pickup receipt={receipt} place={place} />}
      <section
        aria-labelledby="order"
        className="mt-4 grid gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5"
      >
        <h2 id="order" className="text-xl">
          {t('checkout.summary')}
        </h2>
        <OrderLines receipt={receipt} />
        <div className="border-t border-line pt-4">
          <OrderSums receipt={receipt} />
        </div>
        {shipping && !place && (
          <div className="border-t border-line pt-4">
            <h3 className="mb-1 text-base font-semibold">
              <TenantText>{shipping.name}</TenantText>
            </h3>
            <DeliveryAddress receipt={receipt} />
          </div>
        )}
      </section>
      {guest && (
        <p className="mt-2">
          <Link to={ownReceiptLink({ order: receipt.id })} className={textLinkClasses}>
            {t('checkout.toReceipt')}
          </Link>
        </p>
      )}
    </>
  )
}
