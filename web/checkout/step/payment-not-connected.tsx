import { useRootData } from '#web/site/use-root-data.ts'
import { useText } from '#web/ui/text.tsx'
import type { CheckoutAnswer } from '../answer.ts'
import { Failure } from './notice.tsx'

/** Says that the tenant takes no payments, and whom to write to; a failure where the guest wanted to pay. */
export function PaymentNotConnected({ answer }: { answer: CheckoutAnswer | undefined }) {
  const t = useText()
  const { email } = useRootData().brand
  const notice = (
    <>
      <p>{t('checkout.paymentNotConnected')}</p>
      <p>
        <a
          href={`mailto:${email}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere"
        >
          {email}
        </a>
      </p>
    </>
  )
  if (answer?.about === 'pay') return <Failure of={answer}>{notice}</Failure>
  return (
    <div className="grid max-w-[36rem] gap-1 rounded bg-warning-soft p-4 text-on-warning-soft">{notice}</div>
  )
}
