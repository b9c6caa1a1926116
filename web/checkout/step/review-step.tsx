import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { cartLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Form } from '#web/ui/form/form.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { TenantText, useTenantText } from '#web/ui/tenant-text.tsx'
import { TermsLink } from '#web/ui/terms-link.tsx'
import { useText } from '#web/ui/text.tsx'
import type { CheckoutAnswer, PayFailure } from '../answer.ts'
import type { CheckoutPage } from '../checkout-page.ts'
import { DeliveryAddress } from '../order/delivery-address.tsx'
import { OrderSums } from '../order/order-sums.tsx'
import { DroppedCodes } from './dropped-codes.tsx'
import { Failure } from './notice.tsx'
import { failureTexts, paymentNames } from '../payment/payment.ts'
import { stepLink } from '../step-link.ts'

type ReviewProps = { page: CheckoutPage; answer: CheckoutAnswer | undefined }

/** Step 4: everything that is about to be ordered, before the binding button; after a failed payment, why. */
export function ReviewStep({ page, answer }: ReviewProps) {
  const t = useText()
  const { money } = useFormat()
  const { receipt, code } = page
  const failure = findFailure(answer)
  const details = receipt.customerDetails
  return (
    <div className="grid max-w-[36rem] gap-5">
      {failure ? (
        <Failure of={answer}>
          <PayFailureText failure={failure} receipt={receipt} />
        </Failure>
      ) : (
        page.failure && (
          <Failure of={page.failure}>
            <p className="font-medium">{t('checkout.cancelledOrFailed')}</p>
            <p>{t(failureTexts[page.failure])}</p>
          </Failure>
        )
      )}
      <Part id="what" title={t('checkout.order')} change={cartLink()}>
        <ul className="grid gap-1">
          {receipt.cart.products.map(({ variantId, displayName, size, quantity, priceIncVat }) => (
            <li key={variantId} className="wrap-anywhere">
              <span className="tabular">{`${quantity}\u00a0×\u00a0`}</span>
              <TenantText>{displayName}</TenantText>
              {size && <span className="text-muted">{`, ${size}`}</span>}
              <span className="tabular block text-sm text-muted lg:hidden">
                {t('checkout.each', { quantity, price: money(priceIncVat, receipt) })}
              </span>
            </li>
          ))}
        </ul>
      </Part>
      {details && (
        <Part id="who" title={t('checkout.customer')} change={stepLink('address', code)}>
          <p className="wrap-anywhere">{`${details.firstName} ${details.lastName}`}</p>
          <p className="wrap-anywhere text-muted">{details.email}</p>
          <p className="tabular text-muted">{details.phone}</p>
        </Part>
      )}
      {receipt.shipping && (
        <Part id="where" title={t('checkout.delivery')} change={stepLink('shipping', code)}>
          <p className="wrap-anywhere">
            <TenantText>{receipt.shipping.name}</TenantText>
          </p>
          <DeliveryAddress receipt={receipt} country={page.country} />
        </Part>
      )}
      <Part id="how" title={t('checkout.payment')} change={stepLink('payment', code)}>
        <p>{receipt.total === 0 ? t('checkout.nothingToPay') : t(paymentNames[receipt.paymentMethod])}</p>
      </Part>
      {/* On a wide screen they are beside the steps. */}
      <section
        aria-label={t('checkout.summary')}
        className="rounded-xl border border-line bg-surface p-4 sm:p-5 lg:hidden"
      >
        <OrderSums receipt={receipt} />
      </section>
      <p className="text-center text-sm">
        <TermsLink />
      </p>
      <BottomBar className="lg:contents">
        <PayForm page={page} others={page.failure !== null || page.paying || failure?.failure === 'failed'} />
      </BottomBar>
    </div>
  )
}

/** The binding button; `others`: also one for each other way to pay, after one that failed or is left. */
function PayForm({
  page: { receipt, methods, code },
  others,
}: Pick<ReviewProps, 'page'> & { others: boolean }) {
  const t = useText()
  const { money } = useFormat()
  const { state, formData } = useNavigation()
  const busy = state !== 'idle' && formData !== undefined && readFormText(formData, 'intent') === 'pay'
  const amount = money(receipt.total, receipt)
  return (
    <Form method="post" action={stepLink('complete', code)} className="grid gap-2">
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="receipt" value={receipt.id} />
      <input type="hidden" name="amount" value={receipt.total} />
      <input type="hidden" name="version" value={receipt.version} />
      <SubmitButton busy={busy} busyText={t('checkout.ordering')} wide className="min-h-14 text-lg">
        {t('checkout.orderAndPay', { amount })}
      </SubmitButton>
      {others &&
        receipt.total > 0 &&
        methods
          .filter((method) => method !== receipt.paymentMethod)
          .map((method) => (
            <Button
              key={method}
              type="submit"
              name="provider"
              value={method}
              tone="secondary"
              wide
              disabled={busy}
            >
              {t('checkout.payOtherWay', { method: t(paymentNames[method]), amount })}
            </Button>
          ))}
    </Form>
  )
}

type PartProps = { id: string; title: string; change: string; children: ReactNode }

/** A part of the order with the link that changes it. */
function Part({ id, title, change, children }: PartProps) {
  const t = useText()
  return (
    <section
      aria-labelledby={id}
      className="flex items-start justify-between gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5"
    >
      <div className="min-w-0">
        <h2 id={id} className="mb-1 text-base font-semibold">
          {title}
        </h2>
        {children}
      </div>
      <Link to={change} className={`${textLinkClasses} -my-2.5 shrink-0`}>
        <span>
          <span>{t('checkout.change')}</span>
          <span className="sr-only">{`: ${title}`}</span>
        </span>
      </Link>
    </section>
  )
}

function findFailure(answer: CheckoutAnswer | undefined): PayFailure | null {
  if (answer?.about === 'pay') return answer.result
  return answer?.about === 'unreached' && answer.intent === 'pay' ? { failure: 'failed' } : null
}

function PayFailureText({ failure, receipt }: { failure: PayFailure; receipt: CheckoutPage['receipt'] }) {
  const t = useText()
  const { money } = useFormat()
  const tenantText = useTenantText()
  switch (failure.failure) {
    case 'changed':
      return (
        <>
          <p className="font-medium">
            {failure.before === receipt.total
              ? t('checkout.orderChanged')
              : t('checkout.totalChanged', {
                  before: money(failure.before, receipt),
                  now: money(receipt.total, receipt),
                })}
          </p>
          {failure.dropped.length > 0 && <DroppedCodes dropped={failure.dropped} />}
        </>
      )
    case 'notEnough': {
      const line = receipt.cart.products.find(({ variantId }) => variantId === failure.variantId)
      return (
        <>
          <p>
            {line
              ? t('checkout.notEnough', { name: tenantText(line.displayName).text })
              : t('checkout.notEnoughAny')}
          </p>
          <p>
            <Link to={cartLink()} className="inline-flex min-h-11 items-center underline underline-offset-4">
              {t('checkout.toCart')}
            </Link>
          </p>
        </>
      )
    }
    case 'shippingMethod':
    case 'pickupLocation':
      return (
        <p>
          <Link
            to={stepLink('shipping')}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t(failure.failure === 'pickupLocation' ? 'checkout.choosePickup' : 'checkout.chooseShipping')}
          </Link>
        </p>
      )
    case 'tooMany':
      return <p>{t('checkout.tooMany')}</p>
    case 'failed':
      return <p>{t('checkout.paymentFailed')}</p>
  }
}
