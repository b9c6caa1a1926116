import { salonVisitLink } from '#contract/links.ts'
import { fullWhenText } from '#web/staff/day/visit-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { useText } from '#web/ui/text.tsx'
import type { VisitPage } from './load-visit.server.ts'

type Visit = VisitPage['visit']
type Dates = NonNullable<Visit['series']>['visits']

/** The dates that end with a visit: it, and all later ones of its series. */
const datesFrom = ({ start }: Visit, dates: Dates): Dates =>
  dates.filter((one) => one.state === 'booked' && one.start >= start)

/** The series that a visit belongs to, with its other dates. */
export function VisitSeries({ page: { visit, may } }: { page: VisitPage }) {
  const t = useText()
  const format = useFormat()
  const { series } = visit
  if (!series) return null
  const { weeks, visits } = series
  return (
    <Card
      title={t('series.ofSeries')}
      lead={t('series.summary', { every: t('series.every', { count: weeks }), count: visits.length })}
    >
      <ol className="grid">
        {visits.map((one) => (
          <li key={one.id} className="flex min-h-11 flex-wrap items-center gap-x-3">
            {one.id === visit.id ? (
              <span className="tabular font-semibold" aria-current="true">
                {fullWhenText(format, one.start)}
              </span>
            ) : (
              <Link
                to={salonVisitLink({ visit: one.number ?? one.id })}
                className={`tabular ${textLinkClasses}`}
              >
                {fullWhenText(format, one.start)}
              </Link>
            )}
            {one.state === 'cancelled' && <Badge tone="danger">{t('series.cancelled')}</Badge>}
          </li>
        ))}
      </ol>
      {may.cancel && visit.state === 'booked' && datesFrom(visit, visits).length > 1 && (
        <p>
          <ButtonLink to={salonVisitLink({ visit: visit.id }, { ask: 'series' })} tone="secondary">
            {t('series.cancelFrom')}
          </ButtonLink>
        </p>
      )}
    </Card>
  )
}

/** What is cancelled with a visit. */
export function LaterDates({ visit, dates }: { visit: Visit; dates: Dates }) {
  const format = useFormat()
  return (
    <ul className="list-disc pl-5">
      {datesFrom(visit, dates).map((one) => (
        <li key={one.id} className="tabular">
          {fullWhenText(format, one.start)}
        </li>
      ))}
    </ul>
  )
}
