import { CalendarX } from 'lucide'
import { useLocation } from 'react-router'
import { useText } from '#web/ui/text.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { useNameList } from '#web/ui/people.tsx'
import { MonthLinks, useMonthName } from './month.tsx'
import { Offers } from './other-times.tsx'
import type { TimeData } from './load-times.ts'
import { stepUrl, baseOf } from '#web/visit/selection.ts'
import { WaitlistHint } from './waitlist-hint.tsx'

/** A month without times: the nearest alternatives, with the same people later or with others now. */
export function NoTimesInMonth({
  data,
  busy,
  pressed,
}: {
  data: TimeData
  busy: boolean
  pressed: string | null
}) {
  const {
    times: { month, next, waitlist, later, others },
    selection,
    offering,
    asked,
    contact,
  } = data
  const t = useText()
  const monthName = useMonthName()
  const base = baseOf(useLocation().pathname)
  const people = useNameList()(asked)
  const anyone = { ...selection, teamMember: selection.services.map(() => null) }
  return (
    <div className="max-w-[44rem]">
      <MonthLinks data={data} />
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
        {waitlist && <WaitlistHint selection={selection} month={month} />}
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
              formAction={stepUrl(base, 'time', anyone)}
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
              to={stepUrl(base, 'time', selection, { month: next })}
              className="mt-3 inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
            >
              {t('book.allTimesIn', { month: monthName(next) })}
            </Link>
          </section>
        )}
        {!next && (
          <Link
            to={stepUrl(base, 'time', selection)}
            className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
          >
            {t('book.backToFirst')}
          </Link>
        )}
      </div>
    </div>
  )
}
