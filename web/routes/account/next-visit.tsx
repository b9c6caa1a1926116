import { useFormat } from '#web/ui/format.ts'
import { OwnTime } from '#web/ui/time/own-time.tsx'
import { AvatarGroup, useNameList } from '#web/ui/people.tsx'
import { endOf, startOf } from '#web/visit/booking.ts'
import { ReachButtons } from '#web/visit/reach-buttons.tsx'
import { VisitHeading, type CardProps } from '#web/visit/visit-card.tsx'

type NextProps = CardProps & { headline: string; whyNotMoved: string | null }

/** The next visit: above all, when it is. */
export function NextVisit({ booking, headline, whyNotMoved, badge, aside, children }: NextProps) {
  const { time } = useFormat()
  const [start, end] = [startOf(booking), endOf(booking)]
  const { teamMembers } = booking
  const joinNames = useNameList()
  return (
    <li className="overflow-hidden rounded-xl border border-line bg-surface">
      <p
        id={`when-${booking.id}`}
        className="bg-brand-soft px-4 py-4 font-display text-2xl font-semibold text-balance text-on-brand-soft sm:px-5 sm:text-3xl"
      >
        <time dateTime={new Date(start).toISOString()}>{headline}</time>
      </p>
      <div className="grid gap-3 p-4 sm:p-5">
        <VisitHeading booking={booking} />
        <div>
          <div className="flex items-center justify-between gap-3">
            <p className="flex flex-wrap items-center gap-2 text-muted">
              <AvatarGroup people={teamMembers} size={28} />
              <span>{joinNames(teamMembers.map((one) => one.name))}</span>
              <span className="whitespace-nowrap tabular">{`${time(start)}–${time(end)}`}</span>
            </p>
            <div className="flex shrink-0 gap-2">
              <ReachButtons compact />
            </div>
          </div>
          <OwnTime start={start} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          {badge}
          {aside}
        </div>
        {whyNotMoved && <p className="text-sm text-muted">{whyNotMoved}</p>}
        <div className="flex flex-wrap gap-3 border-t border-line pt-4">{children}</div>
      </div>
    </li>
  )
}
