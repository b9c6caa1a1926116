import { Suspense, type MouseEvent } from 'react'
import { data, useLocation, useNavigate } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { dialsOf } from '#web/dials.server.ts'
import { textOf } from '#web/form.ts'
import { useText } from '#web/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { fetched, fetchRoute } from '#web/ui/fetched.tsx'
import { Page } from '#web/ui/page.tsx'
import { TermsLink } from '#web/ui/terms-link.tsx'
import { alreadySignedIn, formOf, goBack, returnPath } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import { OtherWay } from './other-way.tsx'
import { PasswordForm, type Refused } from './password-form.tsx'
import { PasskeySignIn } from './passkey.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { signInPath } from './ways.ts'
import type { Route } from './+types/login'

// Only one of the two views is looked at, mostly the other. What its button needs comes with it.
const MagicForm = fetched(async () => {
  const [{ MagicForm: form }] = await Promise.all([
    import('./magic-form.tsx'),
    fetchRoute('routes/sign-in/magic'),
  ])
  return form
})

export async function loader(args: Route.LoaderArgs) {
  const scope = alreadySignedIn(args)
  const { brand, messages } = scope
  const to = returnPath(args)
  const { search, searchParams } = args.url
  const magic = searchParams.get('loginType') === 'magic'
  return {
    title: brand.title,
    to,
    bookPath: bookPath(to),
    search,
    magic,
    dials: magic && brand.sms ? dialsOf(scope) : null,
    countryCode: brand.countryCode,
    text: messages(['login', 'provider', 'magic', 'reset', 'passkey']),
  }
}

/** Where the same selection can be booked without an account, when it is a booking that led here. */
const bookPath = (to: string): string | null =>
  /^\/(appointments|book)(?![\w-])/.test(to) ? to.replace(/^\/appointments/, '/book') : null

export async function action(args: Route.ActionArgs) {
  const { call } = alreadySignedIn(args)
  const form = await formOf(args.request)
  const email = textOf(form, 'email').trim()
  // Another page has sent the guest here with an address.
  if (textOf(form, 'intent') === 'start') return data<Refused>({ email, errors: {} })
  const password = textOf(form, 'password')
  const missing: Refused['errors'] = {
    ...(!email && { email: 'login.emailMissing' }),
    ...(!password && { password: 'login.passwordMissing' }),
  }
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
function failureOf({ code }: CallError): [Refused['errors'][string], number] {
  if (code === 'auth/too-many-requests' || code === 'request/too-many') return ['login.tooMany', 429]
  if (code === 'auth/invalid-credential' || code === 'request/invalid') return ['login.failed', 401]
  return ['login.unavailable', 503]
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  reach<Refused>(serverAction, { email: '', errors: { form: 'login.unavailable' } })

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex' },
]

export default function Login({
  loaderData: { to, bookPath, search, magic, dials, countryCode },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const { state } = useLocation()
  const navigate = useNavigate()
  /** The other view opens with what stands in the address field now. */
  const keeping = (search: string) => (event: MouseEvent<HTMLAnchorElement>) => {
    const typed = document.getElementById('email')
    if (event.metaKey || event.ctrlKey || event.shiftKey || !(typed instanceof HTMLInputElement)) return
    event.preventDefault()
    void navigate({ search }, { state: { email: typed.value.trim() } })
  }
  const [magicSearch, passwordSearch] = [
    signInPath(search, { loginType: 'magic' }),
    signInPath(search, { loginType: null }),
  ]
  const email = actionData?.email ?? (state as { email?: string } | null)?.email ?? ''
  return (
    <Page title={t(magic ? 'login.magicTitle' : 'login.title')} width="form">
      <div className="grid gap-6 rounded-xl border border-line bg-surface p-5 sm:p-8">
        {magic ? (
          <>
            <Suspense>
              <MagicForm key={email} email={email} dials={dials} countryCode={countryCode} />
            </Suspense>
            <ButtonLink
              to={{ search: passwordSearch }}
              state={{ email }}
              onClick={keeping(passwordSearch)}
              tone="secondary"
              wide
            >
              {t('login.backToPassword')}
            </ButtonLink>
          </>
        ) : (
          <>
            <PasswordForm answer={actionData ?? null} email={email} />
            <PasskeySignIn to={to} />
            <ProviderButtons purpose="signIn" to={to} />
            <ButtonLink
              to={{ search: magicSearch }}
              state={{ email }}
              onClick={keeping(magicSearch)}
              tone="secondary"
              wide
            >
              {t('login.withoutPassword')}
            </ButtonLink>
          </>
        )}
      </div>
      <OtherWay
        question={t('login.newHere')}
        to={`/new-guest2${signInPath(search, { loginType: null })}`}
        words={t('login.createAccount')}
      />
      <p className="text-center text-sm">
        <TermsLink text="shell.terms" />
      </p>
      {bookPath && (
        <div className="mt-4 grid gap-2 border-t border-line pt-6">
          <ButtonLink to={bookPath} tone="secondary" wide>
            {t('login.bookWithout')}
          </ButtonLink>
          <p className="text-center text-sm text-muted">{t('login.bookWithoutHint')}</p>
        </div>
      )}
    </Page>
  )
}
