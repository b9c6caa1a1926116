import { data, redirect, useNavigation } from 'react-router'
import { safeReturnPath } from '#domain/safe-path.ts'
import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import { customLoginLink, loginLink, myAccountLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { Alert } from '#web/ui/alert.tsx'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink, Spinner, SubmitButton } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { readForm, requireSignInOffered } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { AutoRedirect } from '#web/ui/auto-redirect.tsx'
import { useAutoSubmit } from '#web/ui/form/use-submit.ts'
import { Form } from '#web/ui/form/form.tsx'
import { WaysOn } from '#web/ui/ways-on.tsx'
import type { Route } from './+types/custom-login'

const PATH = customLoginLink()
const REDIRECT_DELAY_MS = 1_000

/** Checks the link without consuming it: link scanners may follow it. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { call, brand, guest, messages, t } = requireSignInOffered(context)
  const code = params.linkIdentifier ?? ''
  const ml = url.searchParams.get('ml') === 'true'
  const done = code === '' && url.searchParams.has('done') && guest !== null
  const { link, failed } =
    code === ''
      ? { link: null, failed: null }
      : await call('signInWithAnonymousLink', { linkIdentifier: code.slice(0, 200), ml }).then(
          (found) => ({ link: found, failed: null }),
          (error: unknown) => ({ link: null, failed: toFailure(error, ml) }),
        )
  const shown = {
    code,
    link,
    failed,
    ml,
    done,
    to: safeReturnPath(url.searchParams.get('to'), myAccountLink()),
    title: `${t('link.title')} · ${brand.title}`,
    text: messages(['link', 'code']),
  }
  return data(shown, { status: done || link ? 200 : code === '' ? 400 : 410 })
}

/** Why a link signs nobody in. @throws what is no matter of the link. */
function toFailure(error: unknown, ml: boolean): FormRejection {
  if (!(error instanceof CallError)) throw error
  const known = error.details as { ml: boolean } | undefined
  if (error.code === 'auth/link-used') return { error: 'link.used', ml: known?.ml ?? ml }
  if (error.code === 'auth/link-expired') return { error: 'link.failed', ml: known?.ml ?? ml }
  if (error.code === 'auth/invalid-custom-token') return { error: 'link.failed', ml }
  throw error
}

type FormRejection = { error: TextKey; ml: boolean }

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const ml = readFormText(form, 'ml') === 'true'
  try {
    await getPageContext(context).call('signInWithCustomToken', {
      linkIdentifier: readFormText(form, 'code').slice(0, 200),
      ml,
    })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const over = error.code === 'auth/invalid-custom-token'
    return data<FormRejection>(
      { error: over ? 'link.failed' : 'link.unavailable', ml },
      { status: over ? 410 : 503 },
    )
  }
  return redirect(
    `${PATH}?${new URLSearchParams({ done: '1', to: safeReturnPath(readFormText(form, 'to'), myAccountLink()) })}`,
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<FormRejection>(serverAction, { error: 'link.unavailable', ml: false })

// The URL contains a secret code: the page is never cached.
export const headers = () => ({ 'Cache-Control': 'no-store' })

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function CustomLogin({
  loaderData: { code, link, failed, ml, done, to },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  if (actionData) return <Failed text={t(actionData.error)} ml={actionData.ml} />
  if (done)
    return (
      <Page title={t('link.doneTitle')} lead={<p role="status">{t('link.done')}</p>} width="form">
        <AutoRedirect to={to} ms={REDIRECT_DELAY_MS} label={t('link.toAccount')} />
      </Page>
    )
  if (failed) return <Failed text={t(failed.error)} ml={failed.ml} />
  if (!link) return <Failed text={t('link.none')} ml={ml} />
  return <Enter code={code} link={link} />
}

/**
 * Submits automatically in the browser that requested the link or is signed in as its guest; elsewhere after
 * a confirmation.
 */
function Enter({
  code,
  link,
}: {
  code: string
  link: { continueAs: string; here: boolean; ml: boolean; to: string | null }
}) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const fields = { code, ml: String(link.ml), to: link.to ?? myAccountLink() }
  useAutoSubmit(link.here ? fields : null, PATH)
  const waiting = (
    <p role="status" className="flex items-center gap-3 text-lg">
      <Spinner />
      <span>{t('link.signingIn')}</span>
    </p>
  )
  const form = (
    <Form
      method="post"
      action={PATH}
      replace
      className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8"
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton busy={busy} busyText={t('link.signingIn')} wide>
        {t('link.continueAs', { guest: link.continueAs })}
      </SubmitButton>
    </Form>
  )
  return (
    <Page
      title={t('link.title')}
      lead={link.here ? undefined : t(link.ml ? 'link.leadMagic' : 'link.lead')}
      width="form"
    >
      {link.ml && !link.here && <p className="mb-6">{t('code.elsewhere')}</p>}
      {link.here ? (
        <>
          {waiting}
          <noscript>{form}</noscript>
        </>
      ) : (
        form
      )}
    </Page>
  )
}

function Failed({ text, ml }: { text: string; ml: boolean }) {
  const t = useText()
  return (
    <Page title={t('link.failedTitle')} width="form">
      <Alert className="mb-6">{text}</Alert>
      <div className="flex flex-wrap gap-3">
        {ml && <ButtonLink to={loginLink({ loginType: 'magic' })}>{t('link.again')}</ButtonLink>}
        <ButtonLink to={loginLink()} tone={ml ? 'secondary' : 'primary'}>
          {t('link.backToLogin')}
        </ButtonLink>
      </div>
      <WaysOn />
    </Page>
  )
}
