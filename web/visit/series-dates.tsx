import type { Output } from '#contract/calls.ts'
import { cancelSeriesLink } from '#contract/links.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { useText } from '#web/ui/text.tsx'
import { useClock } from '#web/ui/time/clock.ts'

type Series = NonNullable<Output<'getVisit'>['series']>
type DatesProps = {
  series: Series
  /** The visit that is shown. */ of: string
  /** Where a visit is shown. */ to: (visit: Series['visits'][number]) => string
  /** The server's clock, epoch ms. */ now: number
}

/** The series that a visit belongs to: its other dates, and where it and the later ones are cancelled. */
export function SeriesDates({ series: { weeks, visits }, of, to, now }: DatesProps) {
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  const own = visits.find(({ id }) => id === of)
  const later = visits.filter(
    (one) => own && one.state === 'booked' && one.start >= own.start && one.start > now,
  )
  return (
    <section aria-labelledby="series" className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <h2 id="series" className="text-base font-semibold">
        {t('series.ofSeries')}
      </h2>
      <p className="text-sm text-muted">
        {t('series.summary', { every: t('series.every', { count: weeks }), count: visits.length })}
      </p>
      <ol className="mt-2 grid">
        {visits.map((one) => (
          <li key={one.id} className="flex min-h-11 flex-wrap items-center gap-x-3">
            {one.id === of ? (
              <span className="tabular font-semibold first-letter:uppercase" aria-current="true">
                {t('format.dayAndTime', { day: format.fullDay(one.start), time: clock(one.start) })}
              </span>
            ) : (
              <Link to={to(one)} className={textLinkClasses}>
                <span className="tabular inline-block first-letter:uppercase">
                  {t('format.dayAndTime', { day: format.fullDay(one.start), time: clock(one.start) })}
                </span>
              </Link>
            )}
            {one.id === of && <span className="text-sm text-muted">{t('series.thisOne')}</span>}
            {one.state === 'cancelled' && <Badge tone="danger">{t('series.cancelled')}</Badge>}
          </li>
        ))}
      </ol>
      {own?.state === 'booked' && later.length > 1 && (
        <p className="no-print mt-2">
          <Link
            to={cancelSeriesLink({ handle: own.handle })}
            className={`${textLinkClasses} inline-flex min-h-11 items-center`}
          >
            {t('series.cancelFrom')}
          </Link>
        </p>
      )}
    </section>
  )
}
