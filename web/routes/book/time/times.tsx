import type { ReactNode } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { useDelayedPending } from '#web/ui/loading/use-delayed-pending.ts'
import { Days, DaysNav } from './days.tsx'
import type { ShownTimes, TimesUrl } from '../shared/load-times.ts'
import { InfoBox } from '../shared/step.tsx'
import { TimeButton, TimeChip, type Offering } from '../shared/time-button.tsx'
import { TimeList, TimeListSkeleton, timesClasses } from './time-list.tsx'
import { samePrice } from './same-price.ts'
import { WhyNone } from './why-none.tsx'

type TimesProps = {
  times: ShownTimes
  offering: Offering
  urlOf: TimesUrl
  /** Shown for a day without times. */ renderHint?: (date: string) => ReactNode
  busy: boolean
  pressed: string | null
}

/** The days of four weeks, and the times of the chosen day. */
export function Times({ times: shown, offering, urlOf, renderHint, busy, pressed }: TimesProps) {
  const { from, skipped, soonest, times, hidden, closed } = shown
  const t = useText()
  const format = useFormat()
  const [search] = useSearchParams()
  const day = chooseDay(shown, search)
  const ofDay = times.days[day] ?? []
  const empty = shown.empty[day]
  const suggested = ofDay.filter(([minute]) => shown.suggested.includes(minute))
  const [first] = Object.values(times.days)[0] ?? []
  const firstCombo = first && times.combos[first[1]]
  const loading = useDelayedPending(useNavigation().state === 'loading')
  const dayName = format.part(Date.parse(`${day}T12:00Z`), {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  const price = samePrice(ofDay, times.combos)
  const urlOfDay = (date: string) =>
    urlOf({ month: search.get('month'), from: search.get('from') ?? (skipped ? from : null), day: date })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:gap-4 lg:grid-cols-[21rem_minmax(0,1fr)] lg:gap-6 xl:grid-cols-[24rem_minmax(0,1fr)] xl:gap-10">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 sm:gap-5">
        {skipped && <InfoBox>{t('book.skipped')}</InfoBox>}
        {first && firstCombo && (
          <FirstFree
            title={soonest ? t('book.firstFree') : t('book.firstFreeHere')}
            start={first[0] * 60_000}
            end={(first[0] + firstCombo.minutes) * 60_000}
            members={firstCombo.members}
            price={firstCombo.price}
            offering={offering}
            busy={busy}
            pressed={pressed === String(first[0] * 60_000)}
          />
        )}
        <div>
          <DaysNav times={shown} day={day} urlOf={urlOf} />
          <Days times={shown} day={day} urlOfDay={urlOfDay} />
        </div>
      </div>
      <section aria-labelledby="day" className="min-w-0">
        <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="day" className="text-lg first-letter:uppercase">
            {dayName}
          </h2>
          <p role="status" className="text-sm text-muted">
            <span>{t('book.freeTimes', { count: ofDay.length })}</span>
            {price !== null && (
              <span className="tabular whitespace-nowrap">{` ${format.cost(price, offering.money)}`}</span>
            )}
          </p>
        </div>
        {ofDay.length === 0 && (
          <div className="mb-4 grid justify-items-start gap-1">
            {closed[day] ? <Closed {...closed[day]} /> : empty && <WhyNone why={empty} />}
            <NextDay times={shown} day={day} urlOf={urlOf} urlOfDay={urlOfDay} />
          </div>
        )}
        {ofDay.length === 0 && empty !== 'closed' && renderHint?.(day)}
        {loading ? (
          <TimeListSkeleton />
        ) : (
          <>
            {suggested.length > 0 && (
              <section aria-labelledby="suggested" className="mb-4">
                <h3 id="suggested" className="text-base">
                  {t('book.suggested')}
                </h3>
                <ul className={timesClasses(price === null, offering)}>
                  {suggested.map(([minute, combo]) => (
                    <li key={minute}>
                      <TimeChip
                        start={minute * 60_000}
                        end={(minute + (times.combos[combo]?.minutes ?? 0)) * 60_000}
                        members={times.combos[combo]?.members ?? []}
                        price={times.combos[combo]?.price ?? 0}
                        offering={offering}
                        priced={price === null}
                        busy={busy}
                        pressed={pressed === String(minute * 60_000)}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <TimeList
              day={day}
              times={ofDay}
              combos={times.combos}
              priced={price === null}
              offering={offering}
              busy={busy}
              pressed={pressed}
            />
            {hidden > 0 && (
              <Link
                to={urlOf({ month: search.get('month'), from: search.get('from'), day, all: 'true' })}
                replace
                preventScrollReset
                className={`${textLinkClasses} mt-3`}
              >
                {t('book.allTimes')}
              </Link>
            )}
          </>
        )}
      </section>
    </div>
  )
}

/** That the salon is closed on the day, with the name of the holiday, or why else. */
function Closed({ reason, translated }: ShownTimes['closed'][string]) {
  const t = useText()
  const known = useTenantText()(reason)
  return (
    <p className="mb-3 font-medium" lang={reason && !translated ? known.lang : undefined}>
      {reason ? t('book.closedFor', { reason: translated ? reason : known.text }) : t('book.closed')}
    </p>
  )
}

/**
 * The day of the URL, else the first with times. Days that were asked for are also shown without times: the
 * way to earlier ones must not lead back.
 */
function chooseDay({ dates, times, fortnights }: ShownTimes, search: URLSearchParams): string {
  const asked = search.get('day') ?? ''
  if (dates.includes(asked)) return asked
  const reach = search.has('from') ? dates.slice(0, dates.length / fortnights.length) : dates
  return reach.find((date) => times.days[date]) ?? dates[0] ?? ''
}

/** From a day without times to the next one with some: of the days that are shown, or after them. */
function NextDay({
  times: { dates, times, weeks },
  day,
  urlOf,
  urlOfDay,
}: Pick<TimesProps, 'times' | 'urlOf'> & { day: string; urlOfDay: (date: string) => string }) {
  const t = useText()
  const { part } = useFormat()
  const next = dates.find((date) => date > day && times.days[date])
  const later = weeks.after
  if (!next && !later) return null
  return (
    <Link
      to={next ? urlOfDay(next) : urlOf({ from: later })}
      replace
      preventScrollReset
      className={textLinkClasses}
    >
      {next
        ? t('book.nextDay', {
            day: part(Date.parse(`${next}T12:00Z`), {
              timeZone: 'UTC',
              weekday: 'long',
              day: 'numeric',
              month: 'long',
            }),
          })
        : t('book.laterDays')}
    </Link>
  )
}

/** The first free time, with its person and price. */
function FirstFree({ title, ...time }: { title: string } & Parameters<typeof TimeButton>[0]) {
  return (
    <section aria-label={title}>
      <TimeButton primary label={title} {...time} />
    </section>
  )
}
