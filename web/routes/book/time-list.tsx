import { useText } from '#web/ui/text.tsx'
import { useFormat } from '#web/ui/format.ts'
import type { Combo } from './load-times.ts'
import { TimeButton, type Offering } from './time-button.tsx'

type TimeListProps = {
  day: string
  times: [number, number][]
  combos: Combo[]
  offering: Offering
  busy: boolean
  pressed: string | null
}

const MINUTE_MS = 60_000

/** The times of one day, grouped by part of the day. */
export function TimeList({ day, times, combos, offering, busy, pressed }: TimeListProps) {
  const t = useText()
  const { part } = useFormat()
  const hour = (minute: number) =>
    Number(part(minute * MINUTE_MS, { hour: 'numeric', hourCycle: 'h23' }).replace(/\D/g, ''))
  const parts = Object.groupBy(times, ([minute]) =>
    hour(minute) < 12 ? 'morning' : hour(minute) < 17 ? 'afternoon' : 'evening',
  )
  const names = { morning: t('book.morning'), afternoon: t('book.afternoon'), evening: t('book.evening') }
  return (
    <div className="grid gap-6">
      {(['morning', 'afternoon', 'evening'] as const).map(
        (name) =>
          parts[name] && (
            <section key={name} aria-labelledby={`${name}-${day}`}>
              <h3 id={`${name}-${day}`} className="text-lg">
                {names[name]}
              </h3>
              <ul className="mt-2 grid gap-2 xl:grid-cols-2">
                {parts[name].map(([minute, combo]) => {
                  const { members, price } = combos[combo] ?? { members: [], price: 0 }
                  const start = minute * MINUTE_MS
                  return (
                    <li
                      key={minute}
                      id={`time-${start}`}
                      className="rounded outline-offset-2 outline-brand-line target:outline-3"
                    >
                      <TimeButton
                        start={start}
                        members={members}
                        price={price}
                        offering={offering}
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

/** A skeleton of the final size, for a month that is slow to load. */
export const TimeListSkeleton = () => (
  <div aria-hidden="true" className="grid gap-2">
    {Array.from({ length: 8 }, (_, index) => (
      <div key={index} className="h-14 animate-pulse rounded bg-line motion-reduce:animate-none" />
    ))}
  </div>
)
