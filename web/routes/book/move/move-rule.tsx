import { namesWithAddons } from '#domain/visit/addons.ts'
import { MAX_MOVES } from '#domain/visit/move.ts'
import { useFormat } from '#web/ui/format.ts'
import { OwnTime } from '#web/ui/time/own-time.tsx'
import { useNameList } from '#web/ui/people.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { CostBox } from '#web/visit/cancel-facts.tsx'
import type { MoveVisit } from './load-move.ts'

type RuleProps = { visit: MoveVisit; laterFee: number; now: number }

/** The visit as it is, what moving it costs now, and how often it can be moved. */
export function MoveRule({ visit, laterFee, now }: RuleProps) {
  const t = useText()
  const { day, time, cost } = useFormat()
  const joinNames = useNameList()
  const members = [...new Set(visit.segments.map((one) => one.member.name))]
  return (
    <section
      aria-label={t('move.present')}
      className="grid gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5 lg:grid-cols-2"
    >
      <div className="grid content-start gap-1">
        <h2 className="text-sm font-normal text-muted">{t('move.present')}</h2>
        <p className="font-display text-lg font-semibold first-letter:uppercase">
          {t('format.dayAndTime', { day: day(visit.start), time: time(visit.start) })}
        </p>
        <OwnTime start={visit.start} />
        <p className="wrap-anywhere text-muted">
          <TenantList words={namesWithAddons(visit.segments)} />
          <span>{` · ${joinNames(members)} · ${cost(visit.price, visit)}`}</span>
        </p>
      </div>
      <div className="grid content-start gap-2">
        <MoveCost visit={visit} laterFee={laterFee} now={now} />
        {!visit.changedFrom && visit.movesLeft < MAX_MOVES && (
          <p className="text-sm text-muted">{t('move.left', { count: visit.movesLeft })}</p>
        )}
      </div>
    </section>
  )
}

/** What moving the visit costs now and later, and what it means for cancelling it. */
function MoveCost({ visit, laterFee, now }: RuleProps) {
  const t = useText()
  const { day, time, money } = useFormat()
  const { moveFee, movedLateFee, freeUntil, bookedLate, terms, changedFrom } = visit
  const deadline =
    freeUntil === null ? '' : t('format.dayAndTime', { day: day(freeUntil), time: time(freeUntil) })
  const late = freeUntil !== null && now > freeUntil
  const [warns, text] = changedFrom
    ? [false, t('move.freeAlways')]
    : moveFee > 0
      ? [
          true,
          bookedLate
            ? t('move.lateBooked', { hours: terms.limitHours, fee: money(moveFee, visit) })
            : t('move.late', { deadline, fee: money(moveFee, visit) }),
        ]
      : terms.reason === 'moved' && terms.fee > 0
        ? [true, t('cancel.moved', { fee: money(terms.fee, visit) })]
        : movedLateFee > 0
          ? [true, t('move.staysLate', { fee: money(movedLateFee, visit) })]
          : late
            ? [false, t('move.lateFree', { deadline })]
            : freeUntil === null || laterFee === 0
              ? [false, t('move.freeAlways')]
              : [false, t('move.freeUntil', { deadline, fee: money(laterFee, visit) })]
  return <CostBox warns={warns} text={text} />
}
