import { useNavigation } from 'react-router'
import { securityLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/form/field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { ReauthenticateLink } from './reauthenticate-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from './load.ts'

/** Changes the password. A guest without one may set it after a recent sign-in. */
export function PasswordForm({
  hasPassword,
  recent,
  floor,
  errors,
}: {
  hasPassword: boolean
  recent: boolean
  floor: number
  errors: FormErrors['errors'] | undefined
}) {
  const t = useText()
  const busy = useNavigation().formData?.get('intent') === 'password'
  const messageText =
    errors && Object.fromEntries(Object.entries(errors).map(([name, key]) => [name, t(key, { floor })]))
  return (
    <Card
      title={t('profile.password')}
      lead={t(hasPassword ? 'profile.passwordLead' : 'profile.passwordNone')}
    >
      {!hasPassword && !recent ? (
        <ReauthenticateLink to={securityLink()} />
      ) : (
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary title={t('onboarding.failedTitle')} errors={messageText} />
          <input type="hidden" name="intent" value="password" />
          {hasPassword && (
            <PasswordField
              name="currentPassword"
              label={t('profile.currentPassword')}
              error={messageText?.currentPassword}
              autoComplete="current-password"
            />
          )}
          <PasswordField
            name="newPassword"
            label={t('profile.newPassword')}
            hint={t('profile.newPasswordHint', { floor })}
            error={messageText?.newPassword}
            autoComplete="new-password"
          />
          <div>
            <SubmitButton busy={busy} busyText={t('profile.busy')}>
              {t(hasPassword ? 'profile.passwordSave' : 'profile.passwordSet')}
            </SubmitButton>
          </div>
        </Form>
      )}
    </Card>
  )
}
