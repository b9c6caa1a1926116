import { useText } from '#web/text.tsx'
import { useFormat } from '#web/ui/format.ts'
import { TenantList } from '#web/ui/tenant-words.tsx'

export type Deletion = { visits: { id: string; start: number; services: string[]; fee: number; refund: number; currency: string }[]; fee: number; currency: string | null; kept: number }

/** What deleting the account cancels, what it costs, what goes and what stays. */
export function DeletePreview({ deletion: { visits, fee, currency, kept }, symbol }: { deletion: Deletion; symbol: string | undefined }) {
  const t = useText()
  const { fullDay, time, money } = useFormat()
  return (
    <div className="grid gap-3">
      <p>{visits.length ? t('profile.deleteVisits', { count: visits.length }) : t('profile.deleteNoVisits')}</p>
      {visits.length > 0 && (
        <ul className="grid gap-2">
          {visits.map((one) => (
            <li key={one.id} className="rounded border border-line p-3">
              <p className="font-medium wrap-anywhere"><TenantList words={one.services} />{`, ${fullDay(one.start)} ${time(one.start)}`}</p>
              <p className={one.fee ? 'text-danger' : 'text-muted'}>{one.fee ? t('profile.deleteFee', { amount: money(one.fee, one.currency, symbol) }) : t('profile.deleteFree')}</p>
              {one.refund > 0 && <p className="text-muted">{t('profile.deleteRefund', { amount: money(one.refund, one.currency, symbol) })}</p>}
            </li>
          ))}
        </ul>
      )}
      {fee > 0 && <p className="font-medium">{t('profile.deleteSum', { amount: money(fee, visits[0]?.currency ?? currency ?? '', symbol) })}</p>}
      <p>{t('profile.deleteGoes')}</p>
      <p>{t('profile.deleteStays', { count: kept })}</p>
    </div>
  )
}
