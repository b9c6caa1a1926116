import type { Money } from '#domain/money.ts'
import { useText } from '#web/ui/text.tsx'
import { Spinner } from '#web/ui/button.tsx'
import { useClock, useOwnClock } from '#web/ui/time/clock.ts'
import { useFormat } from '#web/ui/format.ts'
import { useNameList } from '#web/ui/people.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** What all times of a visit have in common; `names` has people's names by id. */
export type Offering = {
  names: Record<string, string>
  /** Whether some take longer than others: each time says when it ends. */ varies?: boolean
  /** With whether the price is open. */ money: Money & { from: boolean }
}
/** `start` and `end` in epoch ms, `price` in minor units including VAT. */
type TimeProps = {
  start: number
  end: number
  members: string[]
  price: number
  /** As of `Combo`. */ spread?: number | undefined
  offering: Offering
  busy: boolean
  pressed: boolean
}

/** The people of a time, and its price, as texts. */
function useTimeTexts({ members, price, offering }: Pick<TimeProps, 'members' | 'price' | 'offering'>) {
  const format = useFormat()
  const joinNames = useNameList()
  return {
    people: joinNames([...new Set(members)].flatMap((id) => offering.names[id] ?? [])),
    cost: format.cost(price, offering.money),
  }
}

type TimeButtonProps = TimeProps & {
  /** What it is, above the time. */ label?: string
  primary?: boolean
  formAction?: string | undefined
}

/** A bookable time with its day, people and price. */
export function TimeButton({
  start,
  end,
  members,
  price,
  spread,
  offering,
  label,
  primary = false,
  busy,
  pressed,
  formAction,
}: TimeButtonProps) {
  const t = useText()
  const format = useFormat()
  const time = useClock()(start)
  const { people, cost } = useTimeTexts({ members, price, offering })
  return (
    <button
      type="submit"
      name="start"
      value={start}
      formAction={formAction}
      disabled={busy}
      className={
        'flex min-h-14 w-full items-center gap-4 rounded border px-4 py-2 text-left ' +
        'transition-colors duration-150 disabled:cursor-default disabled:opacity-60 ' +
        (primary
          ? 'border-brand-line bg-brand text-on-brand hover:bg-brand-hover'
          : 'border-control bg-surface hover:border-brand-line hover:bg-brand-soft')
      }
    >
      <span className="min-w-0 grow">
        {label && <span className="block text-sm">{label}</span>}
        {label && <span className="sr-only">: </span>}
        <span className="tabular block font-semibold first-letter:uppercase">
          {t('format.dayAndTime', { day: format.day(start), time })}
        </span>
        <span className="sr-only">, </span>
        <OwnClock start={start} className={`text-sm ${primary ? '' : 'text-muted'}`} />
        {spread && <span className="block text-sm">{t('party.spread', { minutes: spread })}</span>}
      </span>
      <span className={`max-w-[50%] shrink-0 text-right text-sm ${primary ? '' : 'text-muted'}`}>
        <span>{people}</span>
        <span className="sr-only">, </span>
        <span className={offering.varies ? 'tabular block' : 'sr-only'}>
          {format.duration((end - start) / 60_000)}
        </span>
        <span className="sr-only">, </span>
        <span className="tabular block">{cost}</span>
      </span>
      {pressed && <Spinner />}
    </button>
  )
}

/**
 * A bookable time of the day that is shown, one of many beside each other: its price is only seen if it is
 * `priced`. Its accessible name includes what sighted guests see around it.
 */
export function TimeChip({
  start,
  end,
  members,
  price,
  spread,
  offering,
  priced,
  busy,
  pressed,
}: TimeChipProps) {
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  const { people, cost } = useTimeTexts({ members, price, offering })
  return (
    <button
      type="submit"
      name="start"
      value={start}
      disabled={busy}
      className={
        'relative grid size-full min-h-11 content-center rounded border border-control bg-surface px-0.5 py-1 ' +
        'text-center leading-5 whitespace-nowrap transition-colors duration-150 hover:border-brand-line ' +
        'hover:bg-brand-soft disabled:cursor-default disabled:opacity-60'
      }
    >
      <span className="sr-only">{`${format.day(start)}, `}</span>
      <span className="tabular font-semibold">{clock(start)}</span>
      {offering.varies && (
        <span aria-hidden="true" className="tabular text-xs leading-4 text-muted">
          {`–${clock(end)}`}
        </span>
      )}
      <span className="sr-only">, </span>
      <OwnClock short start={start} className="text-xs leading-4 text-muted" />
      <span className="sr-only">{`${people}, ${format.duration((end - start) / 60_000)}, `}</span>
      {spread && (
        <>
          <span aria-hidden="true" className="tabular text-xs leading-4 text-muted">{`+${spread}`}</span>
          <span className="sr-only">{`${t('party.spread', { minutes: spread })}, `}</span>
        </>
      )}
      <span className={priced ? 'tabular text-xs leading-4 text-muted' : 'sr-only'}>{cost}</span>
      {pressed && (
        <span className="absolute inset-y-0 right-2 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  )
}

type TimeChipProps = TimeProps & { priced: boolean }

type OwnClockProps = {
  start: number
  className: string
  /** Leaves to `OwnClockNote` what it is. */ short?: boolean
}

/** The time where the guest is, if it differs; until hydration its space, see `OwnTime`. */
function OwnClock({ start, className, short = false }: OwnClockProps) {
  const t = useText()
  const hydrated = useHydrated()
  const clock = useClock()
  const own = useOwnClock()(start)
  if (!hydrated)
    return (
      <span className={`own-time invisible tabular block ${className}`}>
        {short ? clock(start) : t('format.ownTime', { time: clock(start) })}
      </span>
    )
  return (
    own && (
      <span className={`tabular block ${className}`}>
        {short && <span aria-hidden="true">{own}</span>}
        <span className={short ? 'sr-only' : ''}>{t('format.ownTime', { time: own })}</span>
        <span className="sr-only">, </span>
      </span>
    )
  )
}

/** What the second time of each `TimeChip` is, if they have one. */
export function OwnClockNote({ start }: { start: number }) {
  const t = useText()
  const hydrated = useHydrated()
  const own = useOwnClock()(start)
  if (hydrated && !own) return null
  return <p className={`text-sm text-muted ${hydrated ? '' : 'own-time invisible'}`}>{t('book.ownTimes')}</p>
}
