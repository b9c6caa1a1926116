import { CallError } from '#contract/errors.ts'
import { useText } from '#web/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { formOf, requireDetails } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import { Accounts } from './accounts.tsx'
import { Card, ProfileFrame } from './frame.tsx'
import { frameOf, selfOf, type Failed } from './load.ts'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { actOnSecurity } from './security-actions.ts'
import { Sessions } from './sessions.tsx'
import type { Route } from './+types/security'

export async function loader(args: Route.LoaderArgs) {
  const scope = requireDetails(args)
  const self = selfOf(scope)
  const [sessions, passkeys, accounts] = await Promise.all([
    scope.call('listSessions', self),
    scope.call('listPasskeys', self),
    scope.call('listAccounts', { tenantId: self.tenantId }).catch(nothing),
  ])
  return {
    ...frameOf(scope),
    floor: scope.passwordFloor,
    sessions: sessions.documents,
    recent: sessions.recent,
    hasPassword: sessions.hasPassword,
    passkeys: passkeys.documents,
    lastPasskey: passkeys.last,
    accounts,
  }
}

/** A salon without such accounts has the rest of the page all the same. */
function nothing(error: unknown) {
  if (error instanceof CallError) return { documents: [], available: [] }
  throw error
}

export const action = async (args: Route.ActionArgs) =>
  actOnSecurity(requireDetails(args), await formOf(args.request))

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  reach<Failed>(serverAction, { of: '', errors: { form: 'profile.unavailable' } })

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { title, email, floor, sessions, recent, hasPassword, passkeys, lastPasskey, accounts } = loaderData
  const wrong = actionData && 'errors' in actionData ? actionData : undefined
  const of = (form: string) => (wrong?.of === form ? wrong.errors : undefined)
  const known = ['password', 'sessions', 'removePasskey', 'unlink']
  const other =
    wrong && !known.includes(wrong.of) && !wrong.of.startsWith('rename-') ? wrong.errors.form : undefined
  return (
    <ProfileFrame section="security" title={title} failed={wrong !== undefined} email={email}>
      {other && (
        <p role="alert" className="rounded border-2 border-danger bg-danger-soft p-4 text-on-danger-soft">
          {t(other)}
        </p>
      )}
      <PasswordForm hasPassword={hasPassword} recent={recent} floor={floor} errors={of('password')} />
      <Passkeys passkeys={passkeys} last={lastPasskey} recent={recent} failed={wrong} />
      <Sessions sessions={sessions} errors={of('sessions')} />
      <Accounts accounts={accounts} errors={of('unlink')} />
      <Card title={t('profile.email')} lead={email}>
        <div>
          <ButtonLink to="/changeEmail" tone="secondary">
            {t('profile.emailChange')}
          </ButtonLink>
        </div>
      </Card>
    </ProfileFrame>
  )
}
