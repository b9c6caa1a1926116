import { refusalTexts, warningTexts } from '#web/staff/day/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import type { Answer } from './answer.ts'
import { LEFT_OUT, type BookingForm } from './booking-form.ts'

type Series = NonNullable<Answer['series']>

/** The dates of a series before they are booked: each is free, or has other times nearby, or is left out. */
export function SeriesReview({ series: { key, dates }, values }: { series: Series; values: BookingForm }) {
  const t = useText()
  return (
    <section aria-labelledby="dates" className="grid gap-2">
      <h2 id="dates" className="text-xl">
        {t('series.dates')}
      </h2>
      <input type="hidden" name="reviewed" value={key} />
      {/* What is shown is accepted with the next press. */}
      {[...new Set(dates.flatMap(({ warnings }) => warnings))].map((warning) => (
        <input key={warning} type="hidden" name="accept" value={warning} />
      ))}
      <ol className="divide-y divide-line rounded-xl border border-line bg-surface" key={key}>
        {dates.map((date, index) => (
          <ReviewedDate key={date.start} date={date} index={index} choice={values.dates[String(index)]} />
        ))}
      </ol>
    </section>
  )
}

type DateProps = { date: Series['dates'][number]; index: number; choice: string | undefined }

function ReviewedDate({ date: { start, reason, warnings, alternatives }, index, choice }: DateProps) {
  const t = useText()
  const { fullDay, day, time } = useFormat()
  const name = `d${index}`
  const said = warnings.filter((warning) => warning !== 'horizon').map((warning) => t(warningTexts[warning]))
  return (
    <li className="p-4">
      <fieldset>
        <legend className="flex w-full flex-wrap items-center justify-between gap-2">
          <span className="font-medium">{`${fullDay(start)}, ${time(start)}`}</span>
          <Badge tone={reason === null ? 'success' : 'warning'}>
            {t(
              reason === null
                ? 'series.free'
                : reason === 'skipped'
                  ? 'series.skipped'
                  : refusalTexts[reason],
            )}
          </Badge>
        </legend>
        {said.length > 0 && <p className="text-sm">{said.join(' ')}</p>}
        {reason === null ? (
          <Choice name={name} value="" label={time(start)} chosen={choice === undefined} />
        ) : (
          alternatives.map((place) => (
            <Choice
              key={place.start}
              name={name}
              value={String(place.start)}
              label={t('format.dayAndTime', { day: day(place.start), time: time(place.start) })}
              chosen={choice === String(place.start)}
            />
          ))
        )}
        <Choice
          name={name}
          value={LEFT_OUT}
          label={t('series.leaveOut')}
          chosen={choice === LEFT_OUT || (reason !== null && choice === undefined)}
        />
      </fieldset>
    </li>
  )
}

function Choice({
  name,
  value,
  label,
  chosen,
}: {
  name: string
  value: string
  label: string
  chosen: boolean
}) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={chosen}
        className="size-6 shrink-0 accent-brand-line"
      />
      <span className="tabular">{label}</span>
    </label>
  )
}
