import { useText } from '#web/ui/text.tsx'

/** A day, or several with the same hours; `hours`: '' where it is closed. */
export type HoursRow = { day: string; hours: string }

/** The opening hours of a place, folded away; `place`: its name, where there are several. */
export function OpeningHours({
  rows,
  place,
  className = '',
}: {
  rows: HoursRow[]
  place?: string
  className?: string
}) {
  const t = useText()
  return (
    <details className={`text-sm ${className}`}>
      <summary className="inline-flex min-h-11 items-center underline underline-offset-4">
        <span>{t('checkout.allHours')}</span>
        {place && <span className="sr-only">{`: ${place}`}</span>}
      </summary>
      <dl className="tabular grid max-w-80 gap-1 pb-3">
        {rows.map(({ day, hours }) => (
          <div key={day} className="flex justify-between gap-4">
            <dt className="first-letter:uppercase">{day}</dt>
            <dd className="text-right">{hours || t('checkout.dayClosed')}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
