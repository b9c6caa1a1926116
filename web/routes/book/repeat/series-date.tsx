import type { Money } from '#domain/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useNameList } from '#web/ui/people.tsx'
import { useText } from '#web/ui/text.tsx'
import { useClock } from '#web/ui/time/clock.ts'
import { LEFT_OUT, toChoice, type ChosenTime } from './choices.ts'
import type { PreviewDate } from './load-repeat.server.ts'

type DateProps = {
  date: PreviewDate
  name: string
  choice: string | undefined
  /** Whom the guest asks for at its own time. */ teamMember: (string | null)[]
  /** Whether somebody else has just taken it. */ lost: boolean
  error: string | undefined
  names: Record<string, string>
  money: Money & { from: boolean }
}

/** A date of a series with its times, one of which is chosen, or none. */
export function SeriesDate({ date, name, choice, teamMember, lost, error, names, money }: DateProps) {
  const t = useText()
  const format = useFormat()
  const { state, offer, others, near } = date
  const times = [...(offer ? [{ ...offer, teamMember }] : []), ...others]
  const own = offer && toChoice({ start: offer.start, teamMember })
  const chosen = choice ?? own
  const about = {
    free: 'series.free',
    taken: 'series.taken',
    skipped: 'series.skipped',
    'not-open': 'series.notOpen',
  } as const
  const said = lost ? 'series.lost' : about[state]
  const head = (
    <>
      <span className="font-semibold first-letter:uppercase">{format.fullDay(near)}</span>
      <Badge tone={state === 'free' ? 'success' : 'warning'}>{t(said)}</Badge>
    </>
  )
  if (state === 'not-open')
    return <li className="flex flex-wrap items-center justify-between gap-2 p-4 text-muted">{head}</li>
  return (
    <li className="p-4">
      <fieldset id={name} tabIndex={-1} aria-describedby={error ? `${name}-error` : undefined}>
        <legend className="flex w-full flex-wrap items-center justify-between gap-2">{head}</legend>
        {error && (
          <p id={`${name}-error`} className="mt-1 text-sm font-medium text-danger">
            {error}
          </p>
        )}
        {times.length === 0 && <p className="mt-1 text-muted">{t('series.noOthers')}</p>}
        <div className="mt-1 grid">
          {times.map((time) => (
            <TimeChoice
              key={`${time.start} ${time.teamMember.join(' ')}`}
              name={name}
              time={time}
              otherDay={format.day(time.start) !== format.day(near)}
              chosen={chosen === toChoice(time)}
              names={names}
              money={money}
            />
          ))}
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name={name}
              value={LEFT_OUT}
              defaultChecked={chosen === LEFT_OUT}
              className="size-6 shrink-0 accent-brand-line"
            />
            <span>{t('series.leaveOut')}</span>
          </label>
        </div>
      </fieldset>
    </li>
  )
}

type TimeProps = Pick<DateProps, 'name' | 'names' | 'money'> & {
  time: ChosenTime & { members: string[]; price: number }
  otherDay: boolean
  chosen: boolean
}

function TimeChoice({ name, time, otherDay, chosen, names, money }: TimeProps) {
  const t = useText()
  const format = useFormat()
  const clock = useClock()(time.start)
  const joinNames = useNameList()
  const people = joinNames([...new Set(time.members)].flatMap((id) => names[id] ?? []))
  return (
    <label className="flex min-h-11 flex-wrap items-center gap-x-3 py-1.5">
      <input
        type="radio"
        name={name}
        value={toChoice(time)}
        defaultChecked={chosen}
        className="size-6 shrink-0 accent-brand-line"
      />
      {/* Beside a day there is no room for a person and a price on a phone: they go below. */}
      <span className={`tabular min-w-0 flex-1 first-letter:uppercase ${otherDay ? 'basis-48' : 'basis-16'}`}>
        {otherDay ? t('format.dayAndTime', { day: format.day(time.start), time: clock }) : clock}
      </span>
      <span className="tabular ml-auto text-right text-muted">
        {`${people} · ${format.cost(time.price, money)}`}
      </span>
    </label>
  )
}
