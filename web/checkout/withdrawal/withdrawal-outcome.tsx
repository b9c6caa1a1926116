import { useRootData } from '#web/site/use-root-data.ts'
import { textLinkClasses } from '#web/ui/link.tsx'
import type { Receipt } from '#contract/shop/checkout.ts'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'

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

/** Where goods are sent back to, and whom to write to. */
export function SalonAddress() {
  const { brand } = useRootData()
  return (
    <address className="not-italic wrap-anywhere">
      <span className="block font-medium">{brand.companyname}</span>
      {brand.address && (
        <>
          <span className="block">{brand.address.street}</span>
          <span className="block">{`${brand.address.postalcode} ${brand.address.city}`}</span>
        </>
      )}
      <a href={`mailto:${brand.email}`} className={textLinkClasses}>
        {brand.email}
      </a>
    </address>
  )
}

/** When the withdrawal was received, and what follows. */
export function WithdrawalReceived({ order, number }: { order: Receipt; number: string }) {
  const t = useText()
  const { part, time, money } = useFormat()
  const { at } = order.withdrawal
  const refunded = order.refunded > 0
  const owed = order.total - order.refunded
  return (
    <>
      {at !== null && (
        <p className="tabular text-lg">
          {t('withdrawal.receivedAt', {
            day: part(at, { day: 'numeric', month: 'long', year: 'numeric' }),
            time: time(at),
            number,
          })}
        </p>
      )}
      <div className="grid gap-2">
        {order.canceledAt !== null && <p>{t('withdrawal.canceled')}</p>}
        {order.canceledAt !== null && order.dispatchedAt === null && owed > 0 && !refunded && (
          <p>{t('withdrawal.releases', { amount: money(owed, order) })}</p>
        )}
        {order.canceledAt === null && order.dispatchedAt !== null && (
          <>
            <p>
              <span>{t('withdrawal.sendBack')}</span>{' '}
              {owed > 0 && <span>{t('withdrawal.paysBack', { amount: money(owed, order) })}</span>}
            </p>
            <SalonAddress />
          </>
        )}
        {refunded && <p>{t('withdrawal.paidBack', { amount: money(order.refunded, order) })}</p>}
        <p>{t('withdrawal.mailed')}</p>
      </div>
    </>
  )
}
