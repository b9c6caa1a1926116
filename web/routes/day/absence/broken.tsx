import { salonVisitLink } from '#contract/links.ts'
import type { Translate } from '#contract/text.ts'
import { guestText, timesText } from '#web/staff/day/visit-words.ts'
import { PhoneLink } from '#web/staff/phone-link.tsx'
import { useFocusOn } from '#web/staff/use-focus-on.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { brokenKey } from './absence-form.ts'
import type { Breaking, BrokenVisit } from './answer.ts'

/** What a block would break, before it is saved: it takes the focus; with the next press it has been seen. */
export function Breaks({
  breaks,
  name,
}: {
  breaks: Breaking
  /** Of the field that says so. */ name: string
}) {
  const t = useText()
  const ref = useFocusOn<HTMLDivElement>(breaks)
  const { visits, holds = 0, offers = 0 } = breaks
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="status"
      className="grid scroll-mt-4 gap-3 rounded bg-warning-soft p-4 text-on-warning-soft"
    >
      <input type="hidden" name={name} value={brokenKey(breaks)} />
      <p className="font-medium">{t('staffAbsence.breaks', { count: visits.length })}</p>
      <p>{t('staffAbsence.breaksLead')}</p>
      {visits.length > 0 && (
        <ul className="grid gap-3">
          {visits.map((visit) => (
            <li key={visit.id}>
              <BrokenText visit={visit} />
            </li>
          ))}
        </ul>
      )}
      {holds > 0 && <p>{t('staffAbsence.holds', { count: holds })}</p>}
      {offers > 0 && <p>{t('staffAbsence.offers', { count: offers })}</p>}
    </div>
  )
}

/** `Tuesday 1 December, 10:00–10:30, Oscar Dahl` */
export const brokenLabel = (
  { t, format }: { t: Translate; format: Pick<ReturnType<typeof useFormat>, 'day' | 'time'> },
  visit: Pick<BrokenVisit, 'start' | 'end' | 'firstname' | 'name'>,
): string => `${format.day(visit.start)}, ${timesText(format, visit)}, ${guestText(t, visit)}`

/** A visit that has no place any more: who comes soon has to be called. */
export function BrokenText({ visit }: { visit: BrokenVisit }) {
  const t = useText()
  const format = useFormat()
  const { id, number, phone, services, soon, uncovered } = visit
  return (
    <span className="grid justify-items-start gap-1">
      <Link to={salonVisitLink({ visit: number ?? id })} className={textLinkClasses}>
        {brokenLabel({ t, format }, visit)}
      </Link>
      <span className="text-sm wrap-anywhere">
        <TenantList words={services} />
      </span>
      {uncovered && <span className="text-sm font-medium">{t('staffAbsence.uncoveredAlready')}</span>}
      {soon && <Badge tone="danger">{t('staffAbsence.soon')}</Badge>}
      {phone && <PhoneLink phone={phone} />}
    </span>
  )
}
