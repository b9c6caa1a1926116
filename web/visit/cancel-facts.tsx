import { CircleCheck, TriangleAlert } from 'lucide'
import type { ReactNode } from 'react'
import type { Money } from '#domain/money.ts'
import { useText } from '../ui/text.tsx'
import { useFormat } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { OwnTime } from '../ui/time/own-time.tsx'
import { TenantList } from '../ui/tenant-text.tsx'

/** What a guest must know before cancelling. Times in epoch ms, amounts in minor units. */
export type CancelFacts = Money & {
  services: string[]
  start: number
  end: number
  price: number
  paid: number
  fee: number
  refund: number
  hasLimit: boolean
  late: boolean
  deadline: number
  /** What decides the fee: the limit, an earlier late move, or a change by the salon. */
  reason: 'limit' | 'moved' | 'salon'
}

/**
 * The cancel rule as a sentence: before the deadline, until when cancelling is free; after it, the fee. Null
 * if the tenant has no limit. A visit that was moved late, or that the salon has changed, has a rule of its
 * own.
 */
export function useCancelRule(facts: CancelFacts): { text: string; late: boolean } | null {
  const t = useText()
  const { day, time, money } = useFormat()
  const { hasLimit, deadline, fee, reason } = facts
  const moved = reason === 'moved' && fee > 0
  if (!hasLimit && !moved && reason !== 'salon') return null
  const until = t('format.dayAndTime', { day: day(deadline), time: time(deadline) })
  const late = moved || (facts.late && reason === 'limit')
  const text = moved
    ? t('cancel.moved', { fee: money(fee, facts) })
    : reason === 'salon'
      ? t('cancel.bySalon')
      : !late
        ? t('cancel.freeUntil', { deadline: until })
        : fee > 0
          ? t('cancel.lateFee', { deadline: until, fee: money(fee, facts) })
          : t('cancel.lateFree', { deadline: until })
  return { text, late }
}

/** The cancel rule before the question, with a warning where there is a fee. */
export function CancelRule({ facts }: { facts: CancelFacts }) {
  const rule = useCancelRule(facts)
  if (!rule) return null
  const { text, late } = rule
  return <CostBox warns={late} text={text} />
}

/** What something costs, in words. */
export const CostBox = ({ warns, text }: { warns: boolean; text: string }) => (
  <div
    className={
      'flex gap-3 rounded p-4 ' +
      (warns ? 'bg-danger-soft text-on-danger-soft' : 'bg-success-soft text-on-success-soft')
    }
  >
    <Icon of={warns ? TriangleAlert : CircleCheck} size={22} className="mt-0.5 shrink-0" />
    <p className="font-medium">{text}</p>
  </div>
)

/** Services, time, amounts and refund as a list; amounts of zero are left out. */
export function FactList({ facts }: { facts: CancelFacts }) {
  const t = useText()
  const { day, time, money } = useFormat()
  const { services, start, end, price, paid, fee, refund } = facts
  const amounts = [
    [t('cancel.price'), price] as const,
    [t('cancel.paid'), paid] as const,
    [t('cancel.fee'), fee] as const,
  ].filter(([, amount]) => amount > 0)
  return (
    <dl className="grid gap-2">
      <Row term={t(services.length === 1 ? 'cancel.service' : 'cancel.services')}>
        <TenantList words={services} />
      </Row>
      <Row term={t('cancel.time')}>
        <span>{`${day(start)}, `}</span>
        <span className="whitespace-nowrap tabular">{`${time(start)}–${time(end)}`}</span>
        <OwnTime start={start} />
      </Row>
      {amounts.map(([term, amount]) => (
        <Row key={term} term={term}>
          <span className="tabular">{money(amount, facts)}</span>
        </Row>
      ))}
      {refund > 0 && (
        <Row term={t('cancel.refund')} last>
          <strong className="tabular">{money(refund, facts)}</strong>
        </Row>
      )}
    </dl>
  )
}

const Row = ({ term, last, children }: { term: string; last?: boolean; children: ReactNode }) => (
  <div className={`flex items-baseline justify-between gap-4 ${last ? 'border-t border-line pt-2' : ''}`}>
    <dt className="shrink-0 text-muted">{term}</dt>
    <dd className="min-w-0 text-right wrap-anywhere">{children}</dd>
  </div>
)
