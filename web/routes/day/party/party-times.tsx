import { PlaceOption } from '#web/staff/form/place-choice.tsx'
import { useTimeLabels } from '#web/staff/form/time-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import type { PartyAnswer } from './answer-party.server.ts'

type Times = NonNullable<PartyAnswer['times']>
type Place = Times['places'][number]

type PartyTimesProps = {
  date: string
  times: Times | undefined
  /** The chosen first start, epoch ms; '' is none. */ chosen: string
  onChoose: (start: string) => void
  nameOf: (memberId: string) => string
  error: string | undefined
}

/** The day, and the times at which everybody can come on it. */
export function PartyTimes({ date, times, chosen, onChoose, nameOf, error }: PartyTimesProps) {
  const t = useText()
  const labels = useTimeLabels()
  const { day, part, time } = useFormat()
  const places = times?.places ?? []
  const isNone = times !== undefined && places.length === 0
  const days = [...Map.groupBy(places, ({ start }) => day(start))]
  const namesOf = (members: string[]) => [...new Set(members)].map(nameOf)
  /** When and with whom: once where all begin together. */
  const peopleOf = ({ start, visits }: Place) =>
    visits.every((one) => one.start === start)
      ? [time(start), ...namesOf(visits.flatMap(({ members }) => members))].join(', ')
      : visits.map((one) => [time(one.start), ...namesOf(one.members)].join(' ')).join(', ')
  return (
    // The summary of errors leads here.
    <fieldset
      id="times"
      tabIndex={-1}
      className="grid gap-4 outline-none"
      aria-describedby={error ? 'times-error' : undefined}
    >
      <legend className="mb-2 text-2xl">{t('newVisit.when')}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <Field name="date" type="date" label={labels.date} defaultValue={date} />
        <Button name="intent" value="times" tone="secondary">
          {t('party.seeTimes')}
        </Button>
      </div>
      {error && (
        <p id="times-error" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
      <p role="status" className={isNone ? '' : 'sr-only'}>
        {isNone &&
          (times.nextDay === null
            ? t('staffParty.none')
            : t('staffParty.nextDay', {
                // Noon of the date: that of the salon wherever its zone is.
                date: part(Date.parse(`${times.nextDay}T12:00Z`), {
                  weekday: 'long',
                  day: 'numeric',
                  month: 'long',
                  timeZone: 'UTC',
                }),
              }))}
      </p>
      {days.map(([name, places]) => (
        <fieldset key={name} className="grid gap-2">
          <legend className="mb-2 font-medium">{name}</legend>
          <div className="flex flex-wrap gap-2">
            {places.map((place) => (
              <PlaceOption
                key={place.start}
                name="start"
                value={String(place.start)}
                chosen={chosen}
                onChoose={onChoose}
              >
                {peopleOf(place)}
              </PlaceOption>
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  )
}
