import { ChevronLeft, ChevronRight } from 'lucide'
import type { ReactNode } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { useText } from '#web/ui/text.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { monthArrow, MonthHeading, useMonthName } from '#web/ui/time/month-heading.tsx'
import { useDelayedPending } from '#web/ui/loading/use-delayed-pending.ts'
import { DayStrip } from './day-strip.tsx'
import type { MonthTimes, MonthUrl } from '../shared/load-times.ts'
import { InfoBox } from '../shared/step.tsx'
import { TimeButton, type Offering } from '../shared/time-button.tsx'
import { TimeList, TimeListSkeleton } from './time-list.tsx'
import { usualPrice } from './usual-price.ts'

type MonthProps = {
  times: MonthTimes
  offering: Offering
  urlOf: MonthUrl
  /** Shown for a day without times. */ renderHint?: (date: string) => ReactNode
  busy: boolean
  pressed: string | null
}

/** The days of a month, and the times of the chosen day. */
export function Month({ times: shown, offering, urlOf, renderHint, busy, pressed }: MonthProps) {
  const { month, skipped, soonest, dates, times } = shown
  const t = useText()
  const format = useFormat()
  const monthName = useMonthName()
  const [search] = useSearchParams()
  const asked = search.get('day') ?? ''
  const day = dates.includes(asked) ? asked : (dates.find((date) => times.days[date]) ?? '')
  const ofDay = times.days[day] ?? []
  const [first] = Object.values(times.days)[0] ?? []
  const firstCombo = first && times.combos[first[1]]
  const counts = Object.fromEntries(Object.entries(times.days).map(([date, all]) => [date, all.length]))
  const loading = useDelayedPending(useNavigation().state === 'loading')
  const dayName = format.part(Date.parse(`${day}T12:00Z`), {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  const usual = usualPrice(ofDay, times.combos)
  const price = (minor: number) => format.cost(minor, offering.money)
  const to = (date: string) => urlOf({ month: search.get('month'), day: date })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[21rem_minmax(0,1fr)] lg:gap-6 xl:grid-cols-[24rem_minmax(0,1fr)] xl:gap-10">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
        {skipped && <InfoBox>{t('book.skipped', { month: monthName(skipped) })}</InfoBox>}
        {first && firstCombo && (
          <section aria-labelledby="first-free">
            <h2 id="first-free" className="mb-2 text-lg">
              {soonest ? t('book.firstFree') : t('book.firstFreeIn', { month: monthName(month) })}
            </h2>
            <TimeButton
              primary
              start={first[0] * 60_000}
              {...firstCombo}
              offering={offering}
              busy={busy}
              pressed={pressed === String(first[0] * 60_000)}
            />
          </section>
        )}
        <section>
          <MonthLinks times={shown} urlOf={urlOf} />
          <DayStrip dates={dates} counts={counts} chosen={day} to={to} />
        </section>
      </div>
      <section aria-labelledby="day" className="min-w-0">
        <h2 id="day" className="mb-1 text-xl first-letter:uppercase">
          {dayName}
        </h2>
        <p role="status" className="mb-3 text-muted">
          <span>{t('book.freeTimes', { count: ofDay.length })}</span>
          {usual && (
            <span className="tabular">
              {` ${usual.onlyOne ? price(usual.price) : t('book.usualPrice', { price: price(usual.price) })}`}
            </span>
          )}
        </p>
        {ofDay.length === 0 && renderHint?.(day)}
        {loading ? (
          <TimeListSkeleton />
        ) : (
          <TimeList
            day={day}
            times={ofDay}
            combos={times.combos}
            usual={usual?.price}
            offering={offering}
            busy={busy}
            pressed={pressed}
          />
        )}
      </section>
    </div>
  )
}

/** The month's name, with links to its neighbours. */
export function MonthLinks({
  times: { month, before, after },
  urlOf,
}: Pick<MonthProps, 'urlOf'> & { times: Pick<MonthTimes, 'month' | 'before' | 'after'> }) {
  const t = useText()
  const monthName = useMonthName()
  const to = (wanted: string) => urlOf({ month: wanted })
  return (
    <MonthHeading month={month}>
      {before && (
        <Link
          to={to(before)}
          replace
          preventScrollReset
          prefetch="intent"
          aria-label={t('book.monthBefore', { month: monthName(before) })}
          className={monthArrow}
        >
          <Icon of={ChevronLeft} size={20} />
        </Link>
      )}
      {after && (
        <Link
          to={to(after)}
          replace
          preventScrollReset
          prefetch="intent"
          aria-label={t('book.monthAfter', { month: monthName(after) })}
          className={monthArrow}
        >
          <Icon of={ChevronRight} size={20} />
        </Link>
      )}
    </MonthHeading>
  )
}
