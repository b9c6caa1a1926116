import { useEffect } from 'react'
import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { landingLink, loginLink } from '#contract/links.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DocumentTitle, Page } from '#web/ui/page.tsx'
import { readForm } from '#web/request/guard.ts'
import { WaysOn } from '#web/ui/ways-on.tsx'
import { withFallback } from '#web/request/with-fallback.ts'
import { applyAction, type Outcome } from './confirm.server.ts'
import { EmailNotice } from './email-notice.tsx'
import { ExpiredLink } from './expired-link.tsx'
import { loadAction } from './load-action.ts'
import { modeTexts, Proceed } from './proceed.tsx'
import { NewPassword } from './new-password.tsx'
import type { Route } from './+types/confirm'

export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  const { brand, messages, passwordFloor: floor } = ctx
  const link = await loadAction(ctx, url.searchParams)
  const shown = {
    link,
    floor,
    title: brand.title,
    exit: brand.signIn ? loginLink() : landingLink(),
    text: messages(['confirm', 'code', 'onboarding']),
  }
  return data(shown, {
    status: { open: 200, changed: 200, recovered: 200, notValid: 404, failed: 410, unavailable: 503 }[
      link.state
    ],
  })
}

export async function action({ request, context }: Route.ActionArgs) {
  return applyAction(getPageContext(context), await readForm(request))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<Outcome>(serverAction, { state: 'refused', why: 'unavailable' })

/** The link is checked once: after its use only the result can be shown. */
export const shouldRevalidate = ({ nextUrl }: ShouldRevalidateFunctionArgs) =>
  nextUrl.searchParams.has('done')

// The URL contains a secret code: the page is never cached.
export const headers = () => ({ 'Cache-Control': 'no-store' })

export default function Confirm({
  loaderData: { link, floor, title, exit },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const done =
    actionData?.state === 'recovered' || link.state === 'recovered'
      ? 'recovered'
      : link.state === 'changed'
        ? 'changed'
        : null
  // Removes the code from the address bar and the history; `done` lets a reload show the result.
  useEffect(
    () =>
      window.history.replaceState(
        window.history.state,
        '',
        `${window.location.pathname}${done ? `?done=${done}` : ''}`,
      ),
    [done],
  )
  const refused = actionData?.state === 'refused' ? actionData : undefined
  const asked = refused?.asked ?? (link.state === 'open' ? link.asked : undefined)
  const invalid = refused?.why === 'failed' || refused?.why === 'taken'
  const documentTitle = (heading: string) => (
    <DocumentTitle
      title={`${heading} · ${title}`}
      failed={refused !== undefined && asked !== undefined && !invalid}
    />
  )
  if (done === 'recovered')
    return (
      <>
        {documentTitle(t('confirm.recoveredTitle'))}
        <Recovered email={actionData?.state === 'recovered' ? actionData.email : null} />
      </>
    )
  if (done === 'changed')
    return (
      <>
        {documentTitle(t('confirm.noticeTitle'))}
        <EmailNotice failed={refused !== undefined} />
      </>
    )
  if (asked && !invalid)
    return (
      <>
        {documentTitle(t(modeTexts[asked.mode].title))}
        {asked.mode === 'resetPassword' ? (
          <NewPassword asked={asked} floor={floor} why={refused?.why} />
        ) : (
          <Proceed asked={asked} failed={refused !== undefined} />
        )}
      </>
    )
  if (!refused && link.state === 'notValid')
    return (
      <>
        {documentTitle(t('confirm.notValidTitle'))}
        <NotValid exit={exit} />
      </>
    )
  const why =
    refused?.why === 'taken'
      ? 'taken'
      : refused?.why === 'failed' || (!refused && link.state === 'failed')
        ? 'failed'
        : 'unavailable'
  return (
    <>
      {documentTitle(t('confirm.failedTitle'))}
      <ExpiredLink exit={exit} why={why} />
    </>
  )
}

/** An unknown or incomplete link. */
function NotValid({ exit }: { exit: string }) {
  const t = useText()
  return (
    <Page title={t('confirm.notValidTitle')} lead={t('confirm.notValid')} width="form">
      <ButtonLink to={exit}>{t(exit === '/' ? 'confirm.toHome' : 'confirm.toLogin')}</ButtonLink>
      <WaysOn />
    </Page>
  )
}

/** The restored e-mail address is personal: it is shown from the action data and not put into the URL. */
function Recovered({ email }: { email: string | null }) {
  const t = useText()
  return (
    <Page
      title={t('confirm.recoveredTitle')}
      lead={email && <p role="status">{t('confirm.emailRecovered', { email })}</p>}
      width="form"
    >
      <p className="mb-6">{t('confirm.recoveredNext')}</p>
      <ButtonLink to={loginLink()} state={email ? { email } : undefined}>
        {t('confirm.toLogin')}
      </ButtonLink>
    </Page>
  )
}
