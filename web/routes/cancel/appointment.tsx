import { CalendarDays, Clock, User } from 'lucide'
import type { ReactNode } from 'react'
import { useText } from '#web/ui/text.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { OwnTime } from '#web/ui/time/own-time.tsx'
import { AvatarGroup, useNameList } from '#web/ui/people.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import type { CancelPage } from './load-cancel.ts'

/** The visit of a cancel link: people, day, time, services and amounts. */
export function Appointment({ page: { facts, lines, people, state, visitor } }: { page: CancelPage }) {
  const t = useText()
  const { fullDay, time } = useFormat()
  const joinNames = useNameList()
  return (
    <section aria-label={t('cancel.details')} className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <AvatarGroup people={people} size={56} />
        <div className="min-w-0">
          <p className="text-sm text-muted">{t('cancel.with')}</p>
          <p className="text-lg font-medium">{joinNames(people.map((one) => one.name))}</p>
        </div>
      </div>
      <ul className="grid gap-2">
        <li className="flex items-center gap-3">
          <Icon of={CalendarDays} size={20} className="shrink-0 text-muted" />
          <time dateTime={new Date(facts.start).toISOString()} className="first-letter:uppercase">
            {fullDay(facts.start)}
          </time>
        </li>
        <li className="flex items-start gap-3">
          <Icon of={Clock} size={20} className="mt-0.5 shrink-0 text-muted" />
          <div className="tabular">
            <span>{`${time(facts.start)}–${time(facts.end)}`}</span>
            <OwnTime start={facts.start} />
          </div>
        </li>
        {visitor && (
          <li className="flex items-start gap-3">
            <Icon of={User} size={20} className="mt-0.5 shrink-0 text-muted" />
            <span className="min-w-0 wrap-anywhere">{t('booking.bookedForName', { name: visitor })}</span>
          </li>
        )}
      </ul>
      <Amounts facts={facts} lines={lines} cancelled={state === 'cancelled'} costs={state !== 'past'} />
    </section>
  )
}

function Amounts({
  facts,
  lines,
  cancelled,
  costs,
}: Pick<CancelPage, 'facts' | 'lines'> & { cancelled: boolean; costs: boolean }) {
  const t = useText()
  const { money, cost } = useFormat()
  const { price, paid, fee, refund } = facts
  const show = (minor: number) => money(minor, facts)
  const rows = [
    [t('cancel.total'), lines.length > 1 ? price : 0] as const,
    [t('cancel.paid'), paid] as const,
    [t(cancelled ? 'cancel.fee' : 'cancel.feeNow'), costs ? fee : 0] as const,
  ].filter(([, amount]) => amount > 0)
  return (
    <dl className="grid gap-1.5 border-t border-line pt-4">
      {lines.map(({ name, price: own }, index) => (
        <Line
          key={`${name} ${index}`}
          term={<TenantText>{name}</TenantText>}
          amount={cost(own, facts)}
          plain
        />
      ))}
      {rows.map(([term, amount], index) => (
        <Line key={term} term={term} amount={show(amount)} first={index === 0} />
      ))}
      {costs && refund > 0 && (
        <Line term={t(cancelled ? 'cancel.refund' : 'cancel.refundNow')} amount={show(refund)} strong />
      )}
    </dl>
  )
}

const Line = ({
  term,
  amount,
  plain,
  first,
  strong,
}: {
  term: ReactNode
  amount: string
  plain?: boolean
  first?: boolean
  strong?: boolean
}) => (
  <div
    className={
      `flex items-baseline justify-between gap-4 ${strong ? 'font-semibold' : ''} ` +
      (first ? 'mt-1 border-t border-line pt-2.5' : '')
    }
  >
    <dt className={`min-w-0 wrap-anywhere ${plain || strong ? '' : 'text-muted'}`}>{term}</dt>
    <dd className="shrink-0 tabular">{amount}</dd>
  </div>
)
