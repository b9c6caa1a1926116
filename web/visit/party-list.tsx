import { useText } from '../ui/text.tsx'
import { useClock } from '../ui/time/clock.ts'
import { useFormat } from '../ui/format.ts'

type PartyListProps = {
  party: { name: string; start: number; state: 'booked' | 'cancelled' }[]
  /** What it says about the others. */ title: string
}

/** The others of a party with their times; nothing for a visit that was booked by itself. */
export function PartyList({ party, title }: PartyListProps) {
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  if (party.length === 0) return null
  return (
    <div className="rounded-xl border border-line bg-surface p-4">
      <p className="font-medium">{title}</p>
      <ul className="mt-1 grid gap-1">
        {party.map(({ name, start, state }, index) => (
          <li key={index} className="wrap-anywhere">
            <span>{`${name || t('party.booker')}, `}</span>
            <span className={`tabular ${state === 'cancelled' ? 'line-through' : ''}`}>
              {t('format.dayAndTime', { day: format.day(start), time: clock(start) })}
            </span>
            {state === 'cancelled' && <span>{` (${t('party.cancelled')})`}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
