import type { ReactNode } from 'react'
import { visitLink } from '#contract/links.ts'
import { useFormat } from '../ui/format.ts'
import { Link } from '../ui/link.tsx'
import { OwnTime } from '../ui/time/own-time.tsx'
import { AvatarGroup, useNameList } from '../ui/people.tsx'
import { TenantList } from '../ui/tenant-text.tsx'
import { endOf, servicesOf, startOf, type Booking } from './booking.ts'

export type CardProps = {
  booking: Booking
  badge: ReactNode
  /** With the year. */ dated?: boolean
  /** Beside the badge. */ aside?: ReactNode
  children?: ReactNode
}

/** A visit in a list: date, services, time, people, price, its state and actions. */
export function VisitCard({ booking, badge, dated = false, aside, children }: CardProps) {
  const { day, fullDay, time } = useFormat()
  const start = startOf(booking)
  const { teamMembers } = booking
  const joinNames = useNameList()
  return (
    <li className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <div className="flex gap-4">
        <DateBlock start={start} />
        <div className="grid min-w-0 flex-1 gap-1.5">
          <VisitHeading booking={booking} />
          <p className="first-letter:uppercase">
            <time id={`when-${booking.id}`} dateTime={new Date(start).toISOString()}>
              <span>{`${(dated ? fullDay : day)(start)}, `}</span>
              <span className="whitespace-nowrap">{`${time(start)}–${time(endOf(booking))}`}</span>
            </time>
          </p>
          <OwnTime start={start} />
          <p className="flex items-center gap-2 text-muted">
            <AvatarGroup people={teamMembers} size={28} />
            <span>{joinNames(teamMembers.map((one) => one.name))}</span>
          </p>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3 sm:pl-20">
        {badge}
        {aside}
      </div>
      {children && <div className="mt-4 flex flex-wrap gap-3 border-t border-line pt-4">{children}</div>}
    </li>
  )
}

/**
 * The services of a visit, which lead to its page, who comes if that is another person, and the price. The
 * element `when-…` says which one it is.
 */
export function VisitHeading({ booking }: { booking: Booking }) {
  const { cost } = useFormat()
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h3 className="min-w-0 text-lg wrap-anywhere">
        <Link
          to={visitLink({ id: booking.id })}
          aria-describedby={`when-${booking.id}`}
          className="underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          <TenantList words={servicesOf(booking)} />
        </Link>
        {booking.visitor && <span>{` · ${booking.visitor}`}</span>}
      </h3>
      <p className="tabular">{cost(booking.price, booking)}</p>
    </div>
  )
}

/** The date at a glance. Decorative: the text beside it has the same. */
function DateBlock({ start }: { start: number }) {
  const { part } = useFormat()
  return (
    <div
      aria-hidden="true"
      className="grid h-fit w-16 shrink-0 justify-items-center rounded bg-brand-soft py-2 text-on-brand-soft"
    >
      <span className="text-sm">{part(start, { month: 'short' })}</span>
      <span className="font-display text-2xl font-semibold leading-none tabular">
        {part(start, { day: 'numeric' }).replace(/\D/g, '')}
      </span>
      <span className="mt-1 text-sm">{part(start, { weekday: 'short' })}</span>
    </div>
  )
}
