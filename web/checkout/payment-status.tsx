import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { checkoutLink, paymentSuccessLink } from '#contract/links.ts'
import type { TextKey } from '#contract/text.ts'
import { useRootData } from '#web/site/use-root-data.ts'
import { AutoRedirect } from '#web/ui/auto-redirect.tsx'
import { ButtonLink, Spinner } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'

/** `lost`: the status cannot be read. */
export type PaymentState = 'success' | 'failed' | 'pending' | 'unknown' | 'lost'

/** Times of the specification. */
const CHECK_MS = 5_000
const SUCCESS_MS = 3_000

const shown = {
  success: { title: 'checkout.statusSuccess', text: 'checkout.thanks' },
  failed: { title: 'checkout.statusFailed', text: 'checkout.cancelledOrFailed' },
  pending: { title: 'checkout.statusPending', text: 'checkout.pending' },
  unknown: { title: 'checkout.statusUnknown', text: 'checkout.unknownStatus' },
  lost: { title: 'checkout.statusUnknown', text: 'checkout.checkFailed' },
} as const satisfies Record<PaymentState, { title: TextKey; text: TextKey }>

/** The status of a payment. Checks again while it is pending. */
export function PaymentStatus({ state, receiptId }: { state: PaymentState; receiptId: string }) {
  const t = useText()
  const { brand } = useRootData()
  const success = paymentSuccessLink({ order: receiptId })
  useChecks(state === 'pending')
  const { title, text } = shown[state]
  return (
    <div className="mx-auto w-full max-w-[32rem] px-4 pb-16 pt-6 sm:px-6 sm:pt-10">
      <title>{`${t(title)} · ${brand.title}`}</title>
      <Heading part={state}>{t(title)}</Heading>
      <p role="status" className="mt-4 flex items-center gap-3 text-lg">
        {state === 'pending' && <Spinner />}
        {t(text)}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {state === 'success' && (
          <AutoRedirect to={success} ms={SUCCESS_MS} label={t('checkout.toConfirmation')} />
        )}
        {(state === 'failed' || state === 'unknown' || state === 'lost') && (
          <ButtonLink to={checkoutLink()} reloadDocument>
            {t('checkout.retry')}
          </ButtonLink>
        )}
        {(state === 'unknown' || state === 'lost') && (
          <a
            href={`mailto:${brand.email}`}
            className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
          >
            {brand.email}
          </a>
        )}
      </div>
      {state === 'pending' && (
        <noscript>
          <meta httpEquiv="refresh" content={`${CHECK_MS / 1000}`} />
        </noscript>
      )}
      {state === 'success' && (
        <noscript>
          <meta httpEquiv="refresh" content={`${SUCCESS_MS / 1000};url=${success}`} />
        </noscript>
      )}
    </div>
  )
}

function useChecks(pending: boolean): void {
  const { state, revalidate } = useRevalidator()
  const check = useEffectEvent(() => {
    if (state === 'idle') void revalidate()
  })
  useEffect(() => {
    if (!pending) return undefined
    const timer = setInterval(() => check(), CHECK_MS)
    return () => clearInterval(timer)
  }, [pending])
}
