import type { Output } from '#contract/calls.ts'
import { PlaceChoice, PlaceOption, placeValue, type FreePlace } from '#web/staff/form/place-choice.tsx'
import { PersonSelect } from '#web/staff/form/person-select.tsx'
import { TimeFields, useTimeLabels } from '#web/staff/form/time-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import type { BookingForm } from './booking-form.ts'

type Places = Output<'findPlaces'>

type WhenFieldsProps = {
  values: BookingForm
  people: Output<'listBookable'>['members']
  onMember: (id: string) => void
  /** The free times of a week, if they were asked for. */ places: Places | null
  /** The nearest free times, which stand elsewhere in the form. */ nearest: readonly FreePlace[]
  /** The chosen free time, or ''. */ chosen: string
  onChoose: (place: string) => void
  nameOf: (memberId: string) => string
  error?: string | undefined
}

/** With whom and when: a date and a time, or one of the free times. */
export function WhenFields({
  values,
  people,
  onMember,
  places,
  nearest,
  chosen: place,
  onChoose: choose,
  nameOf,
  error,
}: WhenFieldsProps) {
  const t = useText()
  const labels = useTimeLabels()
  const { day, time } = useFormat()
  const isWalkIn = values.source === 'walkIn'
  const listed = (places?.days.flatMap((one) => one.places) ?? nearest).map(placeValue)
  // What has been chosen stays, whatever is listed by now.
  const options = place === '' || listed.includes(place) ? [] : [place]
  const placeText = (value: string) => {
    const start = Number(value.split(':')[0])
    return `${day(start)}, ${time(start)}`
  }
  return (
    <fieldset id="when" tabIndex={-1} className="grid gap-4 outline-none">
      <legend className="mb-2 text-2xl">{t('newVisit.when')}</legend>
      <div
        onChange={({ target }) => {
          if (!(target instanceof HTMLSelectElement)) return
          onMember(target.value)
          // The chosen time stays, with whom is new.
          choose(place.split(':')[0] ?? '')
        }}
      >
        <PersonSelect
          name="member"
          label={t('newVisit.person')}
          people={people}
          nobody={t('newVisit.anyone')}
          value={values.member}
        />
      </div>
      {isWalkIn ? (
        <p>{t('newVisit.now')}</p>
      ) : (
        <>
          <input type="hidden" name="start" value={values.start} />
          <div onChange={() => choose('')}>
            <TimeFields
              names={{ date: 'date', time: 'time' }}
              labels={labels}
              date={values.date}
              time={values.time}
              error={error}
            />
          </div>
          <div>
            <Button name="intent" value="places" tone="secondary">
              {t('newVisit.findPlaces')}
            </Button>
          </div>
        </>
      )}
      <NoPlaces places={places} />
      {place !== '' || listed.length > 0 || places ? (
        <div className="grid gap-4">
          <div className="flex flex-wrap gap-2">
            <PlaceOption value="" chosen={place} onChoose={choose}>
              {t(isWalkIn ? 'newVisit.now' : 'newVisit.typedTime')}
            </PlaceOption>
            {options.map((value) => (
              <PlaceOption key={value} value={value} chosen={place} onChoose={choose}>
                {placeText(value)}
              </PlaceOption>
            ))}
          </div>
          {places && (
            <FoundPlaces
              places={places}
              after={Number(values.start)}
              chosen={place}
              onChoose={choose}
              nameOf={nameOf}
            />
          )}
        </div>
      ) : null}
    </fieldset>
  )
}

/** That a week has no free times, and when the next ones are: read out where it appears. */
function NoPlaces({ places }: { places: Places | null }) {
  const t = useText()
  const { part } = useFormat()
  const isNone = places !== null && places.days.every((one) => one.places.length === 0)
  return (
    <p role="status" className={isNone ? '' : 'sr-only'}>
      {isNone &&
        (places.nextDay === null
          ? t('newVisit.noPlaces')
          : t('newVisit.nextDay', {
              // Noon of the date: that of the salon wherever its zone is.
              date: part(Date.parse(`${places.nextDay}T12:00Z`), {
                weekday: 'long',
                day: 'numeric',
                month: 'long',
                timeZone: 'UTC',
              }),
            }))}
    </p>
  )
}

/** So many free times are listed at first. */
const FIRST = 12

/** The next free times of a week from the wanted one on, by their days; behind a fold the others. */
function FoundPlaces({
  places: { days },
  after,
  ...choice
}: {
  places: Places
  /** Epoch ms; 0: none is wanted. */ after: number
  chosen: string
  onChoose: (value: string) => void
  nameOf: (memberId: string) => string
}) {
  const t = useText()
  const all = days.flatMap((one) => one.places)
  const later = all.filter(({ start }) => start >= after)
  const first = new Set((later.length > 0 ? later : all).slice(0, FIRST))
  const pick = (isFirst: boolean) =>
    days.map(({ date, places }) => ({ date, places: places.filter((one) => first.has(one) === isFirst) }))
  return (
    <>
      <DaysOfPlaces days={pick(true)} {...choice} />
      {all.length > first.size && (
        <Fold summary={t('newVisit.morePlaces', { count: all.length - first.size })} compact>
          <div className="grid gap-4 px-4 pb-4">
            <DaysOfPlaces days={pick(false)} {...choice} />
          </div>
        </Fold>
      )}
    </>
  )
}

type DaysProps = Pick<Places, 'days'> & Omit<Parameters<typeof PlaceChoice>[0], 'legend' | 'places' | 'days'>

function DaysOfPlaces({ days, ...choice }: DaysProps) {
  const { day } = useFormat()
  return days.map(
    ({ date, places }) =>
      places[0] && <PlaceChoice key={date} legend={day(places[0].start)} places={places} {...choice} />,
  )
}
