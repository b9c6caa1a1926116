import type { ReactNode } from 'react'
import { rangeText, useFormat } from '../ui/format.ts'
import { useNameList } from '../ui/people.tsx'
import { TenantList } from '../ui/tenant-text.tsx'
import { useText } from '../ui/text.tsx'
import { namesOf, type WaitlistEntry } from './entry.ts'
import { useTimeOfDay } from '../ui/time/clock.ts'

/** What a guest waits for: when, with whom and until when. */
export function EntryFacts({
  entry,
  withServices = false,
}: {
  entry: WaitlistEntry
  withServices?: boolean
}) {
  const t = useText()
  const joinNames = useNameList()
  const windowText = useWindowText()
  const { day } = useFormat()
  return (
    <dl className="grid gap-2">
      {withServices && (
        <Row term={t('waitlist.services')}>
          <TenantList words={namesOf(entry)} />
        </Row>
      )}
      <Row term={t('waitlist.when')}>
        {entry.windows.length === 0 ? (
          t('waitlist.anyTime')
        ) : (
          <ul>
            {entry.windows.map((window) => (
              <li key={JSON.stringify(window)}>{windowText(window)}</li>
            ))}
          </ul>
        )}
      </Row>
      <Row term={t('waitlist.with')}>
        {entry.teamMembers.length === 0
          ? t('waitlist.anyone')
          : joinNames(entry.teamMembers.map((one) => one.name))}
      </Row>
      {/* An entry usually ends at a midnight: the day before is its last. */}
      <Row term={t('waitlist.until')}>{day(entry.end - 60_000)}</Row>
    </dl>
  )
}

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
    <dt className="text-muted">{term}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
)

/** `24 Nov – 30 Nov, Mon and Tue, 08:00 to 16:00` */
function useWindowText(): (window: WaitlistEntry['windows'][number]) => string {
  const t = useText()
  const joinNames = useNameList()
  const { part } = useFormat()
  const timeOfDay = useTimeOfDay()
  const date = (text: string) =>
    part(Date.parse(`${text}T12:00Z`), { timeZone: 'UTC', day: 'numeric', month: 'short' })
  // 1 January 2024 is a Monday.
  const weekday = (number: number) => part(Date.UTC(2024, 0, number), { timeZone: 'UTC', weekday: 'short' })
  return ({ from, until, weekdays, ...window }) => {
    const [earliest, latest] = [timeOfDay(window.earliest), timeOfDay(window.latest)]
    const clock =
      window.earliest !== '00:00' && window.latest !== '24:00'
        ? t('waitlist.between', { earliest, latest })
        : window.earliest !== '00:00'
          ? t('waitlist.after', { earliest })
          : window.latest !== '24:00' && t('waitlist.before', { latest })
    return [
      rangeText(t, date(from), date(until)),
      weekdays.length > 0 && weekdays.length < 7 && joinNames(weekdays.map(weekday)),
      clock,
    ]
      .filter(Boolean)
      .join(', ')
  }
}
