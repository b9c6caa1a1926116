import { useEffect, useRef } from 'react'
import { data, redirect, redirectDocument, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import { callbackLink, homeLink, loginLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { EmailField, ErrorSummary } from '#web/ui/form/field.tsx'
import { Page } from '#web/ui/page.tsx'
import { readForm, requireSignInOffered } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { Form } from '#web/ui/form/form.tsx'
import type { Route } from './+types/callback'

const names = { google: 'Google', facebook: 'Facebook' }

/** Checks the handover code without consuming it: link scanners may follow the link. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, brand, guest, messages } = requireSignInOffered(context)
  const code = (url.searchParams.get('code') ?? '').slice(0, 200)
  const { state, provider: name, email } = await call('checkHandOver', { code })
  const provider = name ? names[name] : ''
  return {
    code,
    state: state === 'gone' && guest ? ('signedIn' as const) : state,
    email,
    provider,
    company: brand.title,
    text: messages(['provider']),
  }
}

const titles = {
  enter: 'provider.enterTitle',
  link: 'provider.linkTitle',
  askEmail: 'provider.askTitle',
  confirmEmail: 'provider.confirmTitle',
  elsewhere: 'provider.elsewhereTitle',
  gone: 'provider.goneTitle',
  signedIn: 'provider.signedInTitle',
} as const satisfies Record<string, TextKey>

type FormRejection = {
  email: string
  errors: Record<string, TextKey>
  /** A link was mailed to that address. */ mailed?: true
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { call } = getPageContext(context)
  const form = await readForm(request)
  const code = readFormText(form, 'code').slice(0, 200)
  const email = readFormText(form, 'email').trim()
  try {
    const outcome = await call('takeHandOver', { code, ...(email ? { email } : {}) })
    switch (outcome.outcome) {
      case 'signedIn':
        return outcome.to.includes(';') ? redirectDocument(outcome.to) : redirect(outcome.to)
      case 'linked':
        return redirect(withMessage(outcome.to, 'provider-linked'))
      // The submitted form asked for an e-mail address, and it was left empty.
      case 'askEmail':
        return outcome.code === code
          ? data<FormRejection>({ email, errors: { email: 'provider.emailInvalid' } }, { status: 400 })
          : redirect(callbackLink({ code: outcome.code }))
      case 'mailed':
        return data<FormRejection>({ email: outcome.email, errors: {}, mailed: true })
      case 'refused':
        return redirect(
          outcome.reason === 'taken'
            ? withMessage(outcome.to, 'provider-taken')
            : `${callbackLink()}?${url.searchParams}`,
        )
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'request/invalid')
      return data<FormRejection>({ email, errors: { email: 'provider.emailInvalid' } }, { status: 400 })
    const tooMany = error.code === 'auth/too-many-requests' || error.code === 'request/too-many'
    return data<FormRejection>(
      { email, errors: { form: tooMany ? 'provider.tooMany' : 'error.providerFailed' } },
      { status: tooMany ? 429 : 503 },
    )
  }
}

function withMessage(to: string, message: string): string {
  const { pathname, searchParams } = new URL(to, 'http://here')
  searchParams.set('message', message)
  return `${pathname}?${searchParams}`
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<FormRejection>(serverAction, { email: '', errors: { form: 'error.providerFailed' } })

export default function Callback({
  loaderData: { code, state, email, provider, company },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const title = actionData?.mailed ? t('provider.mailedTitle') : t(titles[state], { provider })
  const head = <title>{`${title} · ${company}`}</title>
  const errors =
    actionData && Object.fromEntries(Object.entries(actionData.errors).map(([name, key]) => [name, t(key)]))
  if (actionData?.mailed)
    return (
      <Page title={title} width="form">
        {head}
        <p role="status">{t('provider.mailed', { email: actionData.email })}</p>
      </Page>
    )
  switch (state) {
    case 'signedIn':
      return (
        <Page title={title} width="form">
          {head}
          <p>{t('provider.signedIn')}</p>
          <ButtonLink to={homeLink()} wide className="mt-6">
            {t('provider.toAccount')}
          </ButtonLink>
        </Page>
      )
    case 'elsewhere':
    case 'gone':
      return (
        <Page title={title} width="form">
          {head}
          <p>{t(state === 'gone' ? 'provider.gone' : 'provider.elsewhere')}</p>
          <ButtonLink to={loginLink()} wide className="mt-6">
            {t('provider.again')}
          </ButtonLink>
        </Page>
      )
    case 'askEmail':
      return (
        <Page title={title} lead={t('provider.askLead', { provider })} width="form">
          {head}
          <HandOverForm
            key={code}
            code={code}
            label={t('provider.askSubmit')}
            errors={errors}
            ask={{ email: actionData?.email ?? email ?? '' }}
          />
        </Page>
      )
    default: {
      const lead =
        state === 'link'
          ? t('provider.linkLead', { provider })
          : state === 'confirmEmail'
            ? t('provider.confirmLead', { email: email ?? '', provider })
            : t('provider.enterLead', { provider })
      return (
        <Page title={title} lead={lead} width="form">
          {head}
          <HandOverForm key={code} code={code} label={t('provider.enter')} errors={errors} />
        </Page>
      )
    }
  }
}

type HandOverFormProps = {
  code: string
  label: string
  errors: Record<string, string> | undefined
  ask?: { email: string }
}

/**
 * Submits automatically once after hydration, unless it asks for an e-mail address; without scripts by its
 * button.
 */
function HandOverForm({ code, label, errors, ask }: HandOverFormProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef(false)
  const asks = ask !== undefined
  useEffect(() => {
    if (asks || sent.current) return
    sent.current = true
    form.current?.requestSubmit()
  }, [asks])
  return (
    <Form ref={form} method="post" replace noValidate className="grid gap-5">
      <ErrorSummary title={t('provider.failedTitle')} errors={errors} />
      <input type="hidden" name="code" value={code} />
      {ask && (
        <EmailField label={t('provider.email')} error={errors?.email} defaultValue={ask.email} required />
      )}
      <SubmitButton busy={busy} busyText={t('provider.busy')} wide>
        {label}
      </SubmitButton>
    </Form>
  )
}
