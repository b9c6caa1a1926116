import { CalendarRange } from 'lucide'
import { Suspense, useRef, useState } from 'react'
import { useText } from '#web/ui/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyWithRetry } from '#web/ui/loading/lazy.tsx'
import type { DateRange } from './date-calendar.tsx'

const DateCalendar = lazyWithRetry(() => import('./date-calendar.tsx').then((module) => module.DateCalendar))

type RangeProps = {
  /** The number of the window in its form. */ number: number
  range: DateRange
  min: string
  max: string
  errors: Record<string, string>
}

/** The first and the last day: two date fields, and with scripts a calendar that fills them. */
export function DateRangeFields({ number, range, min, max, errors }: RangeProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(range)
  const fields = useRef<HTMLDivElement>(null)
  const inputs = () => [...(fields.current?.querySelectorAll<HTMLInputElement>('input[type=date]') ?? [])]
  const openCalendar = () => {
    const [from, until] = inputs()
    setChosen({ from: from?.value ?? '', until: until?.value ?? '' })
    setOpen(true)
  }
  const choose = (next: DateRange) => {
    setChosen(next)
    const [from, until] = inputs()
    if (from) from.value = next.from
    if (until) until.value = next.until
  }
  return (
    <div className="grid gap-3">
      <div ref={fields} className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          type="date"
          name={`from-${number}`}
          label={t('preference.from')}
          error={errors[`from-${number}`]}
          defaultValue={range.from}
          min={min}
          max={max}
        />
        <Field
          type="date"
          name={`until-${number}`}
          label={t('preference.until')}
          error={errors[`until-${number}`]}
          defaultValue={range.until}
          min={min}
          max={max}
        />
      </div>
      <Button type="button" tone="secondary" className="scripted justify-self-start" onClick={openCalendar}>
        <Icon of={CalendarRange} size={18} />
        <span>{t('preference.openCalendar')}</span>
      </Button>
      <Dialog open={open} title={t('preference.calendar')} onClose={() => setOpen(false)}>
        <p className="text-muted">{t('preference.calendarHint')}</p>
        <Suspense fallback={<div aria-hidden="true" className="min-h-[24rem] rounded bg-bg" />}>
          <DateCalendar range={chosen} min={min} max={max} onChange={choose} />
        </Suspense>
        <Button type="button" onClick={() => setOpen(false)}>
          {t('preference.calendarDone')}
        </Button>
      </Dialog>
    </div>
  )
}
