import { CalendarX } from 'lucide'
import type { ReactNode } from 'react'
import { useText } from '#web/ui/text.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { useNameList } from '#web/ui/people.tsx'
import { DaysNav } from './days.tsx'
import { WhyNone } from './why-none.tsx'
import { Offers } from '../shared/other-times.tsx'
import type { ShownTimes, TimesUrl } from '../shared/load-times.ts'
import type { Offering } from '../shared/time-button.tsx'

type NoTimesProps = {
  times: ShownTimes
  offering: Offering
  /** The names of the requested people. */ asked: string[]
  /** How to reach the salon. */ contact: string
  urlOf: TimesUrl
  /** The form's URL for times with anyone. */ othersUrl: string
  hint?: ReactNode
  busy: boolean
  pressed: string | null
}

/** Four weeks without times: the nearest alternatives, with the same people later or with others now. */
export function NoTimes({
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
  const { from, next, later, others, soonest, why } = times
  const t = useText()
  const people = useNameList()(asked)
  return (
    <div className="max-w-[44rem]">
      <DaysNav times={times} day={from} urlOf={urlOf} />
      <div className="grid gap-6 rounded-xl border border-line bg-surface p-4 sm:p-6">
        <div className="flex gap-4">
          <Icon of={CalendarX} size={28} className="mt-1 shrink-0 text-brand-text" />
          <div>
            <p className="font-display text-lg font-semibold">
              {people ? t('book.fullWith', { people }) : t('book.full')}
            </p>
            {why && <WhyNone why={why} />}
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
              {t('book.later')}
            </h3>
            <Offers offers={later} offering={offering} busy={busy} pressed={pressed} />
            <Link
              to={urlOf({ from: next })}
              className="mt-3 inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
            >
              {t('book.allTimes')}
            </Link>
          </section>
        )}
        {!next && !soonest && (
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
