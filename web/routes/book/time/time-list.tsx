import { useLocation } from 'react-router'
import { useText } from '#web/ui/text.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useFormat } from '#web/ui/format.ts'
import type { Combo } from '../shared/load-times.ts'
import { OwnClockNote, TimeChip, type Offering } from '../shared/time-button.tsx'

type TimeListProps = {
  day: string
  times: [number, number][]
  combos: Combo[]
  /** Whether each time shows its price. */ priced: boolean
  offering: Offering
  busy: boolean
  pressed: string | null
}

const MINUTE_MS = 60_000

/** Of a list of times: room for the price of each, and for the words of an open one. */
export const timesClasses = (priced: boolean, { money }: Offering): string =>
  `mt-1 times ${priced ? 'priced' : ''} ${priced && money.from ? 'open' : ''}`

/** The times of one day, grouped by part of the day. */
export function TimeList({ day, times, combos, priced, offering, busy, pressed }: TimeListProps) {
  const t = useText()
  const { part } = useFormat()
  // After a navigation inside the site no element is the `:target`.
  const hydrated = useHydrated()
  const { hash } = useLocation()
  const hour = (minute: number) =>
    Number(part(minute * MINUTE_MS, { hour: 'numeric', hourCycle: 'h23' }).replace(/\D/g, ''))
  const parts = Object.groupBy(times, ([minute]) =>
    hour(minute) < 12 ? 'morning' : hour(minute) < 17 ? 'afternoon' : 'evening',
  )
  const spreads = [...new Set(times.flatMap(([, combo]) => combos[combo]?.spread ?? []))].sort(
    (a, b) => a - b,
  )
  const names = { morning: t('book.morning'), afternoon: t('book.afternoon'), evening: t('book.evening') }
  return (
    <div className="grid gap-3">
      {times[0] && <OwnClockNote start={times[0][0] * MINUTE_MS} />}
      {spreads.map((minutes) => (
        <p key={minutes} aria-hidden="true" className="text-sm text-muted">
          {`+${minutes}: ${t('party.spread', { minutes })}`}
        </p>
      ))}
      {(['morning', 'afternoon', 'evening'] as const).map(
        (name) =>
          parts[name] && (
            <section key={name} aria-labelledby={`${name}-${day}`}>
              <h3 id={`${name}-${day}`} className="text-base">
                {names[name]}
              </h3>
              <ul className={timesClasses(priced, offering)}>
                {parts[name].map(([minute, combo]) => {
                  const { members, price, minutes, spread } = combos[combo] ?? {
                    members: [],
                    price: 0,
                    minutes: 0,
                  }
                  const start = minute * MINUTE_MS
                  return (
                    <li
                      key={minute}
                      id={`time-${start}`}
                      className={
                        'scroll-mt-[70vh] rounded outline-offset-2 outline-brand-line target:outline-3 ' +
                        (hydrated && hash === `#time-${start}` ? 'outline-3' : '')
                      }
                    >
                      <TimeChip
                        start={start}
                        end={start + minutes * MINUTE_MS}
                        members={members}
                        price={price}
                        spread={spread}
                        offering={offering}
                        priced={priced}
                        busy={busy}
                        pressed={pressed === String(start)}
                      />
                    </li>
                  )
                })}
              </ul>
            </section>
          ),
      )}
    </div>
  )
}

/** A skeleton of the final size, for times that are slow to load. */
export const TimeListSkeleton = () => (
  <div aria-hidden="true" className="times">
    {Array.from({ length: 24 }, (_, index) => (
      <div key={index} className="h-11 animate-pulse rounded bg-line motion-reduce:animate-none" />
    ))}
  </div>
)
