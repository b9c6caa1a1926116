import { BellRing, CalendarHeart, CalendarOff, CalendarSync, CircleCheck, type IconNode } from 'lucide'
import { Fragment, type MouseEventHandler } from 'react'
import type { Notification } from '#contract/notification.ts'
import { linesOf, type NotificationType } from '#domain/notification.ts'
import { isPageLink } from '#domain/safe-link.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useText } from '../text.tsx'
import { Link } from '#web/ui/link.tsx'

/** A look for each type: its sign, and colours that say the same. `af` looks like a time from the waitlist. */
const looks: Record<NotificationType, { icon: IconNode; edge: string; ink: string }> = {
  cancellation: { icon: CalendarOff, edge: 'border-l-danger', ink: 'bg-danger-soft text-on-danger-soft' },
  waitlistOpening: { icon: BellRing, edge: 'border-l-brand-line', ink: 'bg-brand-soft text-on-brand-soft' },
  bookingChanged: {
    icon: CalendarSync,
    edge: 'border-l-warning',
    ink: 'bg-warning-soft text-on-warning-soft',
  },
  new_booking_confirmation: {
    icon: CalendarHeart,
    edge: 'border-l-success',
    ink: 'bg-success-soft text-on-success-soft',
  },
  success: { icon: CircleCheck, edge: 'border-l-success', ink: 'bg-success-soft text-on-success-soft' },
  af: { icon: BellRing, edge: 'border-l-brand-line', ink: 'bg-brand-soft text-on-brand-soft' },
}

/** The coloured edge of a type's card. */
export const edgeOf = (type: NotificationType): string => looks[type].edge

/** The sign of a type. */
export function TypeIcon({ type }: { type: NotificationType }) {
  const { icon, ink } = looks[type]
  return (
    <span className={`grid size-9 shrink-0 place-items-center rounded-full ${ink}`}>
      <Icon of={icon} size={20} />
    </span>
  )
}

/** Text alone, line by line: whatever else was written in it is shown as it was written. */
export const Lines = ({ body }: { body: string }) =>
  linesOf(body).map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))

const opening = (type: NotificationType) => type === 'waitlistOpening' || type === 'af'

/** Where it leads, if anywhere safe; a free time leads to booking in any case. */
export function Way({ told: { type, link }, onClick }: { told: Notification; onClick?: MouseEventHandler }) {
  const t = useText()
  const to = link !== null && isPageLink(link) ? link : opening(type) ? '/appointments' : null
  const words = t(opening(type) ? 'notification.book' : 'notification.open')
  const look = 'inline-flex min-h-11 items-center font-medium text-brand-text underline underline-offset-4'
  if (!to) return null
  return to.startsWith('/') ? (
    <Link to={to} onClick={onClick} className={look}>
      {words}
    </Link>
  ) : (
    <a href={to} target="_blank" rel="noopener noreferrer" onClick={onClick} className={look}>
      {words}
      <span className="sr-only">&nbsp;{t('shell.newTab')}</span>
    </a>
  )
}
