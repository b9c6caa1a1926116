import { useNavigation } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { salonOrdersLink } from '#contract/links.ts'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'

/** Asks before an order is cancelled, and names the sum that goes back; only who may refund is asked then. */
export function CancelQuestion({ plan }: { plan: Output<'previewOrderCancel'> }) {
  const t = useText()
  const { money } = useFormat()
  const busy = useNavigation().state !== 'idle'
  const number = String(plan.number)
  const back = (
    <ButtonLink to={salonOrdersLink()} tone="secondary">
      {t('staffOrders.keep')}
    </ButtonLink>
  )
  if (plan.refund && plan.amount === null)
    return (
      <Card title={t('staffOrders.cancelTitle', { number })} lead={t('staffOrders.noRefund')}>
        <div>{back}</div>
      </Card>
    )
  const amount = money(plan.amount ?? 0, plan)
  return (
    <Card
      title={t('staffOrders.cancelTitle', { number })}
      lead={plan.refund ? t('staffOrders.cancelRefund', { amount }) : t('staffOrders.cancelReserved')}
    >
      <Form method="post" action={salonOrdersLink({ cancel: number })} className="flex flex-wrap gap-3">
        <input type="hidden" name="intent" value="cancel" />
        <input type="hidden" name="number" value={number} />
        <input type="hidden" name="refund" value={plan.refund ? (plan.amount ?? 0) : 0} />
        <SubmitButton tone="danger" busy={busy} busyText={t('shell.wait')}>
          {plan.refund ? t('staffOrders.yesRefund', { amount }) : t('staffOrders.cancel')}
        </SubmitButton>
        {back}
      </Form>
    </Card>
  )
}
