import { useFormat } from '#web/ui/format.ts'

export type FreePlace = { start: number; end: number; members: string[] }

/** A free time as the value of a choice: its start (epoch ms), and who performs each service. */
export const placeValue = ({ start, members }: Pick<FreePlace, 'start' | 'members'>): string =>
  [start, ...members].join(':')

type PlaceChoiceProps = {
  legend: string
  places: readonly FreePlace[]
  /** Whether the day of each is said. */ days?: boolean
  chosen: string
  onChoose: (value: string) => void
  nameOf: (memberId: string) => string
}

/** Free times to choose from. */
export function PlaceChoice({ legend, places, days = false, chosen, onChoose, nameOf }: PlaceChoiceProps) {
  const { day, time } = useFormat()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {places.map((place) => {
          const value = placeValue(place)
          const people = [...new Set(place.members)].map(nameOf).filter(Boolean)
          return (
            <PlaceOption key={value} value={value} chosen={chosen} onChoose={onChoose}>
              {[...(days ? [day(place.start)] : []), time(place.start), ...people].join(', ')}
            </PlaceOption>
          )
        })}
      </div>
    </fieldset>
  )
}

/** One of the times; with an empty value that of the fields of date and time. */
export const PlaceOption = ({
  name = 'place',
  value,
  chosen,
  onChoose,
  children,
}: Pick<PlaceChoiceProps, 'chosen' | 'onChoose'> & {
  name?: string
  value: string
  children: string
}) => (
  <label className="flex min-h-11 items-center gap-2 rounded border border-control bg-surface px-3 py-1 text-text has-checked:border-brand-line has-checked:bg-brand-soft has-checked:text-on-brand-soft">
    <input
      type="radio"
      name={name}
      value={value}
      checked={value === chosen}
      onChange={() => onChoose(value)}
      className="size-5 shrink-0 accent-brand-line"
    />
    <span>{children}</span>
  </label>
)
