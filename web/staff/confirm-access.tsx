import { useLocation } from 'react-router'
import { meLink, passkeyAnswerLink, welcomeLink } from '#contract/links.ts'
import type { Shut } from '#domain/staff/rights.ts'
import { PasskeySignIn } from '../passkey/passkey-sign-in.tsx'
import { useRootData } from '../site/use-root-data.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Link, textLinkClasses } from '../ui/link.tsx'
import { useText } from '../ui/text.tsx'

/** Where a person signs in by a passkey, or confirms that it is them. */
export const staffPasskey = { action: passkeyAnswerLink(), route: 'routes/staff/passkey-answer' }

/** In place of what is shut in this session: the way to open it; a passkey only for who has one. */
export function ConfirmAccess({ shut }: { shut: Shut }) {
  const t = useText()
  const { pathname, search } = useLocation()
  const to = pathname + search
  const hasPasskey = useRootData().work?.staff?.hasPasskey
  return (
    <section className="grid justify-items-start gap-4 rounded-xl border border-line bg-surface p-5 sm:p-8">
      <h2 className="text-2xl">
        {t(shut === 'confirm' ? 'staffShell.confirmTitle' : 'staffShell.passkeyTitle')}
      </h2>
      {shut === 'passkey' ? (
        <>
          <p>{t('staffShell.passkeyLead')}</p>
          <ButtonLink to={meLink()}>{t('staffShell.me')}</ButtonLink>
        </>
      ) : hasPasskey ? (
        <>
          <p>{t('staffShell.confirmLead')}</p>
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
        <>
          <p>{t('staffShell.confirmLinkLead')}</p>
          <ButtonLink to={welcomeLink({ to })}>{t('staffShell.confirmLinkButton')}</ButtonLink>
        </>
      )}
    </section>
  )
}
