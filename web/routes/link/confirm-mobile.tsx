import { data, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import { confirmMobileLink, contactLink, homeLink, loginLink, profileLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { Alert, Success } from '#web/ui/alert.tsx'
import { useText } from '#web/ui/text.tsx'
import { WaysOn } from '#web/ui/ways-on.tsx'
import { ButtonLink, Spinner, SubmitButton } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { readForm, requireSignInOffered, reauthenticate } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { AutoRedirect } from '#web/ui/auto-redirect.tsx'
import { useAutoSubmit } from '#web/ui/form/use-submit.ts'
import { Form } from '#web/ui/form/form.tsx'
import type { Route } from './+types/confirm-mobile'

const REDIRECT_DELAY_MS = 5_000

export function loader({ params, context }: Route.LoaderArgs) {
  const { brand, guest, messages, t } = requireSignInOffered(context)
  return {
    fields: { id: params.id.slice(0, 200), user: params.user.slice(0, 64) },
    signedIn: guest !== null,
    sms: brand.sms,
    title: `${t('mobile.title')} · ${brand.title}`,
    text: messages(['mobile', 'link']),
  }
}

type Answer = { state: 'confirmed' | 'over' | 'sent' | 'unsent' | 'unavailable' }

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = getPageContext(context)
  const { call, brand, language } = ctx
  const form = await readForm(request)
  const again = readFormText(form, 'intent') === 'again'
  try {
    if (again) {
      const { success: sent } = await call('sendMobileConfirmation', {})
      return data<Answer>({ state: sent ? 'sent' : 'confirmed' })
    }
    const { success } = await call('gen2_userHandlingApi-requestConfirmMobile', {
      uid: readFormText(form, 'id').slice(0, 200),
      language,
      tenant: brand.tenantId,
      user: readFormText(form, 'user').slice(0, 64),
    })
    return data<Answer>({ state: success ? 'confirmed' : 'over' }, { status: success ? 200 : 410 })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'auth/requires-recent-login') return reauthenticate(ctx, contactLink())
    return data<Answer>(
      { state: again ? 'unsent' : 'unavailable' },
      { status: error.code === 'auth/too-many-requests' ? 429 : 503 },
    )
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<Answer>(serverAction, { state: 'unavailable' })

/** Confirming changes nothing that the loader returns. */
export const shouldRevalidate = () => false

// The URL contains a secret code: the page is never cached.
export const headers = () => ({ 'Cache-Control': 'no-store' })

export const meta = (args: Route.MetaArgs) => privateMeta(args)

const failures = {
  over: 'mobile.over',
  unsent: 'mobile.unsent',
  unavailable: 'mobile.unavailable',
} as const satisfies Record<string, TextKey>

/** Confirms automatically when the page opens: it is harmless and idempotent. */
export default function ConfirmMobile({
  loaderData: { fields, signedIn, sms },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  useAutoSubmit(
    actionData ? null : fields,
    confirmMobileLink({ code: '-', language: '-', user: fields.user }),
  )
  const form = (
    <Form method="post" className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton busy={busy} busyText={t('mobile.busy')} wide>
        {t('mobile.confirm')}
      </SubmitButton>
    </Form>
  )
  if (!actionData)
    return (
      <Page title={t('mobile.title')} width="form">
        <p role="status" className="flex items-center gap-3 text-lg">
          <Spinner />
          <span>{t('mobile.loading')}</span>
        </p>
        <noscript>{form}</noscript>
      </Page>
    )
  const { state } = actionData
  if (state === 'confirmed') {
    return (
      <Page title={t('mobile.doneTitle')} width="form">
        <Success className="mb-6">{t('mobile.done')}</Success>
        <AutoRedirect to={homeLink()} ms={REDIRECT_DELAY_MS} label={t('link.toHome')} />
      </Page>
    )
  }
  if (state === 'sent')
    return (
      <Page title={t('mobile.sentTitle')} width="form">
        <p role="status" className="mb-6">
          {t('mobile.sent')}
        </p>
        <ButtonLink to={homeLink()}>{t('link.toHome')}</ButtonLink>
      </Page>
    )
  return (
    <Page title={t('mobile.failedTitle')} width="form">
      <Alert className="mb-6">{t(failures[state])}</Alert>
      {state === 'unavailable' ? (
        form
      ) : !sms ? (
        <ButtonLink to={homeLink()}>{t('link.toHome')}</ButtonLink>
      ) : signedIn ? (
        <Form method="post">
          <SubmitButton name="intent" value="again" busy={busy} busyText={t('mobile.busy')}>
            {t('mobile.again')}
          </SubmitButton>
        </Form>
      ) : (
        <>
          <p className="mb-4">{t('mobile.signInFirst')}</p>
          <ButtonLink to={loginLink({ to: profileLink() })}>{t('link.backToLogin')}</ButtonLink>
        </>
      )}
      {state !== 'unavailable' && <WaysOn />}
    </Page>
  )
}
