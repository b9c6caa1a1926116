import { ChevronLeft, ChevronRight } from 'lucide'
import { useEffect, useRef } from 'react'
import { useText } from '#web/ui/text.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { monthArrow } from '#web/ui/time/month-heading.tsx'
import { weekdayStyle } from '#web/ui/time/weekday-style.ts'
import type { ShownTimes, TimesUrl } from '../shared/load-times.ts'

type NavProps = { times: ShownTimes; day: string; urlOf: TimesUrl }
type DaysProps = Omit<NavProps, 'urlOf'> & { urlOfDay: (date: string) => string }

/** Which half of the four weeks a phone shows: that of the chosen day. */
const halfOf = ({ dates, fortnights }: ShownTimes, day: string) =>
  dates.indexOf(day) >= dates.length / fortnights.length ? 1 : 0

/** The months that are open for booking, between the ways to earlier and later days. */
export function DaysNav({ times, day, urlOf }: NavProps) {
  const t = useText()
  const fortnight = times.fortnights[halfOf(times, day)]
  const arrows = { weeks: times.weeks, fortnight, urlOf }
  return (
    <nav aria-label={t('book.period')} className="mb-2 flex items-center gap-2">
      <Arrows {...arrows} way="before" />
      <Months months={times.months} current={day.slice(0, 7)} urlOf={urlOf} />
      <Arrows {...arrows} way="after" />
    </nav>
  )
}

type Neighbours = ShownTimes['weeks']
type ArrowsProps = {
  way: keyof Neighbours
  weeks: Neighbours
  fortnight: Neighbours
  urlOf: TimesUrl
}

/** One arrow: by two weeks on a phone, by four on wide screens. */
const Arrows = ({ way, weeks, fortnight, urlOf }: ArrowsProps) => (
  <>
    <Arrow way={way} from={fortnight[way]} urlOf={urlOf} className="md:hidden" />
    <Arrow way={way} from={weeks[way]} urlOf={urlOf} className="max-md:hidden" />
  </>
)

type ArrowProps = { way: keyof Neighbours; from: string | null; urlOf: TimesUrl; className: string }

function Arrow({ way, from, urlOf, className }: ArrowProps) {
  const t = useText()
  if (from === null) return null
  return (
    <Link
      to={urlOf({ from })}
      replace
      preventScrollReset
      prefetch="intent"
      aria-label={way === 'before' ? t('book.daysBefore') : t('book.daysAfter')}
      className={`${monthArrow} shrink-0 ${className}`}
    >
      <Icon of={way === 'before' ? ChevronLeft : ChevronRight} size={20} />
    </Link>
  )
}

type MonthsProps = { months: string[]; current: string; urlOf: TimesUrl }

function Months({ months, current, urlOf }: MonthsProps) {
  const { part } = useFormat()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>('[aria-current]')?.parentElement
    if (shown && list.current)
      list.current.scrollTo({
        left: shown.offsetLeft - list.current.clientWidth / 2 + shown.clientWidth / 2,
      })
  }, [current])
  return (
    <ul ref={list} className="months relative flex min-w-0 grow gap-1 overflow-x-auto px-5 py-1 scroll-px-5">
      {months.map((month) => {
        const name = part(Date.parse(`${month}-15T12:00Z`), { timeZone: 'UTC', month: 'short' })
        return (
          <li key={month}>
            <Link
              to={urlOf({ month })}
              replace
              preventScrollReset
              prefetch="intent"
              aria-current={month === current ? 'true' : undefined}
              // The name holds the words that are seen, as speech control expects.
              aria-label={`${name} ${month.slice(0, 4)}`}
              className={
                'inline-flex min-h-11 items-center rounded-full border px-3 whitespace-nowrap no-underline ' +
                'hover:bg-brand-soft ' +
                (month === current
                  ? 'border-brand-line font-semibold forced-colors:border-4'
                  : 'border-transparent text-muted')
              }
            >
              <span className="block first-letter:uppercase">{name}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** Four weeks of days, each with whether it has free times; a phone shows two of the weeks. */
export function Days({ times, day, urlOfDay }: DaysProps) {
  const t = useText()
  const { dateLanguage, part } = useFormat()
  const { dates } = times
  const half = halfOf(times, day)
  const weekday = (date: string) =>
    part(Date.parse(`${date}T12:00Z`), { timeZone: 'UTC', weekday: weekdayStyle(dateLanguage) })
  return (
    <nav aria-label={t('book.days')}>
      <div aria-hidden="true" className="days weekdays pb-1 text-center text-sm text-muted">
        {dates.slice(0, 7).map((date) => (
          <span key={date}>{weekday(date)}</span>
        ))}
      </div>
      <ul className="days">
        {dates.map((date) => (
          <li key={date} className={halfOf(times, date) === half ? undefined : 'max-md:hidden'}>
            <Day
              date={date}
              weekday={weekday(date)}
              count={times.times.days[date]?.length ?? 0}
              chosen={date === day}
              to={urlOfDay(date)}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

type DayProps = {
  date: string
  /** Shown where the letters leave no room for a row of them (app.css). */ weekday: string
  count: number
  chosen: boolean
  to: string
}

function Day({ date, weekday, count, chosen, to }: DayProps) {
  const t = useText()
  const { part } = useFormat()
  const noon = Date.parse(`${date}T12:00Z`)
  const say = (options: Intl.DateTimeFormatOptions) => part(noon, { timeZone: 'UTC', ...options })
  const name = say({ weekday: 'long', day: 'numeric', month: 'long' })
  return (
    <Link
      to={to}
      preventScrollReset
      replace
      aria-current={chosen ? 'date' : undefined}
      className={
        'grid min-h-11 content-center justify-items-center rounded border no-underline ' +
        'transition-colors duration-150 hover:border-brand-line ' +
        (chosen
          ? 'border-brand-line bg-brand font-semibold text-on-brand forced-colors:border-4'
          : count === 0
            ? 'border-transparent text-muted'
            : 'border-control bg-surface hover:bg-brand-soft')
      }
    >
      <span aria-hidden="true" className="weekday text-sm">
        {weekday}
      </span>
      <span aria-hidden="true" className="tabular leading-tight">
        {say({ day: 'numeric' })}
      </span>
      {/* Not by the border alone, which high contrast draws around each day. */}
      <span
        aria-hidden="true"
        className={`mt-0.5 size-1.5 rounded-full ${count === 0 ? '' : 'border-3 border-current'}`}
      />
      <span className="sr-only">
        {count === 0 ? t('book.dayFull', { day: name }) : t('book.dayFree', { day: name, count })}
      </span>
    </Link>
  )
}
