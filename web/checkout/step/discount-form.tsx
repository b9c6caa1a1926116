import { X } from 'lucide'
import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import type { Receipt } from '#contract/shop/checkout.ts'
import type { Translate } from '#contract/text.ts'
import type { Step } from '#domain/checkout/steps.ts'
import { readFormText } from '#web/request/form.ts'
import { useReturnedText } from '#web/site/use-root-data.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { inputClasses } from '#web/ui/form/input-classes.ts'
import { Form } from '#web/ui/form/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useText } from '#web/ui/text.tsx'
import type { CheckoutAnswer, DiscountOutcome } from '../answer.ts'
import { refusalTexts } from './dropped-codes.tsx'
import { stepLink } from '../step-link.ts'

type DiscountProps = { receipt: Receipt; step: Step; code: string; answer: CheckoutAnswer | undefined }

/** The discount codes of an order: each with a button that removes it, and a field for another. */
export function DiscountForm({ receipt, step, code, answer }: DiscountProps) {
  const t = useText()
  const { formData } = useNavigation()
  const input = useRef<HTMLInputElement>(null)
  const result = findResult(answer)
  const done = result?.outcome === 'applied' || result?.outcome === 'removed'
  const text = result && resultText(t, result)
  const returned = useReturnedText('discountCode')
  const typed = returned ?? (answer?.about === 'discount' && !done ? answer.code : code)
  const busy = formData ? readFormText(formData, 'intent') === 'discount' : false
  useEffect(() => {
    if (!result || !input.current) return
    if (result.outcome === 'applied') input.current.value = ''
    input.current.focus()
  }, [result])
  return (
    // Without scripts, sending it would lose what is typed in the form of the first step.
    <section
      aria-labelledby="discount"
      className={`rounded-xl border border-line bg-surface p-4 sm:p-5 ${step === 'address' ? 'scripted' : ''}`}
    >
      <h2 id="discount" className="text-base font-semibold">
        {t('checkout.discountTitle')}
      </h2>
      {receipt.discounts.length > 0 && (
        <ul className="mt-2 grid gap-2">
          {receipt.discounts.map((discount) => (
            <AppliedCode key={discount.id} {...discount} receipt={receipt} step={step} />
          ))}
        </ul>
      )}
      <Form
        method="post"
        action={stepLink(step, done ? '' : code)}
        preventScrollReset
        noValidate
        className="mt-2 grid gap-1.5"
      >
        <input type="hidden" name="intent" value="discount" />
        <input type="hidden" name="receipt" value={receipt.id} />
        <label htmlFor="discountCode" className="text-sm">
          {t('checkout.discountCode')}
        </label>
        <div className="flex gap-2">
          <input
            ref={input}
            id="discountCode"
            name="discountCode"
            defaultValue={typed}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            aria-invalid={result && !done ? true : undefined}
            aria-describedby="discount-result"
            className={inputClasses}
          />
          <SubmitButton busy={busy} busyText={t('checkout.applying')} tone="secondary" className="shrink-0">
            {t('checkout.apply')}
          </SubmitButton>
        </div>
        <p
          id="discount-result"
          role="status"
          className={`text-sm font-medium ${done ? 'text-on-success-soft' : 'text-danger'}`}
        >
          {text}
        </p>
      </Form>
    </section>
  )
}

function AppliedCode({
  id,
  code,
  receipt,
  step,
}: {
  id: string
  code: string
  receipt: Receipt
  step: Step
}) {
  const t = useText()
  const { formData } = useNavigation()
  const busy = formData ? readFormText(formData, 'discountId') === id : false
  return (
    <li>
      <Form
        method="post"
        action={stepLink(step)}
        preventScrollReset
        className="flex min-h-11 items-center rounded bg-brand-soft pl-3 text-on-brand-soft"
      >
        <input type="hidden" name="intent" value="removeDiscount" />
        <input type="hidden" name="receipt" value={receipt.id} />
        <input type="hidden" name="discountId" value={id} />
        <span className="tabular mr-auto font-medium wrap-anywhere">{code}</span>
        <CopyButton
          text={code}
          label={t('checkout.copyCode', { code })}
          copiedLabel={t('checkout.copied')}
          shape="icon"
        />
        <Button
          type="submit"
          tone="quiet"
          disabled={busy}
          className="text-on-brand-soft!"
          aria-label={t('checkout.removeCode', { code })}
        >
          <Icon of={X} size={18} />
        </Button>
      </Form>
    </li>
  )
}

function findResult(answer: CheckoutAnswer | undefined): DiscountOutcome | null {
  if (answer?.about === 'discount') return answer.result
  if (answer?.about !== 'unreached') return null
  if (answer.intent === 'discount') return unreachedApply
  return answer.intent === 'removeDiscount' ? unreachedRemove : null
}
// Fixed objects: a result is one that is new.
const unreachedApply: DiscountOutcome = { outcome: 'applyFailed' }
const unreachedRemove: DiscountOutcome = { outcome: 'removeFailed' }

function resultText(t: Translate, result: DiscountOutcome): string {
  switch (result.outcome) {
    case 'applied':
      return t('checkout.discountApplied')
    case 'removed':
      return t('checkout.discountRemoved')
    case 'missing':
      return t('checkout.codeMissing')
    case 'applyFailed':
      return t('checkout.applyFailed')
    case 'removeFailed':
      return t('checkout.removeFailed')
    case 'wait':
      return t('checkout.codeWait', { count: Math.ceil(result.seconds / 60) })
    default:
      return t(refusalTexts[result.outcome])
  }
}
