import { parseDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  RangeCalendar,
} from 'react-aria-components/RangeCalendar'
import { intlLocale } from '#domain/language.ts'
import { useText } from '#web/ui/text.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'

export type DateRange = { from: string; until: string }
type CalendarProps = {
  /** Dates, '' for none. */ range: DateRange
  /** The days that can be chosen. */ min: string
  max: string
  onChange: (range: DateRange) => void
}

const dateOf = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? parseDate(text) : null)
const arrow =
  'grid size-11 place-items-center rounded border border-control bg-surface text-text ' +
  'hover:bg-brand-soft disabled:opacity-40'
const cell =
  'grid h-11 w-full place-items-center tabular data-[outside-month]:invisible ' +
  'data-[disabled]:text-muted data-[disabled]:opacity-50 not-data-[disabled]:cursor-pointer ' +
  'not-data-[disabled]:hover:bg-brand-soft data-[selected]:bg-brand-soft data-[selected]:text-on-brand-soft ' +
  'data-[selection-start]:rounded-l data-[selection-start]:bg-brand data-[selection-start]:text-on-brand ' +
  'data-[selection-end]:rounded-r data-[selection-end]:bg-brand data-[selection-end]:text-on-brand ' +
  'data-[focus-visible]:outline-3 data-[focus-visible]:-outline-offset-3 data-[focus-visible]:outline-focus'

/** A calendar of one month in which the first and the last day are chosen. */
export function DateCalendar({ range, min, max, onChange }: CalendarProps) {
  const t = useText()
  const { dateLanguage } = useFormat()
  const [first, last] = [dateOf(range.from), dateOf(range.until)]
  return (
    // With an element of this id React Aria adds no style element, which the content policy would block.
    <div id="react-aria-pressable-style" className="min-h-[24rem] touch-manipulation">
      <I18nProvider locale={intlLocale(dateLanguage)}>
        <RangeCalendar
          aria-label={t('preference.calendar')}
          firstDayOfWeek="mon"
          minValue={parseDate(min)}
          maxValue={parseDate(max)}
          defaultFocusedValue={first}
          value={first && last && first.compare(last) <= 0 ? { start: first, end: last } : null}
          onChange={(chosen) =>
            chosen && onChange({ from: chosen.start.toString(), until: chosen.end.toString() })
          }
        >
          <div className="mb-2 flex items-center justify-between gap-2">
            <Button slot="previous" className={arrow}>
              <Icon of={ChevronLeft} size={20} />
            </Button>
            <CalendarHeading className="font-display text-lg font-semibold first-letter:uppercase" />
            <Button slot="next" className={arrow}>
              <Icon of={ChevronRight} size={20} />
            </Button>
          </div>
          <CalendarGrid
            // The short names of Portuguese locale data are whole words, too wide for a phone.
            weekdayStyle={dateLanguage === 'pt' ? 'narrow' : 'short'}
            className="w-full table-fixed border-separate border-spacing-y-1"
          >
            <CalendarGridHeader>
              {(day) => <CalendarHeaderCell className="pb-1 text-sm font-normal">{day}</CalendarHeaderCell>}
            </CalendarGridHeader>
            <CalendarGridBody>{(date) => <CalendarCell date={date} className={cell} />}</CalendarGridBody>
          </CalendarGrid>
        </RangeCalendar>
      </I18nProvider>
    </div>
  )
}
