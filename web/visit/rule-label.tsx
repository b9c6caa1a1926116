import type { ReactNode } from 'react'
import { useText } from '../ui/text.tsx'
import { useFormat } from '../ui/format.ts'
import type { Booking } from './booking.ts'

const dots = {
  late: 'bg-current text-on-danger-soft',
  soon: 'bg-current text-on-warning-soft',
  free: 'bg-current text-on-success-soft',
  none: 'bg-current text-muted',
}

/** A state as text; the colour of the dot only repeats it. */
const Label = ({ dot, children }: { dot: keyof typeof dots; children: ReactNode }) => (
  <p className="flex w-fit items-baseline gap-2 rounded-2xl border border-line bg-bg px-3 py-1 text-sm">
    <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${dots[dot]}`} />
    <span className="text-balance">{children}</span>
  </p>
)

type LabelProps = { booking: Booking; past: boolean; /** Without the rule. */ short?: boolean }

const kindTexts = { late: 'account.late', soon: 'account.soon', free: 'account.free' } as const

/** Until when, or for which fee, a visit can be cancelled; of one that is over, what became of it. */
export function RuleLabel({ booking, past, short = false }: LabelProps) {
  const t = useText()
  const { part, time, money } = useFormat()
  const { state, badge, fee, terms } = booking
  if (state === 'cancelled') return <Label dot="none">{t('account.wasCancelled')}</Label>
  if (past) return <Label dot="free">{t('account.completed')}</Label>
  // A fee that is owed for a late move is not added to that of cancelling.
  const owed = fee > 0 && terms.fee === fee
  const kind =
    badge.kind !== 'late' || terms.fee === 0
      ? t(kindTexts[badge.kind])
      : owed
        ? t('account.nothingMore')
        : t('account.costsNow', { fee: money(terms.fee, booking) })
  if (short) return <Label dot={badge.kind}>{kind}</Label>
  const until = t('format.dayAndTime', {
    day: part(terms.deadline, { weekday: 'short', day: 'numeric', month: 'short' }),
    time: time(terms.deadline),
  })
  const rules = {
    late: null,
    soon: terms.hasLimit && t('account.freeUntil', { time: until }),
    free: badge.over120 || !terms.hasLimit ? kind : t('account.freeUntil', { time: until }),
  }
  const rule = rules[badge.kind]
  return (
    <Label dot={badge.kind}>
      {(badge.kind === 'free' ? [rule] : [kind, rule]).filter(Boolean).join(' · ')}
    </Label>
  )
}
