import { data, redirect, useNavigation, type ShouldRevalidateFunctionArgs } from 'react-router'
import { isEmail } from '#domain/email.ts'
import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import { loginLink, onboardingLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { useText } from '#web/ui/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { EmailField, ErrorSummary } from '#web/ui/form/field.tsx'
import { DocumentTitle, Page } from '#web/ui/page.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { TermsLink } from '#web/ui/terms-link.tsx'
import { requireSignedOut, requireSignInOffered, readForm, returnPath } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { AccountCreated } from './account-created.tsx'
import { EmailInUse } from './email-in-use.tsx'
import { AlternativeLink } from './alternative-link.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { Route } from './+types/new-guest'

/** /new-guest2 is for signed-out guests; the older /new-guest has no such guard. */
const begin = (args: Route.LoaderArgs | Route.ActionArgs) =>
  /^\/new-guest\/?$/i.test(args.url.pathname) ? requireSignInOffered(args.context) : requireSignedOut(args)

export function loader(args: Route.LoaderArgs) {
  const { brand, messages, passwordFloor: floor, t } = begin(args)
  return {
    floor,
    title: `${t('signUp.title')} · ${brand.title}`,
    company: brand.companyname,
    to: returnPath(args),
    search: args.url.search,
    text: messages(['login', 'signUp', 'provider', 'reset']),
  }
}

type Answer = {
  email: string
  inUse: boolean
  errors: Record<string, TextKey>
  /** The account was refused; else a field is empty. */ refused?: true
  /** Where the new guest is redirected after a second. */ created?: string
}

export async function action(args: Route.ActionArgs) {
  const { call, passwordFloor } = begin(args)
  const form = await readForm(args.request)
  const email = readFormText(form, 'email').trim()
  const password = readFormText(form, 'password')
  const errors: Answer['errors'] = {
    ...(!email ? { email: 'login.emailMissing' } : !isEmail(email) && { email: 'signUp.invalidEmail' }),
    ...(!password
      ? { password: 'login.passwordMissing' }
      : [...password].length < passwordFloor && { password: 'signUp.weakPassword' }),
  }
  if (Object.keys(errors).length)
    return data<Answer>(
      { email, inUse: false, errors, ...(email && password && { refused: true }) },
      { status: 400 },
    )
  try {
    // The notice beside the button says that pressing it accepts the terms.
    await call('createUserWithEmailAndPassword', { email, password, acceptTerms: true })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { status, ...failure } = toFailure(error)
    return data<Answer>({ email, refused: true, ...failure }, { status })
  }
  const next = onboardingLink({ to: returnPath(args), message: 'account-created' })
  return form.has('scripted')
    ? data<Answer>({ email, inUse: false, errors: {}, created: next })
    : redirect(next)
}

const wrong = (name: string, key: TextKey, status: number) => ({
  inUse: false,
  errors: { [name]: key },
  status,
})

function toFailure({ code, details }: CallError): Omit<Answer, 'email'> & { status: number } {
  const fields = (details as { fields?: string[] } | undefined)?.fields ?? []
  switch (code) {
    case 'auth/email-already-in-use':
      return { inUse: true, errors: {}, status: 409 }
    case 'auth/weak-password':
      return wrong('password', 'signUp.weakPassword', 400)
    case 'auth/invalid-email':
      return wrong('email', 'signUp.invalidEmail', 400)
    case 'request/invalid':
      return fields.includes('email')
        ? wrong('email', 'signUp.invalidEmail', 400)
        : wrong('password', 'signUp.weakPassword', 400)
    case 'auth/too-many-requests':
    case 'request/too-many':
      return wrong('form', 'login.tooMany', 429)
    default:
      return wrong('form', 'signUp.unavailable', 503)
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<Answer>(serverAction, {
    email: '',
    inUse: false,
    errors: { form: 'signUp.unavailable' },
    refused: true,
  })

/**
 * The page confirms the new account for a second; a revalidation would redirect the signed-in guest to /home.
 */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  !(actionResult as Answer | undefined)?.created && defaultShouldRevalidate

export default function NewGuest({
  loaderData: { floor, title, company, to, search },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const hydrated = useHydrated()
  const busy = useNavigation().formMethod === 'POST'
  const errors = Object.fromEntries(
    Object.entries(actionData?.errors ?? {}).map(([name, key]) => [name, t(key, { floor })]),
  )
  if (actionData?.created) return <AccountCreated title={title} next={actionData.created} />
  return (
    <Page title={t('signUp.title')} lead={t('signUp.lead', { company })} width="form">
      <DocumentTitle title={title} failed={actionData !== undefined} />
      {actionData?.inUse && <EmailInUse answer={actionData} search={search} />}
      <div className="grid gap-6 rounded-xl border border-line bg-surface p-5 sm:p-8">
        <ProviderButtons purpose="signUp" to={to} />
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary
            title={t(actionData?.refused ? 'signUp.refusedTitle' : 'signUp.failedTitle')}
            errors={actionData ? errors : undefined}
          />
          {hydrated && <input type="hidden" name="scripted" value="1" />}
          <EmailField
            label={t('login.email')}
            error={errors.email}
            defaultValue={actionData?.email}
            required
          />
          <PasswordField
            label={t('login.password')}
            hint={t('signUp.passwordHint', { floor })}
            error={errors.password}
            autoComplete="new-password"
          />
          <div className="text-sm text-muted">
            <p>{t('signUp.notice', { company })}</p>
            <TermsLink />
          </div>
          <SubmitButton busy={busy} busyText={t('signUp.busy')} wide>
            {t('signUp.submit')}
          </SubmitButton>
        </Form>
      </div>
      <AlternativeLink
        question={t('signUp.haveAccount')}
        to={loginLink() + search}
        words={t('signUp.toLogin')}
      />
    </Page>
  )
}
