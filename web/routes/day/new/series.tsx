import type { Output } from '#contract/calls.ts'
import { newVisitLink, salonVisitLink } from '#contract/links.ts'
import { joinChanges } from '#web/staff/day/done.ts'
import { refusalTexts, warningTexts } from '#web/staff/day/texts.ts'
import { UndoBeside } from '#web/staff/day/undo-form.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { useText } from '#web/ui/text.tsx'

type Dates = Output<'bookVisitBySalon'>['results']
export type SeriesProps = {
  dates: Dates
  /** Whose visits they are. */ name: string
  /** The server's clock when they were booked, epoch ms. */ now: number
  /** The day of the first one. */ day: string
}

/** The result of each date of a series; one that could not be booked leads to another time. */
export function Series({ dates, name, now, day }: SeriesProps) {
  const t = useText()
  const { fullDay, time } = useFormat()
  const first = dates.find((one) => one.ok)
  return (
    <div className="grid max-w-[48rem] gap-6">
      <ol className="divide-y divide-line rounded-xl border border-line bg-surface">
        {dates.map((one) => (
          <li key={one.start} className="flex flex-wrap items-center justify-between gap-3 p-4">
            <span className="grid gap-1">
              <span className="font-medium">{`${fullDay(one.start)}, ${time(one.start)}`}</span>
              <span>
                <Badge tone={one.ok ? 'success' : 'danger'}>
                  {t(one.ok ? 'newVisit.booked' : 'newVisit.notBooked')}
                </Badge>
              </span>
              {!one.ok && (
                <span className="text-sm">
                  {one.reason === 'warned'
                    ? one.warnings.map((warning) => t(warningTexts[warning])).join(' ')
                    : t(one.reason === 'skipped' ? 'series.skipped' : refusalTexts[one.reason])}
                </span>
              )}
            </span>
            {one.ok ? (
              <Link to={salonVisitLink({ visit: one.number ?? one.id })} className={textLinkClasses}>
                {t('newVisit.visit', { number: one.number ?? '' })}
              </Link>
            ) : (
              first?.ok && (
                <ButtonLink to={newVisitLink({ again: first.id, start: one.start })} tone="secondary">
                  {t('newVisit.otherTime')}
                </ButtonLink>
              )
            )}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={day}>{t('newVisit.back')}</ButtonLink>
        <UndoBeside
          did="booked"
          words={name}
          changes={joinChanges(dates.map((one) => (one.ok ? one.changeId : null)))}
          until={Math.min(...dates.flatMap((one) => (one.ok ? [one.undoUntil] : [])))}
          now={now}
          to={day}
        />
      </div>
    </div>
  )
}
