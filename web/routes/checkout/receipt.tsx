import { Printer } from 'lucide'
import type { ReactNode } from 'react'
import { data } from 'react-router'
import { ordersLink, receiptLink, withdrawalLink } from '#contract/links.ts'
import { withdrawalState } from '#domain/checkout/order-state.ts'
import { DeliveryAddress } from '#web/checkout/order/delivery-address.tsx'
import { findLinkedReceipt, findOwnReceipt, listOrderTexts } from '#web/checkout/order/find-order.server.ts'
import { OrderLines } from '#web/checkout/order/order-lines.tsx'
import { OrderStateBadge } from '#web/checkout/order/order-state-badge.tsx'
import { OrderSums } from '#web/checkout/order/order-sums.tsx'
import { paymentNames } from '#web/checkout/payment/payment.ts'
import { requireShop } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { useRootData } from '#web/site/use-root-data.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { ReservedNote } from '#web/checkout/order/reserved-note.tsx'
import { Page } from '#web/ui/page.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { WaysOn } from '#web/ui/ways-on.tsx'
import type { Route } from './+types/receipt'

/**
 * The receipt of an order to print: with `receipt`, the handle of a mail's link, without name and address;
 * with `orderId` for the owner. Status 404 without a receipt.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = requireShop(context)
  const search = url.searchParams
  const handle = search.get('receipt')
  const receipt = handle
    ? await findLinkedReceipt(ctx, handle)
    : await findOwnReceipt(ctx, search.get('orderId') ?? '')
  if (!receipt || receipt.settledAt === null || receipt.orderNumber === null)
    return data(
      {
        found: null,
        // The ellipsis stands for the handle.
        example: ctx.origin + decodeURI(receiptLink({ handle: '…' })),
        title: `${ctx.t('receipt.missingTitle')} · ${ctx.brand.title}`,
        text: ctx.messages(['order', 'receipt']),
      },
      { status: 404 },
    )
  const number = String(receipt.orderNumber)
  return {
    found: {
      receipt,
      number,
      settledAt: receipt.settledAt,
      withdrawal:
        withdrawalState(receipt, ctx.now) === 'open'
          ? withdrawalLink(handle ? { receipt: handle } : { orderId: receipt.id })
          : null,
    },
    example: '',
    words: await ctx.translate(listOrderTexts(receipt)),
    title: `${ctx.t('receipt.title', { number })} · ${ctx.brand.title}`,
    text: ctx.messages(['checkout', 'order', 'orders', 'receipt', 'vat']),
  }
}

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function ReceiptPage({ loaderData: { found, example } }: Route.ComponentProps) {
  return found ? <FoundReceipt {...found} /> : <MissingReceipt example={example} />
}

/** What a link to a receipt looks like, and the way to the guest's orders. */
function MissingReceipt({ example }: { example: string }) {
  const t = useText()
  return (
    <Page title={t('receipt.missingTitle')} width="form">
      <p className="wrap-anywhere">{t('receipt.missing', { example })}</p>
      <ButtonLink to={ordersLink()} className="mt-6">
        {t('order.list')}
      </ButtonLink>
      <WaysOn />
    </Page>
  )
}

type Found = NonNullable<Route.ComponentProps['loaderData']['found']>

function FoundReceipt({ receipt, number, settledAt, withdrawal }: Found) {
  const t = useText()
  const { part } = useFormat()
  const { customerDetails: customer, shipping } = receipt
  return (
    <div className="print-without-footer">
      <Page title={t('receipt.title', { number })} width="form">
        <div className="grid gap-6">
          <div className="no-print flex flex-wrap gap-3">
            <Button type="button" className="scripted" onClick={() => print()}>
              <Icon of={Printer} size={18} />
              <span>{t('receipt.print')}</span>
            </Button>
            <CopyButton text={number} label={t('checkout.copyNumber')} copiedLabel={t('checkout.copied')} />
          </div>
          <div className="flex flex-wrap justify-between gap-x-8 gap-y-4">
            <Seller vatNumber={receipt.vatNumber} />
            <dl className="tabular grid content-start gap-1">
              <Fact label={t('receipt.number')}>{number}</Fact>
              <Fact label={t('receipt.date')}>
                <time dateTime={new Date(settledAt).toISOString()}>
                  {part(settledAt, { day: 'numeric', month: 'long', year: 'numeric' })}
                </time>
              </Fact>
              {receipt.total > 0 && (
                <Fact label={t('checkout.payment')}>{t(paymentNames[receipt.paymentMethod])}</Fact>
              )}
              {receipt.canceledAt !== null && (
                <Fact label={t('order.state')}>
                  <OrderStateBadge order={receipt} />
                </Fact>
              )}
            </dl>
          </div>
          <section aria-label={t('checkout.summary')} className="grid gap-4 border-y border-line py-5">
            <OrderLines receipt={receipt} />
            <div className="border-t border-line pt-4">
              <OrderSums receipt={receipt} />
            </div>
            <ReservedNote order={receipt} />
          </section>
          <div className="flex flex-wrap justify-between gap-x-8 gap-y-4">
            {shipping && (
              <section aria-labelledby="delivery">
                <h2 id="delivery" className="text-base font-semibold">
                  {t('checkout.delivery')}
                </h2>
                <p>
                  <TenantText>{shipping.name}</TenantText>
                </p>
                <DeliveryAddress receipt={receipt} />
              </section>
            )}
            {customer && (
              <section aria-labelledby="customer">
                <h2 id="customer" className="text-base font-semibold">
                  {t('checkout.customer')}
                </h2>
                <p className="wrap-anywhere">{`${customer.firstName} ${customer.lastName}`}</p>
                <p className="wrap-anywhere text-muted">{customer.email}</p>
              </section>
            )}
          </div>
          {withdrawal && (
            <p className="no-print">
              <Link to={withdrawal} className={textLinkClasses}>
                {t('order.withdraw')}
              </Link>
            </p>
          )}
        </div>
      </Page>
    </div>
  )
}

/** Who has sold it: the tenant's name, address, contact and VAT number. */
function Seller({ vatNumber }: { vatNumber: string | undefined }) {
  const t = useText()
  const { brand } = useRootData()
  return (
    <address className="not-italic wrap-anywhere">
      <span className="block font-semibold">{brand.companyname}</span>
      {brand.address && (
        <span className="block text-muted">
          <span>{brand.address.street}</span>
          <br />
          <span>{`${brand.address.postalcode} ${brand.address.city}`}</span>
        </span>
      )}
      <span className="block text-muted">{brand.email}</span>
      {brand.phone && <span className="block text-muted">{brand.phone}</span>}
      {vatNumber && <span className="block text-muted">{t('vat.number', { number: vatNumber })}</span>}
    </address>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex gap-4">
    <dt className="min-w-36 text-muted">{label}</dt>
    <dd>{children}</dd>
  </div>
)
