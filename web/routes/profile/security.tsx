import { CallError } from '#contract/errors.ts'
import { changeEmailLink } from '#contract/links.ts'
import { Alert } from '#web/ui/alert.tsx'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { readForm, requireDetails } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { Accounts } from './accounts.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/form/field.tsx'
import { SessionsCard } from '#web/ui/sessions-card.tsx'
import { ProfileLayout } from './profile-layout.tsx'
import { profileLayoutData, selfOf, type FormErrors } from './load.ts'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { runSecurityAction } from './security-actions.ts'
import type { Route } from './+types/security'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requireDetails(args)
  const self = selfOf(ctx)
  const [sessions, passkeys, accounts] = await Promise.all([
    ctx.call('listSessions', self),
    ctx.call('listPasskeys', self),
    ctx.call('listAccounts', {}).catch(noAccounts),
  ])
  return {
    ...profileLayoutData(ctx),
    text: ctx.messages(['onboarding', 'account', 'profile', 'login']),
    floor: ctx.passwordFloor,
    sessions: sessions.documents,
    recent: sessions.recent,
    hasPassword: sessions.hasPassword,
    passkeys: passkeys.documents,
    lastPasskey: passkeys.last,
    accounts,
  }
}

/** A tenant without identity providers rejects the call. */
function noAccounts(error: unknown) {
  if (error instanceof CallError) return { documents: [], available: [] }
  throw error
}

export const action = async (args: Route.ActionArgs) =>
  runSecurityAction(requireDetails(args), await readForm(args.request))

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<FormErrors>(serverAction, { of: '', errors: { form: 'error.notDone' } })

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { title, email, floor, sessions, recent, hasPassword, passkeys, lastPasskey, accounts } = loaderData
  const wrong = actionData && 'errors' in actionData ? actionData : undefined
  const of = (form: string) => (wrong?.of === form ? wrong.errors : undefined)
  const ended = of('sessions')?.form
  const known = ['password', 'sessions', 'removePasskey', 'unlink']
  const other =
    wrong && !known.includes(wrong.of) && !wrong.of.startsWith('rename-') ? wrong.errors.form : undefined
  return (
    <ProfileLayout section="security" title={title} failed={wrong !== undefined} email={email}>
      {other && <Alert>{t(other)}</Alert>}
      <PasswordForm hasPassword={hasPassword} recent={recent} floor={floor} errors={of('password')} />
      <Passkeys passkeys={passkeys} last={lastPasskey} recent={recent} failed={wrong} />
      <SessionsCard
        sessions={sessions}
        alert={<ErrorSummary title={t('onboarding.failedTitle')} errors={ended && { form: t(ended) }} />}
      />
      <Accounts accounts={accounts} errors={of('unlink')} />
      <Card title={t('profile.email')} lead={email}>
        <div>
          <ButtonLink to={changeEmailLink()} tone="secondary">
            {t('profile.emailChange')}
          </ButtonLink>
        </div>
      </Card>
    </ProfileLayout>
  )
}
