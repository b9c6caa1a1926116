import { data, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import { changeEmailLink, profileLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { useText } from '#web/ui/text.tsx'
import { Button, ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { EmailField, ErrorSummary, Field } from '#web/ui/form/field.tsx'
import { DocumentTitle, Page } from '#web/ui/page.tsx'
import { readForm, requireGuest, reauthenticate } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { Form } from '#web/ui/form/form.tsx'
import type { Route } from './+types/change-email'

const FORM_NAME = 'changeEmail'

export function loader(args: Route.LoaderArgs) {
  const { brand, guest, messages, t, takeFormValues } = requireGuest(args)
  return {
    title: `${t('changeEmail.title')} · ${brand.title}`,
    email: guest.email,
    typed: takeFormValues(FORM_NAME) as string | null,
    text: messages(['changeEmail']),
  }
}

type Answer = { sent: true; email: string } | { sent: false; email: string; errors: Record<string, TextKey> }

export async function action(args: Route.ActionArgs) {
  const ctx = requireGuest(args)
  const form = await readForm(args.request)
  const email = readFormText(form, 'newEmail').trim()
  if (form.has('again')) return reauthenticate(ctx, changeEmailLink(), { form: FORM_NAME, values: email })
  const currentPassword = readFormText(form, 'currentPassword')
  try {
    await ctx.call('verifyBeforeUpdateEmail', {
      newEmail: email,
      ...(currentPassword ? { currentPassword } : {}),
    })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { status, ...errors } = toFormErrors(error)
    return data<Answer>({ sent: false, email, errors: errors.errors }, { status })
  }
  return data<Answer>({ sent: true, email })
}

function toFormErrors({ code, details }: CallError): { errors: Record<string, TextKey>; status: number } {
  const fields = (details as { fields?: string[] } | undefined)?.fields ?? []
  if (code === 'auth/invalid-email' || (code === 'request/invalid' && fields.includes('newEmail')))
    return { errors: { newEmail: 'changeEmail.invalid' }, status: 400 }
  if (code === 'auth/invalid-credential' || code === 'request/invalid')
    return { errors: { currentPassword: 'changeEmail.wrongPassword' }, status: 401 }
  if (code === 'auth/requires-recent-login')
    return { errors: { currentPassword: 'changeEmail.needsPassword' }, status: 401 }
  if (code === 'auth/too-many-requests' || code === 'request/too-many')
    return { errors: { form: 'changeEmail.tooMany' }, status: 429 }
  return { errors: { form: 'changeEmail.unavailable' }, status: 503 }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<Answer>(serverAction, { sent: false, email: '', errors: { form: 'changeEmail.unavailable' } })

export default function ChangeEmail({
  loaderData: { title, email, typed },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  if (actionData?.sent) return <Sent email={actionData.email} title={title} />
  const errors =
    actionData && Object.fromEntries(Object.entries(actionData.errors).map(([name, key]) => [name, t(key)]))
  return (
    <Page
      title={t('changeEmail.title')}
      lead={email ? t('changeEmail.lead', { email }) : t('changeEmail.leadNone')}
      width="form"
    >
      <DocumentTitle title={title} failed={errors !== undefined} />
      <Form
        method="post"
        noValidate
        className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8"
      >
        <ErrorSummary title={t('changeEmail.failedTitle')} errors={errors} />
        <EmailField
          name="newEmail"
          label={t('changeEmail.newEmail')}
          hint={t('changeEmail.newEmailHint')}
          error={errors?.newEmail}
          defaultValue={actionData?.email ?? typed ?? undefined}
          maxLength={254}
          required
        />
        <Field
          name="currentPassword"
          type="password"
          label={t('changeEmail.password')}
          hint={t('changeEmail.passwordHint')}
          error={errors?.currentPassword}
          autoComplete="current-password"
          maxLength={1024}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <SubmitButton busy={busy} busyText={t('changeEmail.busy')}>
            {t('changeEmail.submit')}
          </SubmitButton>
          <ButtonLink to={profileLink()} tone="secondary">
            {t('changeEmail.back')}
          </ButtonLink>
        </div>
      </Form>
      {actionData?.errors.currentPassword === 'changeEmail.needsPassword' && (
        <Form method="post" className="mt-4">
          <input type="hidden" name="newEmail" value={actionData.email} />
          <Button name="again" value="1" tone="secondary" wide>
            {t('changeEmail.logInAgain')}
          </Button>
        </Form>
      )}
    </Page>
  )
}

function Sent({ email, title }: { email: string; title: string }) {
  const t = useText()
  return (
    <Page
      title={t('changeEmail.sentTitle')}
      lead={<p role="status">{t('changeEmail.sent', { email })}</p>}
      width="form"
    >
      <title>{title}</title>
      <p className="mb-6">{t('changeEmail.sentUntil')}</p>
      <ButtonLink to={profileLink()}>{t('changeEmail.back')}</ButtonLink>
    </Page>
  )
}
