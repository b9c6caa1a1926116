import { Suspense, useState, type FormEvent, type MouseEvent } from 'react'
import { data, useLocation, useNavigate } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { bookLink, newGuestLink, passkeySignInLink } from '#contract/links.ts'
import { dialCodeOptions } from '#web/ui/form/dial-codes.server.ts'
import { readFormText } from '#web/request/form.ts'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { lazyWithRetry, fetchRoute } from '#web/ui/loading/lazy.tsx'
import { LinkedText } from '#web/ui/linked-text.tsx'
import { DocumentTitle, Page } from '#web/ui/page.tsx'
import { TermsLink } from '#web/ui/terms-link.tsx'
import { requireSignedOut, readForm, redirectBack, returnPath } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { AlternativeLink } from './alternative-link.tsx'
import { PasswordForm, type FormRejection } from './password-form.tsx'
import { PasskeySignIn } from '#web/passkey/passkey-sign-in.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { signInPath } from './sign-in-path.ts'
import type { Route } from './+types/login'

// Loaded on demand together with the routes of its forms: most guests use the password view.
const MagicForm = lazyWithRetry(async () => {
  const [{ MagicForm: form }] = await Promise.all([
    import('./magic-form.tsx'),
    fetchRoute('routes/sign-in/magic'),
    fetchRoute('routes/link/gong'),
  ])
  return form
})

const passkeyPlace = { action: passkeySignInLink(), route: 'routes/sign-in/passkey-answer' }

export async function loader(args: Route.LoaderArgs) {
  const ctx = requireSignedOut(args)
  const { brand, messages, takeFormValues } = ctx
  const to = returnPath(args)
  const { search, searchParams } = args.url
  const magic = searchParams.get('loginType') === 'magic'
  return {
    title: brand.title,
    to,
    bookPath: bookPath(to),
    waitlist: waitlistPurpose(to),
    search,
    magic,
    dialCodes: magic && brand.sms ? dialCodeOptions(ctx) : null,
    countryCode: brand.countryCode,
    /** Of an account that a link from a mail was about. */
    address: (takeFormValues('login') ?? '') as string,
    text: messages(['login', 'provider', 'magic', 'code', 'reset', 'passkey']),
  }
}

/** The /book URL of the same selection, if the guest came from booking; else null. */
const bookPath = (to: string): string | null =>
  /^\/(appointments|book)(?![\w-])/.test(to) ? to.replace(/^\/appointments/, bookLink()) : null

/** Whether the guest came to join the waitlist, or to see their places; else null. */
const waitlistPurpose = (to: string): 'join' | 'see' | null =>
  /^\/appointments\/waitlist(?![\w-])/.test(to) ? 'join' : /^\/waitlist(?![\w-])/.test(to) ? 'see' : null

export async function action(args: Route.ActionArgs) {
  const { call } = requireSignedOut(args)
  const form = await readForm(args.request)
  const email = readFormText(form, 'email').trim()
  // Another page has passed an address on.
  if (readFormText(form, 'intent') === 'start') return data<FormRejection>({ email, errors: {} })
  const password = readFormText(form, 'password')
  const missing: FormRejection['errors'] = {
    ...(!email && { email: 'login.emailMissing' }),
    ...(!password && { password: 'login.passwordMissing' }),
  }
  if (Object.keys(missing).length) return data<FormRejection>({ email, errors: missing }, { status: 400 })
  try {
    await call('signInWithEmailAndPassword', { email, password })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const [key, status] = toFailure(error)
    return data<FormRejection>({ email, errors: { form: key } }, { status })
  }
  return redirectBack(args)
}

/** One text for all wrong credentials: it must not reveal whether the account exists. */
function toFailure({ code }: CallError): [FormRejection['errors'][string], number] {
  if (code === 'auth/too-many-requests' || code === 'request/too-many') return ['login.tooMany', 429]
  if (code === 'auth/invalid-credential' || code === 'request/invalid') return ['login.failed', 401]
  return ['login.unavailable', 503]
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<FormRejection>(serverAction, { email: '', errors: { form: 'login.unavailable' } })

export default function Login({
  loaderData: { title, to, bookPath, waitlist, search, magic, dialCodes, countryCode, address },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const { state } = useLocation()
  const navigate = useNavigate()
  /** Passes the current value of the e-mail field to the other view. */
  const keepEmail = (search: string) => (event: MouseEvent<HTMLAnchorElement>) => {
    const typed = document.getElementById('email')
    if (event.metaKey || event.ctrlKey || event.shiftKey || !(typed instanceof HTMLInputElement)) return
    event.preventDefault()
    void navigate({ search }, { state: { email: typed.value.trim() } })
  }
  const [magicSearch, passwordSearch] = [
    signInPath(search, { loginType: 'magic' }),
    signInPath(search, { loginType: null }),
  ]
  // The loader returns it once; it stays when the message leaves the URL.
  const [given] = useState(address)
  /** Kept here too for the browser's own way back, whose entry of the history has no address. */
  const [typed, setTyped] = useState<string>()
  const named = actionData?.email ?? (state as { email?: string } | null)?.email
  const email = typed ?? named ?? given
  const keepTyped = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.name === 'email') setTyped(target.value.trim())
  }
  return (
    <Page
      title={t(magic ? 'login.magicTitle' : 'login.title')}
      lead={
        waitlist === 'join' && bookPath ? (
          <LinkedText text={t('login.toJoinWaitlist')} to={bookPath} />
        ) : (
          waitlist === 'see' && t('login.toSeeWaitlist')
        )
      }
      width="form"
    >
      <DocumentTitle title={title} failed={Object.keys(actionData?.errors ?? {}).length > 0} />
      <div className="grid gap-6 rounded-xl border border-line bg-surface p-5 sm:p-8" onInput={keepTyped}>
        {magic ? (
          <>
            <Suspense>
              <MagicForm key={named} email={email} dialCodes={dialCodes} countryCode={countryCode} />
            </Suspense>
            <ButtonLink
              to={{ search: passwordSearch }}
              state={{ email }}
              onClick={keepEmail(passwordSearch)}
              tone="secondary"
              wide
            >
              {t('login.backToPassword')}
            </ButtonLink>
          </>
        ) : (
          <>
            <PasswordForm answer={actionData ?? null} email={email} />
            <ButtonLink
              to={{ search: magicSearch }}
              state={{ email }}
              onClick={keepEmail(magicSearch)}
              tone="secondary"
              wide
            >
              {t('login.withoutPassword')}
            </ButtonLink>
            <div className="grid gap-3 border-t border-line pt-6 empty:hidden">
              <PasskeySignIn
                at={passkeyPlace}
                fields={{ intent: 'answer', to }}
                autofill
                label={t('login.passkey')}
              />
              <ProviderButtons purpose="signIn" to={to} />
            </div>
          </>
        )}
      </div>
      <AlternativeLink
        question={t('login.newHere')}
        to={newGuestLink() + signInPath(search, { loginType: null })}
        words={t('login.createAccount')}
      />
      <p className="text-center text-sm">
        <TermsLink text="shell.terms" />
      </p>
      {bookPath && !waitlist && (
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
