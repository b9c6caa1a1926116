import { ArrowLeft } from 'lucide'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { shopLink } from '#contract/links.ts'
import { isCollected, isPickup } from '#domain/checkout/shipping.ts'
import { steps } from '#domain/checkout/steps.ts'
import { useRootData } from '#web/site/use-root-data.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { DocumentTitle, Heading } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { AddressStep } from './address-step.tsx'
import type { CheckoutAnswer, DroppedCode } from '../answer.ts'
import { isUnpayable, type CheckoutPage } from '../checkout-page.ts'
import { DiscountForm } from './discount-form.tsx'
import { DroppedCodes } from './dropped-codes.tsx'
import { OrderSummary, OrderSummaryBar } from './order-summary.tsx'
import { PaymentNotConnected } from './payment-not-connected.tsx'
import { PaymentStep } from './payment-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { ShippingStep } from './shipping-step.tsx'
import { stepNames } from '../step-link.ts'
import { Stepper } from './stepper.tsx'

/** The time after which the codes of an order are applied again. */
const REAPPLY_MS = 1_000

/** The four steps of the checkout: the shown one, with the order beside it. */
export function CheckoutSteps({ page, answer }: { page: CheckoutPage; answer: CheckoutAnswer | undefined }) {
  const t = useText()
  const { brand } = useRootData()
  const { receipt, types, step, reachable, code } = page
  const dropped = useDropped(page)
  useReapply(receipt.discounts.length > 0)
  const failed = answer !== undefined && answer.about !== 'chosen' && answer.about !== 'pickup'
  const title = `${t(stepNames[step])} · ${t('checkout.title')} · ${brand.title}`
  const applied = answer?.about === 'discount' && ['applied', 'removed'].includes(answer.result.outcome)
  return (
    <div className="mx-auto w-full max-w-[72rem] px-4 pb-16 pt-3 sm:px-6 sm:pt-6">
      <DocumentTitle
        title={title}
        failed={(failed && !applied) || page.problem !== null || page.failure !== null}
      />
      <BackLink />
      <Stepper step={step} reachable={reachable} code={code} />
      <OrderSummaryBar receipt={receipt} types={types} step={step} />
      <p className="text-sm text-muted">
        {t('checkout.progress', { at: steps.indexOf(step) + 1, of: steps.length })}
      </p>
      <Heading part={step}>{t(stepNames[step])}</Heading>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,36rem)_minmax(0,24rem)] lg:justify-between">
        <div className="grid content-start gap-5">
          {isUnpayable(page) && <PaymentNotConnected answer={answer} />}
          {dropped.length > 0 && (
            <div
              role="status"
              className="grid max-w-[36rem] gap-1 rounded bg-warning-soft p-4 text-on-warning-soft"
            >
              <DroppedCodes dropped={dropped} />
            </div>
          )}
          {step === 'address' && page.countries && (
            <AddressStep
              receipt={receipt}
              countries={page.countries}
              asked={page.problem !== null}
              code={code}
              pickup={types.some(({ type }) => isPickup(type))}
              collect={types.some(({ type }) => isCollected(type))}
              answer={answer}
            />
          )}
          {step === 'shipping' && <ShippingStep page={page} answer={answer} />}
          {step === 'payment' && <PaymentStep page={page} answer={answer} />}
          {step === 'complete' && <ReviewStep page={page} answer={answer} />}
        </div>
        <aside
          aria-label={t('checkout.summary')}
          className="grid content-start gap-5 lg:sticky lg:top-6 lg:self-start"
        >
          <OrderSummary receipt={receipt} types={types} step={step} />
          <DiscountForm receipt={receipt} step={step} code={code} answer={answer} />
        </aside>
      </div>
    </div>
  )
}

/** Leads to the previous page of the browser; to the shop where there is none, and without scripts. */
function BackLink() {
  const t = useText()
  return (
    <p className="mb-2">
      <Link
        to={shopLink()}
        className={`${textLinkClasses} gap-2`}
        onClick={(event) => {
          if (window.history.length < 2 || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          window.history.back()
        }}
      >
        <Icon of={ArrowLeft} size={18} />
        <span>{t('checkout.back')}</span>
      </Link>
    </p>
  )
}

/** The codes that were dropped since the page opened: the server names each only once. */
function useDropped({ dropped: now, receipt }: CheckoutPage): DroppedCode[] {
  const [kept, setKept] = useState({ of: now, dropped: now })
  if (kept.of !== now) setKept({ of: now, dropped: now.length > 0 ? now : kept.dropped })
  return kept.dropped.filter(({ code }) => !receipt.discounts.some((one) => one.code === code))
}

/** Checks the codes of an order again, a second after the page has opened. */
function useReapply(hasCodes: boolean): void {
  const { revalidate } = useRevalidator()
  const reapply = useEffectEvent(() => void revalidate())
  const begin = useEffectEvent(() => hasCodes)
  useEffect(() => {
    if (!begin()) return undefined
    const timer = setTimeout(() => reapply(), REAPPLY_MS)
    return () => clearTimeout(timer)
  }, [])
}
