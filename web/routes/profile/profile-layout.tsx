import type { ReactNode } from 'react'
import type { TextKey } from '#contract/text.ts'
import { profileTabLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Link } from '#web/ui/link.tsx'
import { DocumentTitle, Page } from '#web/ui/page.tsx'

/** The pages of the profile, in order. */
const sections = ['contact', 'language', 'notifications', 'security', 'privacy'] as const
type Section = (typeof sections)[number]

const names = {
  contact: 'profile.contact',
  language: 'profile.language',
  notifications: 'profile.notifications',
  security: 'profile.security',
  privacy: 'profile.privacy',
} as const satisfies Record<Section, TextKey>

type FrameProps = {
  section: Section
  title: string
  failed: boolean
  email: string | null
  children: ReactNode
}

/**
 * The layout of a profile page with links to the others: a row that wraps on phones, a column on wide
 * screens.
 */
export function ProfileLayout({ section, title, failed, email, children }: FrameProps) {
  const t = useText()
  return (
    <Page title={t('account.profileTitle')} lead={email && t('account.signedInAs', { email })}>
      <DocumentTitle title={title} failed={failed} />
      <div className="grid items-start gap-6 md:grid-cols-[14rem_minmax(0,36rem)] md:gap-10">
        <nav aria-label={t('profile.nav')}>
          <ul className="flex flex-wrap gap-2 md:grid md:gap-1">
            {sections.map((tab) => (
              <li key={tab}>
                <Link
                  to={profileTabLink(tab)}
                  aria-current={tab === section ? 'page' : undefined}
                  className="flex min-h-11 items-center rounded border border-line bg-surface px-4 no-underline hover:bg-brand-soft aria-[current=page]:border-brand-line aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-on-brand-soft"
                >
                  {t(names[tab])}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid gap-6">{children}</div>
      </div>
    </Page>
  )
}
