import { useLocation } from 'react-router'
import { meLink, passkeyAnswerLink, welcomeLink } from '#contract/links.ts'
import type { Shut } from '#domain/staff/rights.ts'
import { PasskeySignIn } from '../passkey/passkey-sign-in.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Link, textLinkClasses } from '../ui/link.tsx'
import { useText } from '../ui/text.tsx'

/** Where a person signs in by a passkey, or confirms that it is them. */
export const staffPasskey = { action: passkeyAnswerLink(), route: 'routes/staff/passkey-answer' }

/** In place of what is shut in this session: the way to open it. */
export function ConfirmAccess({ shut }: { shut: Shut }) {
  const t = useText()
  const { pathname, search } = useLocation()
  const to = pathname + search
  return (
    <section className="grid justify-items-start gap-4 rounded-xl border border-line bg-surface p-5 sm:p-8">
      <h2 className="text-2xl">
        {t(shut === 'confirm' ? 'staffShell.confirmTitle' : 'staffShell.passkeyTitle')}
      </h2>
      <p>{t(shut === 'confirm' ? 'staffShell.confirmLead' : 'staffShell.passkeyLead')}</p>
      {shut === 'confirm' ? (
        <>
          <PasskeySignIn
            at={staffPasskey}
            fields={{ intent: 'confirm', to }}
            label={t('staffShell.confirmButton')}
          />
          <Link to={welcomeLink({ to })} className={textLinkClasses}>
            {t('staffShell.otherWay')}
          </Link>
        </>
      ) : (
        <ButtonLink to={meLink()}>{t('staffShell.me')}</ButtonLink>
      )}
    </section>
  )
}
