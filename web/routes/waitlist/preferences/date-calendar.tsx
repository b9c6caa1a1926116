import { ChevronLeft, ChevronRight } from 'lucide'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { addDays, addMonths, toWeekday } from '#domain/zone.ts'
import { rangeText, useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { monthArrow, MonthHeading, useMonthName } from '#web/ui/time/month-heading.tsx'
import { weekdayStyle } from '#web/ui/time/weekday-style.ts'
import { useText } from '#web/ui/text.tsx'

export type DateRange = { from: string; until: string }
type CalendarProps = {
  /** Dates, '' for none. */ range: DateRange
  /** The days that can be chosen. */ min: string
  max: string
  onChange: (range: DateRange) => void
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

/**
 * A calendar of one month in which the first and the last day are chosen. Its grid is one tab stop; the keys
 * are those of the grid in the ARIA Authoring Practices' date picker.
 */
export function DateCalendar({ range, min, max, onChange }: CalendarProps) {
  const t = useText()
  const nameOf = useDayName()
  const heading = useId()
  const grid = useRef<HTMLTableElement>(null)
  const clamp = (date: string) => (date < min ? min : date > max ? max : date)
  // The day that the keys start from.
  const [day, setDay] = useState(() => clamp(/^\d{4}-\d\d-\d\d$/.test(range.from) ? range.from : min))
  // The day that was chosen first, until the second one is.
  const [first, setFirst] = useState<string | null>(null)
  const month = day.slice(0, 7)
  const shown = first === null ? range : sortedRange(first, day)
  const choose = (date: string) => {
    setDay(date)
    setFirst(first === null ? date : null)
    onChange(sortedRange(first ?? date, date))
  }
  const handleKey = (event: KeyboardEvent) => {
    const next = dayAfterKey(day, event)
    if (next === null) return
    event.preventDefault()
    flushSync(() => setDay(clamp(next)))
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }
  return (
    <div className="min-h-[24rem] touch-manipulation">
      <MonthHeading id={heading} month={month} live>
        <MonthButton
          direction="before"
          month={addMonths(day, -1).slice(0, 7)}
          disabled={month <= min.slice(0, 7)}
          onClick={() => setDay(clamp(addMonths(day, -1)))}
        />
        <MonthButton
          direction="after"
          month={addMonths(day, 1).slice(0, 7)}
          disabled={month >= max.slice(0, 7)}
          onClick={() => setDay(clamp(addMonths(day, 1)))}
        />
      </MonthHeading>
      <table
        ref={grid}
        role="grid"
        aria-labelledby={heading}
        className="w-full table-fixed border-separate border-spacing-x-0 border-spacing-y-1"
        onKeyDown={handleKey}
      >
        <WeekdayRow />
        <tbody>
          {listWeeks(month).map((week) => (
            <tr key={week.find((date) => date !== null)}>
              {week.map((date, index) => (
                <td
                  key={WEEKDAYS[index]}
                  aria-selected={date === null ? undefined : isWithin(date, shown)}
                  className="p-0"
                >
                  {date !== null && (
                    <button
                      type="button"
                      tabIndex={date === day ? 0 : -1}
                      disabled={date < min || date > max}
                      aria-label={dayLabel(date)}
                      className={dayClasses(date, shown)}
                      onClick={() => choose(date)}
                      onPointerEnter={() => first !== null && setDay(date)}
                    >
                      {Number(date.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {isWithin(range.from, range) && rangeText(t, nameOf(range.from), nameOf(range.until))}
      </p>
    </div>
  )

  function dayLabel(date: string): string {
    const ends = isWithin(date, shown)
      ? [date === shown.from && t('preference.from'), date === shown.until && t('preference.until')]
      : []
    return [nameOf(date), ...ends].filter(Boolean).join(', ')
  }
}

type MonthButtonProps = {
  direction: 'before' | 'after'
  month: string
  disabled: boolean
  onClick: () => void
}

/** The arrow to another month. It keeps the focus when there is no further one. */
function MonthButton({ direction, month, disabled, onClick }: MonthButtonProps) {
  const t = useText()
  const monthName = useMonthName()
  const name = { month: monthName(month) }
  return (
    <button
      type="button"
      aria-label={
        direction === 'before' ? t('preference.monthBefore', name) : t('preference.monthAfter', name)
      }
      aria-disabled={disabled}
      className={monthArrow}
      onClick={disabled ? undefined : onClick}
    >
      <Icon of={direction === 'before' ? ChevronLeft : ChevronRight} size={20} />
    </button>
  )
}

function WeekdayRow() {
  const { dateLanguage, part } = useFormat()
  // 1 January 2024 is a Monday.
  const name = (weekday: number, style: 'long' | 'short' | 'narrow') =>
    part(Date.UTC(2024, 0, weekday), { timeZone: 'UTC', weekday: style })
  return (
    <thead>
      <tr>
        {WEEKDAYS.map((weekday) => (
          <th key={weekday} scope="col" abbr={name(weekday, 'long')} className="pb-1 text-sm font-normal">
            {name(weekday, weekdayStyle(dateLanguage))}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** `Tuesday 3 March 2026` */
function useDayName(): (date: string) => string {
  const { part } = useFormat()
  return (date) =>
    part(Date.parse(`${date}T12:00Z`), {
      timeZone: 'UTC',
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    })
}

const sortedRange = (a: string, b: string): DateRange =>
  a < b ? { from: a, until: b } : { from: b, until: a }
/** False for every day if the range has no beginning or end. */
const isWithin = (date: string, { from, until }: DateRange) => from !== '' && from <= date && date <= until

function dayClasses(date: string, range: DateRange): string {
  const every =
    'grid h-11 w-full place-items-center tabular disabled:text-muted disabled:opacity-50 ' +
    'focus-visible:-outline-offset-3'
  if (!isWithin(date, range)) return `${every} enabled:hover:bg-brand-soft`
  if (date !== range.from && date !== range.until) return `${every} bg-brand-soft text-on-brand-soft`
  const left = date === range.from ? 'rounded-l' : ''
  const right = date === range.until ? 'rounded-r' : ''
  return `${every} bg-brand text-on-brand ${left} ${right}`
}

/** The dates of a month in rows from Monday to Sunday; null outside the month. */
function listWeeks(month: string): (string | null)[][] {
  const monday = addDays(`${month}-01`, 1 - toWeekday(`${month}-01`))
  const weeks = [0, 1, 2, 3, 4, 5].map((week) =>
    WEEKDAYS.map((weekday) => addDays(monday, week * 7 + weekday - 1)).map((date) =>
      date.startsWith(month) ? date : null,
    ),
  )
  return weeks.filter((week) => week.some((date) => date !== null))
}

/** The day that a key leads to; null for a key that moves nothing. */
function dayAfterKey(day: string, { key, shiftKey }: KeyboardEvent): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, 1 - toWeekday(day))
    case 'End':
      return addDays(day, 7 - toWeekday(day))
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1)
    default:
      return null
  }
}
