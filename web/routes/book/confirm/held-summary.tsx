import { useLocation } from 'react-router'
import { includesVat } from '#domain/vat.ts'
import { bookingLink } from '#contract/links.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useNameList } from '#web/ui/people.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { useClock } from '#web/ui/time/clock.ts'
import { pickBase, toSelection } from '#web/visit/selection.ts'
import type { Hold } from '../shared/hold.server.ts'
import { VisitSummary } from '../shared/visit-summary.tsx'

/** What is about to be booked: one visit, which can be repeated, or the dates of a series. */
export function HeldSummary({ hold }: { hold: Hold }) {
  const t = useText()
  const base = pickBase(useLocation().pathname)
  const { group, start } = hold
  if (group?.kind === 'series') return <SeriesSummary hold={hold} group={group} />
  return (
    <>
      <VisitSummary visit={hold} unpaid />
      <div className="grid justify-items-start gap-1">
        <ButtonLink
          to={bookingLink(base, 'repeat', { start, ...toSelection(hold) })}
          tone="quiet"
          className="px-0!"
        >
          {t('series.title')}
        </ButtonLink>
        <p className="text-sm text-muted">{t('series.hint')}</p>
      </div>
    </>
  )
}

type SeriesGroup = Extract<Hold['group'], { kind: 'series' }>

function SeriesSummary({ hold, group }: { hold: Hold; group: SeriesGroup }) {
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  const joinNames = useNameList()
  const base = pickBase(useLocation().pathname)
  const { weeks, visits, total } = group
  const services = [...new Map(hold.segments.map((one) => [one.id, one.name])).values()]
  const from = visits.some((one) => one.from)
  return (
    <div className="rounded-xl border border-line bg-surface">
      <div className="border-b border-line p-4 sm:p-5">
        <h2 className="font-display text-xl font-semibold wrap-anywhere">
          {services.map((name, index) => (
            <span key={name}>
              {index > 0 && <span>{', '}</span>}
              <TenantText>{name}</TenantText>
            </span>
          ))}
        </h2>
        <p>{t('series.summary', { every: t('series.every', { count: weeks }), count: visits.length })}</p>
      </div>
      <div className="p-4 sm:p-5">
        <ul className="grid gap-3">
          {visits.map((one) => (
            <li key={one.handle} className="tabular">
              <span className="block font-medium first-letter:uppercase">
                {t('format.dayAndTime', { day: format.fullDay(one.start), time: clock(one.start) })}
              </span>
              <span className="flex items-baseline justify-between gap-4">
                <span className="min-w-0 text-sm text-muted">
                  {joinNames([...new Set(one.segments.map(({ member }) => member.name))])}
                </span>
                <span>{format.cost(one.price, one)}</span>
              </span>
            </li>
          ))}
        </ul>
        <p className="tabular mt-4 flex justify-between gap-4 border-t border-line pt-4 text-lg font-semibold">
          <span>{t(includesVat(hold.vat) ? 'booking.total' : 'vat.total')}</span>
          <span>{format.cost(total, { ...hold, from })}</span>
        </p>
        {total > 0 && <p className="text-sm text-muted">{t('booking.payThere')}</p>}
        <ButtonLink
          to={bookingLink(base, 'repeat', {
            start: hold.start,
            weeks,
            count: visits.length,
            ...toSelection(hold),
          })}
          tone="quiet"
          className="px-0!"
        >
          {t('series.change')}
        </ButtonLink>
      </div>
    </div>
  )
}
