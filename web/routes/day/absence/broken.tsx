import type { Output } from '#contract/calls.ts'
import { salonVisitLink } from '#contract/links.ts'
import type { Translate } from '#contract/text.ts'
import { guestText, timesText } from '#web/staff/day/visit-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { brokenKey } from './absence-form.ts'

type BrokenVisit = Output<'previewBlock'>['visits'][number]

/** What a block would break, before it is saved: with the next press it has been seen. */
export function Breaks({
  breaks,
  name,
}: {
  breaks: { visits: readonly BrokenVisit[]; holds?: number; offers?: number }
  /** Of the field that says so. */ name: string
}) {
  const t = useText()
  const { visits, holds = 0, offers = 0 } = breaks
  return (
    <div role="status" className="grid gap-3 rounded bg-warning-soft p-4 text-on-warning-soft">
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
  const { id, number, mobile, services, soon } = visit
  return (
    <span className="grid justify-items-start gap-1">
      <Link to={salonVisitLink({ visit: number ?? id })} className={textLinkClasses}>
        {brokenLabel({ t, format }, visit)}
      </Link>
      <span className="text-sm wrap-anywhere">
        <TenantList words={services} />
      </span>
      {soon && <Badge tone="danger">{t('staffAbsence.soon')}</Badge>}
      {mobile && (
        <a href={`tel:${mobile}`} className="inline-flex min-h-11 items-center">
          {mobile}
        </a>
      )}
    </span>
  )
}
