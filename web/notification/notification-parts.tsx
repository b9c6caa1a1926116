import {
  BellRing,
  CalendarClock,
  CalendarHeart,
  CalendarOff,
  CalendarSync,
  CircleCheck,
  type IconNode,
} from 'lucide'
import { Fragment, type MouseEventHandler } from 'react'
import type { Notification } from '#contract/guest/notification.ts'
import { splitLines, type NotificationType } from '#domain/notification/kinds.ts'
import { isPageLink } from '#domain/safe-link.ts'
import { appointmentsLink } from '#contract/links.ts'
import { Icon } from '../ui/icon.tsx'
import { useText } from '../ui/text.tsx'
import { Link } from '../ui/link.tsx'

/** Icon and colours of each type. `af` looks like `waitlistOpening`. */
const stylesByType: Record<NotificationType, { icon: IconNode; edge: string; ink: string }> = {
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
  reminder: { icon: CalendarClock, edge: 'border-l-brand-line', ink: 'bg-brand-soft text-on-brand-soft' },
  success: { icon: CircleCheck, edge: 'border-l-success', ink: 'bg-success-soft text-on-success-soft' },
  af: { icon: BellRing, edge: 'border-l-brand-line', ink: 'bg-brand-soft text-on-brand-soft' },
}

/** The border class of a type's card. */
export const edgeOf = (type: NotificationType): string => stylesByType[type].edge

export function TypeIcon({ type }: { type: NotificationType }) {
  const { icon, ink } = stylesByType[type]
  return (
    <span className={`grid size-9 shrink-0 place-items-center rounded-full ${ink}`}>
      <Icon of={icon} size={20} />
    </span>
  )
}

/** The body as text with line breaks; markup in it is shown as text. */
export const Lines = ({ body }: { body: string }) =>
  splitLines(body).map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      <span>{line}</span>
    </Fragment>
  ))

const isFreeTime = (type: NotificationType) => type === 'waitlistOpening' || type === 'af'

/** Whether the free time of a notification was answered, or its time is over; `now` in epoch ms. */
export const isFreeTimeOver = ({ type, usefulUntil }: Notification, now: number): boolean =>
  isFreeTime(type) && usefulUntil !== null && usefulUntil <= now

/**
 * The link of a notification, if its target is safe; a free time always links to booking. `over`: its page
 * says what became of it.
 */
export function NotificationLink({
  notification: { type, link },
  over = false,
  onClick,
}: {
  notification: Notification
  over?: boolean
  onClick?: MouseEventHandler
}) {
  const t = useText()
  const to = link !== null && isPageLink(link) ? link : isFreeTime(type) ? appointmentsLink() : null
  const books = type === 'af' || (type === 'waitlistOpening' && !(over && link !== null))
  const words = t(books ? 'notification.book' : 'notification.open')
  const linkClasses =
    'inline-flex min-h-11 items-center font-medium text-brand-text underline underline-offset-4'
  if (!to) return null
  return to.startsWith('/') ? (
    <Link to={to} onClick={onClick} className={linkClasses}>
      {words}
    </Link>
  ) : (
    <a href={to} target="_blank" rel="noopener noreferrer" onClick={onClick} className={linkClasses}>
      <span>{words}</span>
      <span className="sr-only">{`\u00a0${t('shell.newTab')}`}</span>
    </a>
  )
}
