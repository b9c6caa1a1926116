import type { ReactNode } from 'react'
import type { TextKey } from '#contract/text.ts'
import { useText } from '#web/text.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'

/** The parts of the profile, in order; each is a page of its own. */
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

/** A part of the profile with the way to the others: a row that wraps on a phone, a column beside it where there is room. */
export function ProfileFrame({ section, title, failed, email, children }: FrameProps) {
  const t = useText()
  return (
    <Page title={t('account.profileTitle')} lead={email && t('account.signedInAs', { email })}>
      <title>{failed ? t('onboarding.failedDocument', { title }) : title}</title>
      <div className="grid items-start gap-6 md:grid-cols-[14rem_minmax(0,36rem)] md:gap-10">
        <nav aria-label={t('profile.nav')}>
          <ul className="flex flex-wrap gap-2 md:grid md:gap-1">
            {sections.map((one) => (
              <li key={one}>
                <Link
                  to={`/profile/${one}`}
                  aria-current={one === section ? 'page' : undefined}
                  className="flex min-h-11 items-center rounded border border-line bg-surface px-4 no-underline hover:bg-brand-soft aria-[current=page]:border-brand-line aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-on-brand-soft"
                >
                  {t(names[one])}
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

/** A subject within a part. */
export const Card = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <section className="grid gap-4 rounded-xl border border-line bg-surface p-5 sm:p-8">
    <h2 className="text-2xl">{title}</h2>
    {lead && <p className="text-muted">{lead}</p>}
    {children}
  </section>
)
