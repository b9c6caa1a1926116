import { useEffect, useRef } from 'react'
import { useText } from '#web/ui/text.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Link } from '#web/ui/link.tsx'

type DayStripProps = {
  dates: string[]
  counts: Record<string, number>
  chosen: string | undefined
  to: (date: string) => string
}

// The columns of the calendar, beginning with Monday.
const column = [
  '',
  'md:col-start-1',
  'md:col-start-2',
  'md:col-start-3',
  'md:col-start-4',
  'md:col-start-5',
  'md:col-start-6',
  'md:col-start-7',
]

// Not that of `domain/zone.ts`, which would be a script more for one line.
const toWeekday = (date: string) => new Date(`${date}T12:00Z`).getUTCDay() || 7

/** The days of a month with their number of free times: a strip on phones, a calendar on wide screens. */
export function DayStrip({ dates, counts, chosen, to }: DayStripProps) {
  const t = useText()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const day = list.current?.querySelector<HTMLElement>('[aria-current]')?.parentElement
    if (day && list.current)
      list.current.scrollTo({ left: day.offsetLeft - list.current.clientWidth / 2 + day.clientWidth / 2 })
  }, [chosen])
  return (
    <nav aria-label={t('book.days')}>
      <ul
        ref={list}
        className="relative -mx-4 flex snap-x gap-2 overflow-x-auto px-4 pt-1 pb-3 sm:-mx-6 sm:px-6 md:mx-0 md:grid md:grid-cols-7 md:gap-1.5 md:overflow-visible md:px-0"
      >
        {dates.map((date, index) => (
          <li key={date} className={`snap-center ${index === 0 ? column[toWeekday(date)] : ''}`}>
            <Day date={date} count={counts[date] ?? 0} chosen={date === chosen} to={to(date)} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Day({ date, count, chosen, to }: { date: string; count: number; chosen: boolean; to: string }) {
  const t = useText()
  const { part } = useFormat()
  const noon = Date.parse(`${date}T12:00Z`)
  const say = (options: Intl.DateTimeFormatOptions) => part(noon, { timeZone: 'UTC', ...options })
  const name = say({ weekday: 'long', day: 'numeric', month: 'long' })
  const box =
    'grid min-h-20 min-w-[4.75rem] content-center justify-items-center rounded border px-1 py-2 whitespace-nowrap text-center md:min-h-16 md:min-w-0 md:px-0'
  return (
    <Link
      to={to}
      preventScrollReset
      replace
      aria-current={chosen ? 'date' : undefined}
      className={
        `${box} no-underline transition-colors duration-150 hover:border-brand-line ` +
        (chosen
          ? 'border-brand-line bg-brand text-on-brand'
          : count === 0
            ? 'border-transparent text-muted'
            : 'border-control bg-surface hover:bg-brand-soft')
      }
    >
      <span aria-hidden="true" className="text-sm">
        {say({ weekday: 'short' })}
      </span>
      <span aria-hidden="true" className="tabular text-lg leading-tight font-semibold">
        {say({ day: 'numeric' })}
      </span>
      <span aria-hidden="true" className="tabular text-sm md:hidden">
        {count > 0 ? t('book.dayCount', { count }) : '–'}
      </span>
      {/* A column of the calendar is too narrow for the number's word. */}
      <span
        aria-hidden="true"
        className={`mt-1 hidden size-1.5 rounded-full md:block ${count === 0 ? '' : chosen ? 'bg-current' : 'bg-brand-line'}`}
      />
      <span className="sr-only">
        {count === 0 ? t('book.dayFull', { day: name }) : t('book.dayFree', { day: name, count })}
      </span>
    </Link>
  )
}
