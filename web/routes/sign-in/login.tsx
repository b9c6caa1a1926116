import { data, Form, Link, useLocation, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import { textOf } from '#web/form.ts'
import { useText } from '#web/text.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary, Field } from '#web/ui/field.tsx'
import { Page } from '#web/ui/page.tsx'
import { alreadySignedIn, formOf, goBack, returnPath } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import { PasswordField } from './password-field.tsx'
import type { Route } from './+types/login'

export function loader(args: Route.LoaderArgs) {
  const { brand, messages } = alreadySignedIn(args)
  const to = returnPath(args)
  return { title: brand.title, bookPath: bookPath(to), search: args.url.search, text: messages(['login']) }
}

/** Where the same selection can be booked without an account, when it is a booking that led here. */
const bookPath = (to: string): string | null => (/^\/(appointments|book)(?![\w-])/.test(to) ? to.replace(/^\/appointments/, '/book') : null)

type Refused = { email: string; errors: Record<string, TextKey> }

export async function action(args: Route.ActionArgs) {
  const { call } = alreadySignedIn(args)
  const form = await formOf(args.request)
  const email = textOf(form, 'email').trim()
  const password = textOf(form, 'password')
  const missing: Refused['errors'] = { ...(!email && { email: 'login.emailMissing' }), ...(!password && { password: 'login.passwordMissing' }) }
  if (Object.keys(missing).length) return data<Refused>({ email, errors: missing }, { status: 400 })
  try {
    await call('signInWithEmailAndPassword', { email, password })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const [key, status] = failureOf(error)
    return data<Refused>({ email, errors: { form: key } }, { status })
  }
  return goBack(args)
}

/** One text for every pair that does not fit: it never tells whether the account exists. */
function failureOf({ code }: CallError): [TextKey, number] {
  if (code === 'auth/too-many-requests' || code === 'request/too-many') return ['login.tooMany', 429]
  if (code === 'auth/invalid-credential' || code === 'request/invalid') return ['login.failed', 401]
  return ['login.unavailable', 503]
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => reach<Refused>(serverAction, { email: '', errors: { form: 'login.unavailable' } })

export const meta = ({ loaderData }: Route.MetaArgs) => [{ title: loaderData?.title }, { name: 'robots', content: 'noindex' }]

export default function Login({ loaderData: { bookPath, search }, actionData }: Route.ComponentProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const { state } = useLocation()
  const carried = (state as { email?: string } | null)?.email
  const errors = Object.fromEntries(Object.entries(actionData?.errors ?? {}).map(([name, key]) => [name, t(key)]))
  return (
    <Page title={t('login.title')} width="form">
      <Form method="post" noValidate className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
        <ErrorSummary title={t('login.failedTitle')} errors={actionData ? errors : undefined} />
        <Field name="email" type="email" label={t('login.email')} error={errors.email} defaultValue={actionData?.email ?? carried} autoComplete="username" inputMode="email" autoCapitalize="none" spellCheck={false} required />
        <PasswordField label={t('login.password')} error={errors.password} autoComplete="current-password" />
        <SubmitButton busy={busy} busyText={t('login.busy')} wide>{t('login.submit')}</SubmitButton>
      </Form>
      <p className="mt-6 text-center">
        {t('login.newHere')} <Link to={`/new-guest2${search}`} className="inline-flex min-h-11 items-center font-medium text-brand-text underline underline-offset-4">{t('login.createAccount')}</Link>
      </p>
      {bookPath && (
        <div className="mt-4 grid gap-2 border-t border-line pt-6">
          <ButtonLink to={bookPath} tone="secondary" wide>{t('login.bookWithout')}</ButtonLink>
          <p className="text-center text-sm text-muted">{t('login.bookWithoutHint')}</p>
        </div>
      )}
    </Page>
  )
}
