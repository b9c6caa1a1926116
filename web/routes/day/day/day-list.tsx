import { absenceTexts } from '#contract/absence-texts.ts'
import { placeLink, salonVisitLink } from '#contract/links.ts'
import { possibleSteps } from '#domain/visit/day-state.ts'
import { awayTimesText } from '#web/staff/day/away.ts'
import { marksOf, notesOf } from '#web/staff/day/marks.ts'
import { ProgressBadge } from '#web/staff/day/progress-badge.tsx'
import { Rooms } from '#web/staff/day/rooms.tsx'
import { ServiceLine } from '#web/staff/day/service-line.tsx'
import { StepButton } from '#web/staff/day/step-form.tsx'
import { holdTexts } from '#web/staff/day/texts.ts'
import { useMinute } from '#web/staff/day/use-minute.ts'
import { nameOf, timesText, type Visit } from '#web/staff/day/visit-words.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { Empty } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import type { Day } from './load-day.server.ts'
import { toneOf } from './tone.ts'
import { dayWith } from './where.ts'

/** All of a day in the order of time, with all that can be done with each visit. */
export function DayList({ day }: { day: Day }) {
  const t = useText()
  const of = (memberId: string) => day.chosen === null || day.chosen === memberId
  const visits = day.visits.filter(({ segments }) => segments.some(({ memberId }) => of(memberId)))
  const away = day.away.filter(({ memberId }) => of(memberId))
  const rows = [
    ...visits.map((visit) => ({
      key: visit.id,
      start: visit.start,
      shown: <VisitRow {...{ day, visit }} />,
    })),
    ...away.map((one) => ({
      key: `${one.memberId} ${one.start} ${one.kind}`,
      start: one.start,
      shown: <AwayRow {...{ day, one }} />,
    })),
    ...day.holds
      .filter(({ memberId }) => of(memberId))
      .map((one) => ({
        key: `${one.id} ${one.start}`,
        start: one.start,
        shown: <HoldRow {...{ day, one }} />,
      })),
  ].toSorted((a, b) => a.start - b.start)
  if (rows.length === 0) return <Empty>{t('staffDay.nothing')}</Empty>
  return (
    <ol className="divide-y divide-line rounded-xl border border-line bg-surface">
      {rows.map(({ key, shown }) => (
        <li key={key} className="p-4">
          {shown}
        </li>
      ))}
    </ol>
  )
}

function HoldRow({ day, one }: { day: Day; one: Day['holds'][number] }) {
  const t = useText()
  const format = useFormat()
  const name = day.members.find(({ id }) => id === one.memberId)?.name ?? ''
  const text = t(holdTexts[one.kind], { times: timesText(format, one), until: format.time(one.until) })
  return <p className="text-muted">{`${text} · ${name}`}</p>
}

function AwayRow({ day, one }: { day: Day; one: Day['away'][number] }) {
  const t = useText()
  const format = useFormat()
  const name = day.members.find(({ id }) => id === one.memberId)?.name ?? ''
  return (
    <p className="text-muted">
      {[awayTimesText(t, format, one), name, t(absenceTexts[one.kind]), one.reason ?? '']
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

function VisitRow({ day, visit }: { day: Day; visit: Visit }) {
  const t = useText()
  const format = useFormat()
  const now = useMinute(day.now)
  const [segment] = visit.segments
  const name = nameOf(t, visit)
  const marks = [...marksOf(t, { visit, segments: visit.segments }, now), ...notesOf(t, visit)]
  const nameOfMember = (id: string) => day.members.find((one) => one.id === id)?.name ?? ''
  const { may } = day
  return (
    <article
      className={`grid gap-3 border-l-4 pl-4 ${segment ? `${toneOf(day, visit, segment)} edge-only` : ''}`}
      data-visit={visit.id}
      data-movable={may.move || undefined}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="tabular font-medium">{timesText(format, visit)}</span>
        <Link to={salonVisitLink({ visit: visit.id })} className={`${textLinkClasses} wrap-anywhere`}>
          {name}
        </Link>
        <ProgressBadge of={visit.progress} />
      </div>
      <ul>
        {visit.segments.map((one) => (
          <li key={one.position} className="wrap-anywhere">
            <ServiceLine service={one} member={nameOfMember(one.memberId)} />
            <Rooms of={one} />
          </li>
        ))}
      </ul>
      {marks.length > 0 && <p className="text-sm font-medium">{marks.join(' · ')}</p>}
      {visit.note && <p className="max-w-[68ch] text-sm whitespace-pre-wrap wrap-anywhere">{visit.note}</p>}
      <div className="flex flex-wrap gap-2">
        {may.progress &&
          possibleSteps(visit, { now, tomorrow: day.tomorrow }).map((step) => (
            <StepButton key={step} visit={visit} to={step} name={name} />
          ))}
        {may.move && (
          <ButtonLink
            to={placeLink({ visit: visit.id }, { to: dayWith(day) })}
            tone="secondary"
            data-move
            aria-label={t('staffDay.moveOf', { name })}
          >
            {t('staffDay.move')}
          </ButtonLink>
        )}
        {may.cancel && (
          <ButtonLink
            to={salonVisitLink({ visit: visit.id }, { ask: 'cancel' })}
            tone="secondary"
            aria-label={t('staffDay.cancelOf', { name })}
          >
            {t('staffDay.cancel')}
          </ButtonLink>
        )}
      </div>
    </article>
  )
}
