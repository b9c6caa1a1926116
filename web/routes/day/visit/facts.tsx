import type { ReactNode } from 'react'
import { placeLink, salonVisitLink } from '#contract/links.ts'
import { marksOf } from '#web/staff/day/marks.ts'
import { Rooms } from '#web/staff/day/rooms.tsx'
import { ServiceLine } from '#web/staff/day/service-line.tsx'
import { sourceTexts } from '#web/staff/day/texts.ts'
import { useMinute } from '#web/staff/day/use-minute.ts'
import { fullWhenText, nameOf, timesText } from '#web/staff/day/visit-words.ts'
import { PhoneLink } from '#web/staff/phone-link.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useFormat } from '#web/ui/format.ts'
import { textLinkClasses } from '#web/ui/link.tsx'
import { useText } from '#web/ui/text.tsx'
import type { VisitPage } from './load-visit.server.ts'

/** What a resize changes at once, in minutes. */
const STEP = 5

/** What it is: services, who comes and how to reach them, how it came about. */
export function VisitFacts({ page }: { page: VisitPage }) {
  const t = useText()
  const format = useFormat()
  const { visit, may } = page
  const { guest, history } = visit
  return (
    <Card title={t('staffVisit.facts')}>
      <ul className="grid gap-4">
        {visit.segments.map((segment) => (
          <li key={segment.position}>
            <Service page={page} segment={segment} mayMove={may.move && visit.state === 'booked'} />
          </li>
        ))}
      </ul>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {visit.price !== null && <Fact term={t('staffVisit.price')}>{format.cost(visit.price, visit)}</Fact>}
        {page.phone && (
          <Fact term={t('staffVisit.mobile')}>
            <PhoneLink phone={page.phone} />
          </Fact>
        )}
        {guest.email && (
          <Fact term={t('staffVisit.email')}>
            <a href={`mailto:${guest.email}`} className={`${textLinkClasses} wrap-anywhere`}>
              {guest.email}
            </a>
          </Fact>
        )}
        <Fact term={t('staffVisit.source')}>{t(sourceTexts[visit.source])}</Fact>
        {visit.bookedAt !== null && (
          <Fact term={t('staffVisit.bookedAt')}>{fullWhenText(format, visit.bookedAt)}</Fact>
        )}
        {visit.cancelledAt !== null && (
          <Fact term={t('staffVisit.cancelledAt')}>{fullWhenText(format, visit.cancelledAt)}</Fact>
        )}
        {visit.state === 'booked' &&
          visit.reachable &&
          visit.knownStart !== null &&
          visit.knownStart !== visit.start && (
            <Fact term={t('staffVisit.guestKnows')}>
              <span className="font-medium">{fullWhenText(format, visit.knownStart)}</span>
            </Fact>
          )}
        <Fact term={t('staffVisit.history24')}>
          {[
            ...(history.visits === 0 && history.noShows === 0
              ? [t('staffVisit.firstVisit')]
              : [
                  t('staffVisit.visits', { count: history.visits }),
                  t('staffVisit.noShows', { count: history.noShows }),
                ]),
            ...(history.last === null ? [] : [t('staffVisit.last', { date: format.fullDay(history.last) })]),
          ].join(' · ')}
        </Fact>
      </dl>
    </Card>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{term}</dt>
    <dd>{children}</dd>
  </>
)

type ServiceProps = {
  page: VisitPage
  segment: VisitPage['visit']['segments'][number]
  mayMove: boolean
}

function Service({ page: { visit, now: loaded }, segment, mayMove }: ServiceProps) {
  const t = useText()
  const format = useFormat()
  const now = useMinute(loaded)
  const marks = marksOf(t, { visit, segments: [segment] }, now)
  const member = visit.members.find(({ id }) => id === segment.memberId)?.name ?? ''
  const inOrder = visit.segments.toSorted((a, b) => a.position - b.position)
  const lengthOf = ({ start, end }: { start: number; end: number }) => Math.round((end - start) / 60_000)
  const withLength = (change: number) =>
    placeLink(
      { visit: visit.id },
      {
        start: visit.start,
        members: inOrder.map(({ memberId }) => memberId),
        minutes: inOrder.map((one) => lengthOf(one) + (one.position === segment.position ? change : 0)),
        to: salonVisitLink({ visit: visit.id }),
      },
    )
  return (
    <div className="grid gap-1">
      <p className="font-medium wrap-anywhere">
        <ServiceLine service={segment} member={member} />
        <Rooms of={segment} />
      </p>
      <p>{`${timesText(format, segment)} · ${format.duration(lengthOf(segment))}`}</p>
      {segment.over !== null && (
        <p className="font-medium">{t('staffVisit.overBecause', { reason: segment.over })}</p>
      )}
      {marks.length > 0 && <p className="text-sm font-medium">{marks.join(' · ')}</p>}
      {mayMove && (
        <p className="flex flex-wrap gap-2">
          {lengthOf(segment) > STEP && (
            <ButtonLink
              to={withLength(-STEP)}
              tone="secondary"
              aria-label={t('staffVisit.shorterOf', { service: segment.serviceName, name: nameOf(t, visit) })}
            >
              {t('staffVisit.shorter')}
            </ButtonLink>
          )}
          <ButtonLink
            to={withLength(STEP)}
            tone="secondary"
            aria-label={t('staffVisit.longerOf', { service: segment.serviceName, name: nameOf(t, visit) })}
          >
            {t('staffVisit.longer')}
          </ButtonLink>
        </p>
      )}
    </div>
  )
}
