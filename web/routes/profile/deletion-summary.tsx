import type { Money } from '#domain/money.ts'
import { useText } from '#web/ui/text.tsx'
import { useFormat } from '#web/ui/format.ts'
import { TenantList } from '#web/ui/tenant-text.tsx'

type CancelledVisit = Money & { id: string; start: number; services: string[]; fee: number; refund: number }
export type Deletion = {
  visits: CancelledVisit[]
  fee: number
  kept: number
  waitlist: number
  photos: number
  orders: number
}

/** What deleting the account cancels, what it costs, what is deleted and what is retained. */
export function DeletionSummary({
  deletion: { visits, fee, kept, waitlist, photos, orders },
}: {
  deletion: Deletion
}) {
  const t = useText()
  const { fullDay, time, money } = useFormat()
  return (
    <div className="grid gap-3">
      <p>
        {visits.length ? t('profile.deleteVisits', { count: visits.length }) : t('profile.deleteNoVisits')}
      </p>
      {visits.length > 0 && (
        <ul className="grid gap-2">
          {visits.map((visit) => (
            <li key={visit.id} className="rounded border border-line p-3">
              <p className="font-medium wrap-anywhere">
                <TenantList words={visit.services} />
                <span>{`, ${t('format.dayAndTime', { day: fullDay(visit.start), time: time(visit.start) })}`}</span>
              </p>
              <p className={visit.fee ? 'text-danger' : 'text-muted'}>
                {visit.fee
                  ? t('profile.deleteFee', { amount: money(visit.fee, visit) })
                  : t('profile.deleteFree')}
              </p>
              {visit.refund > 0 && (
                <p className="text-muted">
                  {t('profile.deleteRefund', { amount: money(visit.refund, visit) })}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {fee > 0 && (
        <p className="font-medium">
          {t('profile.deleteSum', {
            amount: feesByCurrency(visits)
              .map((one) => money(one.fee, one))
              .join(' + '),
          })}
        </p>
      )}
      {waitlist > 0 && <p>{t('profile.deleteWaitlist', { count: waitlist })}</p>}
      {photos > 0 && <p>{t('profile.deletePhotos', { count: photos })}</p>}
      {orders > 0 && <p>{t('profile.deleteOrders', { count: orders })}</p>}
      <p>{t('profile.deleteGoes')}</p>
      <p>{t('profile.deleteStays', { count: kept })}</p>
    </div>
  )
}

/** The sum of the fees, one per currency. */
const feesByCurrency = (visits: CancelledVisit[]): CancelledVisit[] =>
  [
    ...Map.groupBy(
      visits.filter((one) => one.fee > 0),
      (one) => one.currency,
    ).values(),
  ].map((same) => same.reduce((sum, one) => ({ ...sum, fee: sum.fee + one.fee })))
