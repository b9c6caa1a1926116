import type { Receipt } from '#contract/shop/checkout.ts'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import { SalonAddress } from './salon-address.tsx'

type ClosedProps = { order: Receipt; number: string; state: 'over' | 'closed' }

/** Why the guest cannot withdraw from an order any more. */
export function WithdrawalClosed({ order, number, state }: ClosedProps) {
  const t = useText()
  const { part } = useFormat()
  const { until } = order.withdrawal
  return (
    <>
      <p className="text-lg">
        {state === 'over' && until !== null
          ? t('withdrawal.over', {
              number,
              day: part(until, { day: 'numeric', month: 'long', year: 'numeric' }),
            })
          : t('withdrawal.closed', { number })}
      </p>
      <SalonAddress />
    </>
  )
}
