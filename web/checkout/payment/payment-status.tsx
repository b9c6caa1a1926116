import type { ReactNode } from 'react'
import { checkoutLink, paymentSuccessLink } from '#contract/links.ts'
import { useRootData } from '#web/site/use-root-data.ts'
import { AutoRedirect } from '#web/ui/auto-redirect.tsx'
import { ButtonLink, buttonClasses, Spinner } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { stepLink } from '../step-link.ts'
import { failureTexts, paymentTexts, type Payment } from './payment.ts'
import { useIsLong, usePayment } from './use-payment.ts'

/** Seconds: when a page without scripts asks again, and how long a success is shown. */
const CHECK_SECONDS = 5
const successSeconds = { vipps: 3, vippsCard: 2 }

/** The status of a payment, asked for again while it is pending. */
export function PaymentStatus({ payment: loaded }: { payment: Payment }) {
  const t = useText()
  const { brand } = useRootData()
  const payment = usePayment(loaded)
  const { state, failure, orderNumber, checkMs } = payment
  const isChecking = state === 'pending' && checkMs > 0
  const isLong = useIsLong(isChecking)
  const { title, text } = paymentTexts[state]
  return (
    <div className="mx-auto w-full max-w-[32rem] px-4 pb-16 pt-6 sm:px-6 sm:pt-10">
      <title>{`${t(title)} · ${brand.title}`}</title>
      <Heading part={state}>{t(title)}</Heading>
      <div role="status" className="mt-4 grid gap-3">
        <p className="flex items-center gap-3 text-lg">
          {isChecking && (
            <span className="shrink-0">
              <Spinner />
            </span>
          )}
          <span>{state === 'pending' && !isChecking ? t('checkout.pendingOver') : t(text)}</span>
        </p>
        {failure && <p>{t(failureTexts[failure])}</p>}
        {isLong && <p className="text-muted">{t('checkout.pendingLong')}</p>}
        {isChecking && payment.isOwn && <p className="text-muted">{t('checkout.pendingOpen')}</p>}
        {orderNumber !== null && (
          <p className="tabular text-lg font-medium">
            {t('checkout.orderNumber', { number: String(orderNumber) })}
          </p>
        )}
      </div>
      {isChecking && <p className="unscripted mt-3 text-muted">{t('checkout.pendingLong')}</p>}
      <Next payment={payment} />
      {isChecking && <Refresh>{`${CHECK_SECONDS}`}</Refresh>}
    </div>
  )
}

/** What the guest can do in each state. */
function Next({ payment }: { payment: Payment }) {
  const t = useText()
  const { receiptId, state, again, isOwn, method } = payment
  switch (state) {
    case 'success': {
      if (!isOwn) return <p className="mt-3 text-muted">{t('checkout.detailsByMail')}</p>
      const to = paymentSuccessLink({ order: receiptId })
      const seconds = successSeconds[method]
      return (
        <Actions>
          <AutoRedirect to={to} ms={seconds * 1000} label={t('checkout.toConfirmation')} />
          <Refresh>{`${seconds};url=${to}`}</Refresh>
        </Actions>
      )
    }
    case 'pending':
      return <NextOfPending payment={payment} />
    case 'failed':
      if (!isOwn) return <p className="mt-3 text-muted">{t('checkout.otherBrowser')}</p>
      return (
        <Actions>
          {again ? (
            // The last step says why, beside the ways to pay.
            <AutoRedirect to={stepLink('complete')} ms={0} label={t('checkout.retry')} />
          ) : (
            <Retry />
          )}
        </Actions>
      )
    case 'unknown':
    case 'lost':
      return (
        <Actions>
          <Retry />
          <Contact />
        </Actions>
      )
  }
}

/**
 * The provider's page while it is open, and the last step, whose buttons pay in another way; once the page
 * has stopped asking, whom to write to. None is the main button: the guest may have approved or refused
 * already.
 */
function NextOfPending({ payment }: { payment: Payment }) {
  const t = useText()
  const { receiptId, providerUrl, isOwn, checkMs } = payment
  return (
    <Actions>
      {providerUrl && (
        <a href={providerUrl} className={buttonClasses('secondary', false, undefined)}>
          {t('checkout.continuePayment')}
        </a>
      )}
      {isOwn && (
        <ButtonLink to={checkoutLink({ step: 4, ri: receiptId, c: 'true' })} tone="secondary" reloadDocument>
          {t('checkout.toOrder')}
        </ButtonLink>
      )}
      {checkMs === 0 && <Contact />}
    </Actions>
  )
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 flex flex-wrap gap-3">{children}</div>
)

/** Without the receipt's id in the address the checkout begins again, with all that was entered. */
function Retry() {
  const t = useText()
  return (
    <ButtonLink to={checkoutLink()} reloadDocument>
      {t('checkout.retry')}
    </ButtonLink>
  )
}

function Contact() {
  const { brand } = useRootData()
  return (
    <a
      href={`mailto:${brand.email}`}
      className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
    >
      {brand.email}
    </a>
  )
}

/** For browsers without scripts: the seconds until the page loads again, or another one. */
const Refresh = ({ children }: { children: string }) => (
  <noscript>
    <meta httpEquiv="refresh" content={children} />
  </noscript>
)
