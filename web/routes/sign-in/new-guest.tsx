import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import { textOf } from '#web/form.ts'
import { useText } from '#web/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary, Field } from '#web/ui/field.tsx'
import { Page } from '#web/ui/page.tsx'
import { alreadySignedIn, formOf, returnPath } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import { EmailInUse } from './email-in-use.tsx'
import { PasswordField } from './password-field.tsx'
import type { Route } from './+types/new-guest'

export function loader(args: Route.LoaderArgs) {
  const { brand, messages, t } = alreadySignedIn(args)
  return { title: `${t('signUp.title')} · ${brand.title}`, company: brand.companyname, search: args.url.search, text: messages(['login', 'signUp']) }
}

type Failure = { email: string; inUse: boolean; errors: Record<string, TextKey> }

export async function action(args: Route.ActionArgs) {
  const { call } = alreadySignedIn(args)
  const form = await formOf(args.request)
  const email = textOf(form, 'email').trim()
  const password = textOf(form, 'password')
  const missing: Failure['errors'] = { ...(!email && { email: 'login.emailMissing' }), ...(!password && { password: 'login.passwordMissing' }) }
  if (Object.keys(missing).length) return data<Failure>({ email, inUse: false, errors: missing }, { status: 400 })
  try {
    await call('createUserWithEmailAndPassword', { email, password })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { status, ...failure } = failureOf(error)
    return data<Failure>({ email, ...failure }, { status })
  }
  return redirect(`/onboarding?to=${encodeURIComponent(returnPath(args))}`)
}

const wrong = (name: string, key: TextKey, status: number) => ({ inUse: false, errors: { [name]: key }, status })

function failureOf({ code, details }: CallError): Omit<Failure, 'email'> & { status: number } {
  const fields = (details as { fields?: string[] } | undefined)?.fields ?? []
  switch (code) {
    case 'auth/email-already-in-use': return { inUse: true, errors: {}, status: 409 }
    case 'auth/weak-password': return wrong('password', 'signUp.weakPassword', 400)
    case 'auth/invalid-email': return wrong('email', 'signUp.invalidEmail', 400)
    case 'request/invalid': return fields.includes('email') ? wrong('email', 'signUp.invalidEmail', 400) : wrong('password', 'signUp.weakPassword', 400)
    case 'auth/too-many-requests':
    case 'request/too-many': return wrong('form', 'login.tooMany', 429)
    default: return wrong('form', 'signUp.unavailable', 503)
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => reach<Failure>(serverAction, { email: '', inUse: false, errors: { form: 'signUp.unavailable' } })

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function NewGuest({ loaderData: { title, company, search }, actionData }: Route.ComponentProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const errors = Object.fromEntries(Object.entries(actionData?.errors ?? {}).map(([name, key]) => [name, t(key)]))
  return (
    <Page title={t('signUp.title')} lead={t('signUp.lead', { company })} width="form">
      <title>{actionData ? t('login.failedDocument', { title }) : title}</title>
      {actionData?.inUse && <EmailInUse answer={actionData} search={search} />}
      <Form method="post" noValidate className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
        <ErrorSummary title={t('signUp.failedTitle')} errors={actionData ? errors : undefined} />
        <Field name="email" type="email" label={t('login.email')} error={errors.email} defaultValue={actionData?.email} autoComplete="email" inputMode="email" autoCapitalize="none" spellCheck={false} required />
        <PasswordField label={t('login.password')} hint={t('signUp.passwordHint')} error={errors.password} autoComplete="new-password" />
        <p className="text-sm text-muted">{t('signUp.notice', { company })}</p>
        <SubmitButton busy={busy} busyText={t('signUp.busy')} wide>{t('signUp.submit')}</SubmitButton>
      </Form>
      <p className="mt-6 text-center">
        {t('signUp.haveAccount')} <Link to={`/login${search}`} className="inline-flex min-h-11 items-center font-medium text-brand-text underline underline-offset-4">{t('signUp.toLogin')}</Link>
      </p>
    </Page>
  )
}
