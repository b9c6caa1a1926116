import type { ReactNode } from 'react'
import type { Receipt } from '#contract/shop/checkout.ts'
import { useFormat } from '#web/ui/format.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { useText } from '#web/ui/text.tsx'
import { OrderLines } from '../order/order-lines.tsx'
import { SalonAddress } from './withdrawal-outcome.tsx'

type QuestionProps = {
  order: Receipt
  number: string
  action: string
  /** The page of the order. */
  back: string
  busy: boolean
  /** Why the last press did nothing. */
  children: ReactNode
}

/** What the guest withdraws from and what follows, before the button that does it. */
export function WithdrawalQuestion({ order, number, action, back, busy, children }: QuestionProps) {
  const t = useText()
  const { part } = useFormat()
  const { until } = order.withdrawal
  return (
    <>
      {children}
      <div className="grid gap-1">
        <p className="text-lg">{t('withdrawal.lead', { number })}</p>
        {until !== null && (
          <p className="text-muted">
            {t('withdrawal.until', {
              day: part(until, { day: 'numeric', month: 'long', year: 'numeric' }),
            })}
          </p>
        )}
      </div>
      <section aria-label={t('checkout.summary')} className="border-y border-line py-5">
        <OrderLines receipt={order} />
      </section>
      <section aria-labelledby="next" className="grid gap-2">
        <h2 id="next" className="text-xl">
          {t('withdrawal.next')}
        </h2>
        <Consequences order={order} />
        <p>{t('withdrawal.mailed')}</p>
      </section>
      <Form method="post" action={action} className="flex flex-wrap gap-3">
        <SubmitButton busy={busy} busyText={t('withdrawal.busy')} tone="danger">
          {t('withdrawal.confirm')}
        </SubmitButton>
        <ButtonLink to={back} tone="secondary">
          {t('withdrawal.keep')}
        </ButtonLink>
      </Form>
    </>
  )
}

/** Before the dispatch the order is cancelled at once; after it the goods come back first, then the money. */
function Consequences({ order }: { order: Receipt }) {
  const t = useText()
  const { money } = useFormat()
  const amount = money(order.total - order.refunded, order)
  const isPaid = order.total > order.refunded
  if (order.dispatchedAt === null)
    return (
      <>
        <p>{t('withdrawal.cancels')}</p>
        {isPaid && (
          <p>
            {order.status === 'PENDING_COLLECT_INTENTS'
              ? t('withdrawal.releases', { amount })
              : t('withdrawal.returns', { amount })}
          </p>
        )}
      </>
    )
  return (
    <>
      <p>
        <span>{t('withdrawal.sendBack')}</span>{' '}
        {isPaid && <span>{t('withdrawal.paysBack', { amount })}</span>}
      </p>
      <SalonAddress />
    </>
  )
}
