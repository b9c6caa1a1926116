import { useText } from '#web/ui/text.tsx'
import { Field } from '#web/ui/form/field.tsx'

type TimeFieldsProps = {
  /** The names of the two fields. */ names: { date: string; time: string }
  labels: { date: string; time: string }
  date: string
  time: string
  /** Of the time of day. */ hint?: string | undefined
  error?: string | undefined
  dateError?: string | undefined
  /** Seconds. */ step?: number
}

/** A date and a time of the salon's clock. */
export function TimeFields({
  names,
  labels,
  date,
  time,
  hint,
  error,
  dateError,
  step = 300,
}: TimeFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field name={names.date} type="date" label={labels.date} error={dateError} defaultValue={date} />
      <Field
        name={names.time}
        type="time"
        step={step}
        label={labels.time}
        hint={hint}
        error={error}
        defaultValue={time}
      />
    </div>
  )
}

/** The usual words for when something is. */
export function useTimeLabels() {
  const t = useText()
  return { date: t('newVisit.date'), time: t('newVisit.time') }
}
