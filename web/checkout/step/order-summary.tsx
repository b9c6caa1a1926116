import { ChevronDown } from 'lucide'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useText } from '#web/ui/text.tsx'
import type { CheckoutPage } from '../checkout-page.ts'
import { OrderLines } from '../order/order-lines.tsx'
import { OrderSums } from '../order/order-sums.tsx'

type SummaryProps = Pick<CheckoutPage, 'receipt' | 'types' | 'step'>

/** What stands for the price of shipping until it is chosen: never "free", which only one way may be. */
function useUnchosen({ receipt, types, step }: SummaryProps): string | null {
  const t = useText()
  const { money } = useFormat()
  if (types.length === 0) return null
  const lowest = Math.min(...types.map(({ priceIncVat }) => priceIncVat))
  if (lowest > 0) return t('checkout.from', { price: money(lowest, receipt) })
  return t(step === 'address' ? 'checkout.shippingNext' : 'checkout.shippingOpen')
}

/** How many lines have room beside the steps of a low screen. */
const LINES_IN_VIEW = 3

/** What is ordered and what it costs, beside the steps on a wide screen. */
export function OrderSummary(props: SummaryProps) {
  const t = useText()
  const unchosen = useUnchosen(props)
  const { receipt } = props
  return (
    <section
      aria-labelledby="summary"
      className="rounded-xl border border-line bg-surface p-4 max-lg:hidden sm:p-5"
    >
      <h2 id="summary" className="mb-4 text-xl">
        {t('checkout.summary')}
      </h2>
      {receipt.cart.products.length > LINES_IN_VIEW ? (
        // They scroll, so that the total below stays in view.
        <div
          role="region"
          aria-label={t('checkout.order')}
          tabIndex={0}
          className="max-h-[max(12rem,calc(100dvh-32rem))] overflow-y-auto"
        >
          <OrderLines receipt={receipt} />
        </div>
      ) : (
        <OrderLines receipt={receipt} />
      )}
      <div className="mt-4 border-t border-line pt-4">
        <OrderSums receipt={receipt} unchosen={unchosen} />
      </div>
    </section>
  )
}

/**
 * The same on a narrow screen, closed: the total stays in view above the steps. It takes no room from a
 * screen that a keyboard makes low.
 */
export function OrderSummaryBar(props: SummaryProps) {
  const t = useText()
  const unchosen = useUnchosen(props)
  const { receipt } = props
  const { money } = useFormat()
  return (
    <details className="group sticky top-0 z-10 -mx-4 mb-5 border-y border-line bg-surface sm:-mx-6 lg:hidden [@media(height<24rem)]:static">
      <summary className="flex min-h-12 list-none flex-wrap items-center gap-2 px-4 py-2 sm:px-6 [&::-webkit-details-marker]:hidden">
        <span className="text-brand-text underline underline-offset-4">{t('checkout.summary')}</span>
        <Icon of={ChevronDown} size={18} className="shrink-0 text-muted group-open:rotate-180" />
        <span className="sr-only">{t('checkout.total')}</span>
        <span className="tabular ml-auto text-lg font-semibold">{money(receipt.total, receipt)}</span>
      </summary>
      <div
        role="region"
        aria-label={t('checkout.order')}
        // Scrolled with the arrow keys.
        tabIndex={0}
        className="grid max-h-[60dvh] gap-4 overflow-y-auto border-t border-line p-4 sm:px-6"
      >
        <OrderLines receipt={receipt} />
        <div className="border-t border-line pt-4">
          <OrderSums receipt={receipt} unchosen={unchosen} />
        </div>
      </div>
    </details>
  )
}
