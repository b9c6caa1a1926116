import type { ReactNode } from 'react'
import { useFormat } from '../format.ts'

/** `December 2026` */
export function useMonthName(): (month: string) => string {
  const { part } = useFormat()
  return (month) =>
    part(Date.parse(`${month}-15T12:00Z`), { timeZone: 'UTC', month: 'long', year: 'numeric' })
}

/** The classes of the arrows to a month's neighbours. */
export const monthArrow =
  'grid size-11 place-items-center rounded border border-control bg-surface text-text no-underline ' +
  'hover:bg-brand-soft aria-disabled:opacity-40'

type HeadingProps = {
  /** YYYY-MM */ month: string
  id?: string
  /** Announced when the month changes without a new page. */ live?: boolean
  /** The arrows. */ children: ReactNode
}

/** The month's name beside the arrows to its neighbours. */
export function MonthHeading({ month, id, live = false, children }: HeadingProps) {
  const monthName = useMonthName()
  return (
    <div className="mb-3 flex items-center justify-between gap-2">
      <h2 id={id} aria-live={live ? 'polite' : undefined} className="text-xl first-letter:uppercase">
        {monthName(month)}
      </h2>
      <div className="flex gap-2">{children}</div>
    </div>
  )
}
