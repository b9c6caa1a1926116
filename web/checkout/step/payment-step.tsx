import { useNavigation } from 'react-router'
import { readFormText } from '#web/request/form.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useText } from '#web/ui/text.tsx'
import type { CheckoutAnswer } from '../answer.ts'
import { isUnpayable, type CheckoutPage } from '../checkout-page.ts'
import { Failure } from './notice.tsx'
import { paymentNames } from '../payment/payment.ts'
import { problemText } from './problem-text.ts'
import { stepLink } from '../step-link.ts'

const hints = { vippsCard: 'checkout.vippsCardHint', vipps: 'checkout.vippsHint' } as const

/** Step 3: how the order is paid; nothing to choose where it costs nothing or cannot be paid. */
export function PaymentStep({ page, answer }: { page: CheckoutPage; answer: CheckoutAnswer | undefined }) {
  const t = useText()
  const { formData } = useNavigation()
  const { receipt, problem, methods, code } = page
  const missing = answer?.about === 'step' ? answer.problem : problem
  const unreached = answer?.about === 'unreached' && answer.intent === 'payment'
  if (isUnpayable(page)) return null
  return (
    <Form method="post" action={stepLink('payment', code)} className="grid max-w-[36rem] gap-5">
      <input type="hidden" name="intent" value="payment" />
      <input type="hidden" name="receipt" value={receipt.id} />
      {(missing || unreached) && (
        <Failure of={answer}>{missing ? problemText(t, missing) : t('checkout.unreached')}</Failure>
      )}
      {receipt.total === 0 ? (
        <p className="rounded-xl bg-success-soft p-4 font-medium text-on-success-soft">
          {t('checkout.nothingToPay')}
        </p>
      ) : (
        <fieldset className="grid gap-3">
          <legend className="sr-only">{t('checkout.paymentMethod')}</legend>
          {methods.map((method) => (
            <label
              key={method}
              className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-xl border border-control bg-surface p-4 has-checked:border-brand-line has-checked:bg-brand-soft has-checked:text-on-brand-soft"
            >
              <input
                type="radio"
                name="paymentMethod"
                value={method}
                defaultChecked={method === receipt.paymentMethod}
                className="row-span-2 size-6 accent-brand-line"
              />
              <span className="font-medium">{t(paymentNames[method])}</span>
              <span className="col-start-2 text-sm">{t(hints[method])}</span>
            </label>
          ))}
        </fieldset>
      )}
      <SubmitButton
        busy={formData ? readFormText(formData, 'intent') === 'payment' : false}
        busyText={t('checkout.saving')}
        wide
      >
        {t('checkout.continue')}
      </SubmitButton>
    </Form>
  )
}
