import { useEffect } from 'react'
import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { scopeOf } from '#web/scope.ts'
import { useText } from '#web/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { formOf } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import { act, type Outcome } from './confirm.server.ts'
import { EmailNotice } from './email-notice.tsx'
import { Gone } from './gone.tsx'
import { loadAction } from './load-action.ts'
import { NewPassword } from './new-password.tsx'
import { Proceed } from './proceed.tsx'
import type { Route } from './+types/confirm'

export async function loader({ url, context }: Route.LoaderArgs) {
  const scope = scopeOf(context)
  const { brand, messages, passwordFloor: floor } = scope
  const link = await loadAction(scope, url.searchParams)
  const shown = {
    link,
    floor,
    title: brand.title,
    exit: brand.signIn ? '/login' : '/',
    text: messages(['confirm', 'onboarding']),
  }
  return data(shown, {
    status: { open: 200, changed: 200, recovered: 200, notValid: 404, failed: 410, unavailable: 503 }[
      link.state
    ],
  })
}

export async function action({ request, context }: Route.ActionArgs) {
  return act(scopeOf(context), await formOf(request))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  reach<Outcome>(serverAction, { state: 'refused', why: 'unavailable' })

/** What the link was for is asked once: after it has been used it is nothing any more, but what came of it. */
export const shouldRevalidate = ({ nextUrl }: ShouldRevalidateFunctionArgs) =>
  nextUrl.searchParams.has('done')

// The address holds a code: nobody is told it, and nobody keeps it.
export const headers = () => ({ 'Cache-Control': 'no-store' })

export const meta = () => [{ name: 'robots', content: 'noindex' }]

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
  // Once it has been read, the code is gone from the address bar and from the browser's history; what came of it can be loaded again.
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
  const gone = refused?.why === 'failed' || refused?.why === 'taken'
  const titled = (heading: string) => (
    <title>
      {refused && asked && !gone
        ? t('confirm.failedDocument', { title: `${heading} · ${title}` })
        : `${heading} · ${title}`}
    </title>
  )
  if (done === 'recovered')
    return (
      <>
        {titled(t('confirm.recoveredTitle'))}
        <Recovered email={actionData?.state === 'recovered' ? actionData.email : null} />
      </>
    )
  if (done === 'changed')
    return (
      <>
        {titled(t('confirm.noticeTitle'))}
        <EmailNotice failed={refused !== undefined} />
      </>
    )
  if (asked && !gone)
    return (
      <>
        {titled(t(`confirm.${asked.mode}Title`))}
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
        {titled(t('confirm.notValidTitle'))}
        <NotValid exit={exit} />
      </>
    )
  const text = t(
    refused?.why === 'taken'
      ? 'confirm.taken'
      : refused?.why === 'failed' || (!refused && link.state === 'failed')
        ? 'confirm.failed'
        : 'confirm.unavailable',
  )
  return (
    <>
      {titled(t('confirm.failedTitle'))}
      <Gone exit={exit} text={text} />
    </>
  )
}

/** No link of ours, or only a part of one. */
function NotValid({ exit }: { exit: string }) {
  const t = useText()
  return (
    <Page title={t('confirm.notValidTitle')} lead={t('confirm.notValid')} width="form">
      <ButtonLink to={exit}>{t(exit === '/' ? 'confirm.toHome' : 'confirm.toLogin')}</ButtonLink>
    </Page>
  )
}

/** The address is part of what was asked, and no other page's business: so it is told here and not in the next address. */
function Recovered({ email }: { email: string | null }) {
  const t = useText()
  return (
    <Page
      title={t('confirm.recoveredTitle')}
      lead={email && <p role="status">{t('confirm.emailRecovered', { email })}</p>}
      width="form"
    >
      <p className="mb-6">{t('confirm.recoveredNext')}</p>
      <ButtonLink to="/login" state={email ? { email } : undefined}>
        {t('confirm.toLogin')}
      </ButtonLink>
    </Page>
  )
}
