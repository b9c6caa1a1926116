import type { Money } from '#domain/money.ts'
import { useText } from '#web/ui/text.tsx'
import { Spinner } from '#web/ui/button.tsx'
import { useClock, useOwnClock } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/format.ts'
import { useNameList } from '#web/ui/people.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** What all times of a visit have in common; `names` has people's names by id. */
export type Offering = {
  names: Record<string, string>
  minutes: number
  money: Money
  /** Whether prices differ, so that each button shows its own. */ pricesDiffer: boolean
}
/** `start` in epoch ms, `price` in minor units including VAT. */
type TimeButtonProps = {
  start: number
  members: string[]
  price: number
  offering: Offering
  /** Also show the day. */ dated?: boolean
  primary?: boolean
  busy: boolean
  pressed: boolean
  formAction?: string | undefined
}

/** A bookable time. Its accessible name includes what sighted guests see around it. */
export function TimeButton({
  start,
  members,
  price,
  offering,
  dated = false,
  primary = false,
  busy,
  pressed,
  formAction,
}: TimeButtonProps) {
  const t = useText()
  const format = useFormat()
  const hydrated = useHydrated()
  const [clock, ownClock] = [useClock(), useOwnClock()]
  const joinNames = useNameList()
  const people = joinNames([...new Set(members)].flatMap((id) => offering.names[id] ?? []))
  const time = clock(start)
  const own = ownClock(start)
  const cost = format.money(price, offering.money)
  return (
    <button
      type="submit"
      name="start"
      value={start}
      formAction={formAction}
      disabled={busy}
      className={
        `flex min-h-14 w-full items-center gap-4 rounded border px-4 py-2 text-left ` +
        `transition-colors duration-150 disabled:cursor-default disabled:opacity-60 ` +
        `${primary ? 'border-brand-line bg-brand text-on-brand hover:bg-brand-hover' : 'border-control bg-surface hover:border-brand-line hover:bg-brand-soft'}`
      }
    >
      <span className="min-w-0 grow">
        {!dated && <span className="sr-only">{format.day(start)}, </span>}
        <span className="tabular block font-semibold first-letter:uppercase">
          {dated ? t('book.dayAndTime', { day: format.day(start), time }) : time}
        </span>
        <span className="sr-only">, </span>
        {!hydrated && (
          <span className="own-time invisible tabular block text-sm">{t('format.ownTime', { time })}</span>
        )}
        {own && (
          <span className={`tabular block text-sm ${primary ? '' : 'text-muted'}`}>
            {t('format.ownTime', { time: own })}
            <span className="sr-only">, </span>
          </span>
        )}
      </span>
      <span className={`max-w-[50%] shrink-0 text-right text-sm ${primary ? '' : 'text-muted'}`}>
        {people}
        <span className="sr-only">, {format.minutes(offering.minutes)}, </span>
        <span className={offering.pricesDiffer ? 'tabular block' : 'sr-only'}>{cost}</span>
      </span>
      {pressed && <Spinner />}
    </button>
  )
}
