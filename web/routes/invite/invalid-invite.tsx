import type { TextKey } from '#contract/text.ts'
import { landingLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Page } from '#web/ui/page.tsx'
import { WaysOn } from '#web/ui/ways-on.tsx'

type Why = 'unknown' | 'used' | 'expired'

const words: Record<Why, { title: TextKey; about: TextKey }> = {
  unknown: { title: 'invite.unknownTitle', about: 'invite.unknown' },
  used: { title: 'invite.usedTitle', about: 'invite.used' },
  expired: { title: 'invite.expiredTitle', about: 'invite.expired' },
}

/** An invitation that is unknown, used or expired: the reason, and what to do now. */
export function InvalidInvite({
  state,
  company,
  email,
  phone,
  tel,
  title,
}: {
  state: Why
  company: string
  email: string
  phone: string | null
  tel: string | null
  title: string
}) {
  const t = useText()
  const { title: heading, about } = words[state]
  return (
    <Page title={t(heading)} lead={t(about, { company })} width="form">
      <title>{title}</title>
      <div className="grid justify-items-start gap-4">
        {state === 'used' ? (
          <Form method="post">
            <Button name="intent" value="leave">
              {t('invite.toLogin')}
            </Button>
          </Form>
        ) : (
          <a
            href={`mailto:${email}`}
            className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
          >
            {t('invite.write', { email })}
          </a>
        )}
        {state !== 'used' && phone && (
          <a
            href={`tel:${tel}`}
            className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
          >
            {t('invite.phone', { phone })}
          </a>
        )}
        <ButtonLink to={landingLink()} tone="secondary">
          {t('invite.home')}
        </ButtonLink>
        <p className="text-sm text-muted">{t('invite.signedOut')}</p>
      </div>
      <WaysOn />
    </Page>
  )
}
