import { CalendarDays, ChevronRight, Hourglass, Images, UserRound, type IconNode } from 'lucide'
import type { TextKey } from '#contract/text.ts'
import { appointmentsLink, photosLink, profileLink, waitlistLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'

const actions: { to: string; icon: IconNode; title: TextKey; subtitle: TextKey }[] = [
  {
    to: appointmentsLink(),
    icon: CalendarDays,
    title: 'account.toBooking',
    subtitle: 'account.toBookingHint',
  },
  {
    to: waitlistLink(),
    icon: Hourglass,
    title: 'account.toWaitlist',
    subtitle: 'account.toWaitlistHint',
  },
  { to: profileLink(), icon: UserRound, title: 'account.toProfile', subtitle: 'account.toProfileHint' },
  { to: photosLink(), icon: Images, title: 'account.toPhotos', subtitle: 'account.toPhotosHint' },
]

/** Links from the guest's page to other parts of the site. */
export function QuickActions() {
  const t = useText()
  return (
    <nav aria-labelledby="quick">
      <h2 id="quick" className="text-2xl">
        {t('account.quick')}
      </h2>
      <ul className="mt-4 divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {actions.map(({ to, icon, title, subtitle }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-16 items-center gap-4 px-4 py-3 no-underline hover:bg-brand-soft focus-visible:-outline-offset-3"
            >
              <Icon of={icon} size={22} className="shrink-0 text-brand-text" />
              <span className="grid flex-1">
                <span className="font-medium">{t(title)}</span>
                <span className="text-sm text-muted">{t(subtitle)}</span>
              </span>
              <Icon of={ChevronRight} size={18} className="shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
