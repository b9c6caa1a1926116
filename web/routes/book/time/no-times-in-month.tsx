import { CalendarX } from 'lucide'
import type { ReactNode } from 'react'
import { useText } from '#web/ui/text.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { useMonthName } from '#web/ui/time/month-heading.tsx'
import { useNameList } from '#web/ui/people.tsx'
import { MonthLinks } from './month.tsx'
import { Offers } from '../shared/other-times.tsx'
import type { MonthTimes, MonthUrl } from '../shared/load-times.ts'
import type { Offering } from '../shared/time-button.tsx'

type NoTimesProps = {
  times: MonthTimes
  offering: Offering
  /** The names of the requested people. */ asked: string[]
  /** How to reach the salon. */ contact: string
  urlOf: MonthUrl
  /** The form's URL for times with anyone. */ othersUrl: string
  hint?: ReactNode
  busy: boolean
  pressed: string | null
}

/** A month without times: the nearest alternatives, with the same people later or with others now. */
export function NoTimesInMonth({
  times,
  offering,
  asked,
  contact,
  urlOf,
  othersUrl,
  hint,
  busy,
  pressed,
}: NoTimesProps) {
  const { month, next, later, others } = times
  const t = useText()
  const monthName = useMonthName()
  const people = useNameList()(asked)
  return (
    <div className="max-w-[44rem]">
      <MonthLinks times={times} urlOf={urlOf} />
      <div className="grid gap-6 rounded-xl border border-line bg-surface p-4 sm:p-6">
        <div className="flex gap-4">
          <Icon of={CalendarX} size={28} className="mt-1 shrink-0 text-brand-text" />
          <div>
            <p className="font-display text-lg font-semibold first-letter:uppercase">
              {people
                ? t('book.fullWith', { people, month: monthName(month) })
                : t('book.full', { month: monthName(month) })}
            </p>
            <p className="mt-1 text-muted">
              {later.length + others.length > 0 ? t('book.fullNearest') : t('book.fullNothing', { contact })}
            </p>
          </div>
        </div>
        {hint}
        {others.length > 0 && (
          <section aria-labelledby="others">
            <h3 id="others" className="text-lg">
              {t('book.withOthers')}
            </h3>
            <Offers
              offers={others}
              offering={offering}
              busy={busy}
              pressed={pressed}
              formAction={othersUrl}
            />
          </section>
        )}
        {next && later.length > 0 && (
          <section aria-labelledby="later">
            <h3 id="later" className="text-lg">
              {t('book.laterIn', { month: monthName(next) })}
            </h3>
            <Offers offers={later} offering={offering} busy={busy} pressed={pressed} />
            <Link
              to={urlOf({ month: next })}
              className="mt-3 inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
            >
              {t('book.allTimesIn', { month: monthName(next) })}
            </Link>
          </section>
        )}
        {!next && (
          <Link
            to={urlOf({})}
            className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
          >
            {t('book.backToFirst')}
          </Link>
        )}
      </div>
    </div>
  )
}
