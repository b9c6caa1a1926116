import { CalendarPlus, MapPin } from 'lucide'
import type { ReactNode } from 'react'
import { routeLink } from '#domain/route-link.ts'
import { calendarLink } from '#contract/links.ts'
import type { TextKey } from '#contract/text.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { textLinkClasses } from '../ui/link.tsx'
import { useText } from '../ui/text.tsx'

type CalendarProps = {
  /** The handle of the visit's page. */
  handle: string
  links: { google: string; outlook: string }
}

/** Adds a visit to a calendar: by its file, or on the page of Google Calendar or Outlook. */
export function CalendarButtons({ handle, links }: CalendarProps) {
  const t = useText()
  return (
    <div className="grid">
      <ButtonLink to={calendarLink({ handle })} reloadDocument tone="primary">
        <Icon of={CalendarPlus} size={20} />
        <span>{t('booking.addToCalendar')}</span>
      </ButtonLink>
      <p className="flex flex-wrap justify-center gap-x-6">
        <NewTabLink href={links.google}>
          <span>{t('booking.googleCalendar')}</span>
        </NewTabLink>
        <NewTabLink href={links.outlook}>
          <span>{t('booking.outlookCalendar')}</span>
        </NewTabLink>
      </p>
    </div>
  )
}

type RouteProps = { address: Parameters<typeof routeLink>[0]; text?: TextKey }

/** The route to an address. */
export function RouteLink({ address, text = 'booking.route' }: RouteProps) {
  const t = useText()
  return (
    <NewTabLink href={routeLink(address)}>
      <Icon of={MapPin} size={20} className="mr-1.5" />
      <span>{t(text)}</span>
    </NewTabLink>
  )
}

function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  const t = useText()
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={textLinkClasses}>
      {children}
      <span className="sr-only">{`\u00a0${t('shell.newTab')}`}</span>
    </a>
  )
}
