import { useNavigation } from 'react-router'
import { useText } from '#web/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary, Field } from '#web/ui/field.tsx'
import { Again } from './again.tsx'
import { Card } from './frame.tsx'
import { Form } from '#web/ui/form.tsx'
import type { Failed } from './load.ts'

const quiet = { autoCapitalize: 'none', spellCheck: false, maxLength: 1024, required: true } as const

/** A new password in place of the old one; a guest who has none may choose one just after signing in. */
export function PasswordForm({
  hasPassword,
  recent,
  floor,
  errors,
}: {
  hasPassword: boolean
  recent: boolean
  floor: number
  errors: Failed['errors'] | undefined
}) {
  const t = useText()
  const busy = useNavigation().formData?.get('intent') === 'password'
  const told =
    errors && Object.fromEntries(Object.entries(errors).map(([name, key]) => [name, t(key, { floor })]))
  return (
    <Card
      title={t('profile.password')}
      lead={t(hasPassword ? 'profile.passwordLead' : 'profile.passwordNone')}
    >
      {!hasPassword && !recent ? (
        <Again to="/profile/security" />
      ) : (
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary title={t('onboarding.failedTitle')} errors={told} />
          <input type="hidden" name="intent" value="password" />
          {hasPassword && (
            <Field
              name="currentPassword"
              type="password"
              label={t('profile.currentPassword')}
              error={told?.currentPassword}
              autoComplete="current-password"
              {...quiet}
            />
          )}
          <Field
            name="newPassword"
            type="password"
            label={t('profile.newPassword')}
            hint={t('profile.newPasswordHint', { floor })}
            error={told?.newPassword}
            autoComplete="new-password"
            {...quiet}
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
