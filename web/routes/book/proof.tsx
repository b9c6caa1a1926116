import { data, redirect, useNavigation } from 'react-router'
import { isEmail } from '#domain/email.ts'
import { safeReturnPath } from '#domain/safe-path.ts'
import { CallError } from '#contract/errors.ts'
import { bookLink, loginLink } from '#contract/links.ts'
import type { TextKey } from '#contract/text.ts'
import { isNotFound } from '#web/request/call-errors.ts'
import { readFormText } from '#web/request/form.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { readForm, requireSignInOffered } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { ByPhone } from '#web/service/by-phone.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { EmailField, ErrorSummary } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useThrottle } from '#web/ui/form/use-submit.ts'
import { Outcome } from '#web/ui/outcome.tsx'
import { DocumentTitle, Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { parseSelection } from '#web/visit/selection.ts'
import { refusalTexts } from './confirm/refusal-texts.ts'
import type { Route } from './+types/proof'

/**
 * `/book/proof`: who books what asks for that. Before a link is sent it takes the address, and says the same
 * to everybody; with the code of a link it goes on once a button is pressed, since scanners open links too.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, brand, messages, t } = requireSignInOffered(context)
  const { services } = parseSelection(url.searchParams)
  const code = url.searchParams.get('code')
  // Nothing asks who books.
  if (services.length === 0 && code === null) throw redirect(bookLink())
  const to = safeReturnPath(url.searchParams.get('to'), bookLink({ services }))
  const access =
    services.length > 0
      ? await call('getBookingAccess', { services: services.join(',') }).catch(toServices(services))
      : null
  if (access?.refusal === null) throw redirect(to)
  const refusal = access?.refusal === 'proof-needed' ? null : (access?.refusal ?? null)
  return {
    code,
    services,
    to,
    refusal,
    knownOnly: access?.knownOnly ?? false,
    title: `${t('book.proofTitle')} · ${brand.title}`,
    text: messages(['book']),
  }
}

/** To `catch` a call with: services that cannot be booked are shown as the first step shows them. */
const toServices = (services: string[]) => (error: unknown) => {
  if (isNotFound(error)) throw redirect(bookLink({ services }), 303)
  throw error
}

const MAX_EMAIL = 254

type Answer = { sent: string | null; email: string; error: TextKey | null }

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = getPageContext(context)
  const form = await readForm(request)
  const code = readFormText(form, 'code')
  const [email = '', named = '', to = ''] = ['email', 'services', 'to'].map((name) =>
    readFormText(form, name).trim(),
  )
  const { services } = parseSelection(new URLSearchParams({ services: named }))
  const refuse = (error: TextKey, status: number) => data<Answer>({ sent: null, email, error }, { status })
  try {
    if (code) {
      const accepted = await ctx.call('acceptBookingLink', { code: code.slice(0, 200) })
      return redirect(safeReturnPath(accepted.to, bookLink()), 303)
    }
    if (email.length > MAX_EMAIL || !isEmail(email)) return refuse('book.proofEmail', 400)
    const way = safeReturnPath(to, bookLink({ services }))
    await ctx.call('sendBookingLink', { email, services, to: way }).catch(toServices(services))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // A link that is cut short is no code.
    if (error.code === 'auth/invalid-custom-token' || error.code === 'request/invalid')
      return refuse('book.proofInvalid', 410)
    if (error.code === 'auth/too-many-requests' || error.code === 'request/too-many')
      return refuse('book.proofTooMany', 429)
    throw error
  }
  return data<Answer>({ sent: email, email, error: null })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<Answer>(serverAction, { sent: null, email: '', error: 'booking.unreached' })

// The URL may contain a secret code: the page is never cached.
export const headers = () => ({ 'Cache-Control': 'no-store' })

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function Proof({ loaderData, actionData }: Route.ComponentProps) {
  const { code, services, to, refusal, knownOnly, title } = loaderData
  const t = useText()
  const throttle = useThrottle()
  const busy = useNavigation().state === 'submitting'
  const error = actionData?.error ? t(actionData.error) : null
  const expired = actionData?.error === 'book.proofInvalid'
  return (
    <Page title={t(refusal ? refusalTexts[refusal].title : 'book.proofTitle')} width="form">
      <DocumentTitle title={title} failed={error !== null} />
      <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
        {refusal ? (
          <>
            <p>{t(refusalTexts[refusal].about)}</p>
            <ButtonLink to={bookLink({ services })} tone="secondary">
              {t('book.chooseOther')}
            </ButtonLink>
          </>
        ) : expired ? (
          <>
            <Alert>{error}</Alert>
            <ButtonLink to={bookLink()} wide>
              {t('shell.book')}
            </ButtonLink>
          </>
        ) : code !== null ? (
          <Form method="post" onSubmit={throttle} className="grid gap-5">
            <input type="hidden" name="code" value={code} />
            {error && <Alert>{error}</Alert>}
            <p>{t('book.proofAccept')}</p>
            <SubmitButton busy={busy} busyText={t('book.proofGoOn')} wide>
              {t('book.proofGoOn')}
            </SubmitButton>
          </Form>
        ) : actionData?.sent ? (
          <Outcome
            next={<p className="wrap-anywhere">{t('book.proofSentAbout', { email: actionData.sent })}</p>}
          >
            {t('book.proofSent')}
          </Outcome>
        ) : (
          <>
            <p>{t(knownOnly ? 'book.proofKnown' : 'book.proofNeeded')}</p>
            <Form method="post" noValidate onSubmit={throttle} className="grid gap-5">
              <input type="hidden" name="services" value={services.join(',')} />
              <input type="hidden" name="to" value={to} />
              <ErrorSummary
                title={t('book.proofFailed')}
                errors={error ? { email: error } : undefined}
                answer={actionData}
              />
              <EmailField
                label={t('book.proofAddress')}
                error={error ?? undefined}
                defaultValue={actionData?.email ?? ''}
                maxLength={MAX_EMAIL}
                required
              />
              <SubmitButton busy={busy} busyText={t('book.proofSend')} wide>
                {t('book.proofSend')}
              </SubmitButton>
            </Form>
            <ButtonLink to={loginLink({ to })} tone="secondary" wide>
              {t('book.signIn')}
            </ButtonLink>
          </>
        )}
        <ByPhone
          label={t(refusal === 'by-phone' ? 'book.byPhone' : 'book.proofCall')}
          className="text-muted"
        />
      </div>
    </Page>
  )
}
