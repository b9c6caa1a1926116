import { data, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { notificationSettingsLink } from '#contract/links.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { withFallback } from '#web/request/with-fallback.ts'
import { Form } from '#web/ui/form.tsx'
import type { Route } from './+types/unsubscribe'

/** Changes nothing: link scanners may follow the link. */
export function loader({ context }: Route.LoaderArgs) {
  const { brand, messages, t } = getPageContext(context)
  if (!brand.signIn) throw data(null, { status: 404 })
  return {
    title: `${t('unsubscribe.title')} · ${brand.title}`,
    company: brand.companyname,
    text: messages(['unsubscribe']),
  }
}

type Answer = { state: 'done' | 'unknown' | 'unavailable' }

/** Called by the page's button and, without cookies, by mail clients (one-click unsubscribe, RFC 8058). */
export async function action({ params, context }: Route.ActionArgs) {
  try {
    await getPageContext(context).call('stopReminders', { token: params.token.slice(0, 400) })
    return data<Answer>({ state: 'done' })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return error.code === 'not-found' || error.code === 'request/invalid'
      ? data<Answer>({ state: 'unknown' }, { status: 404 })
      : data<Answer>({ state: 'unavailable' }, { status: 503 })
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<Answer>(serverAction, { state: 'unavailable' })

// The URL contains a secret token: the page is never cached.
export const headers = () => ({ 'Cache-Control': 'no-store' })

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex' },
]

export default function Unsubscribe({ loaderData: { company }, actionData }: Route.ComponentProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const profile = (
    <ButtonLink to={notificationSettingsLink()} tone="secondary" wide>
      {t('unsubscribe.profile')}
    </ButtonLink>
  )
  if (actionData?.state === 'done') {
    return (
      <Page title={t('unsubscribe.doneTitle')} width="form">
        <p role="status" className="mb-6">
          {t('unsubscribe.done', { company })}
        </p>
        {profile}
      </Page>
    )
  }
  if (actionData?.state === 'unknown') {
    return (
      <Page title={t('unsubscribe.unknownTitle')} width="form">
        <p role="alert" className="mb-6">
          {t('unsubscribe.unknown')}
        </p>
        {profile}
      </Page>
    )
  }
  return (
    <Page title={t('unsubscribe.title')} lead={t('unsubscribe.lead', { company })} width="form">
      {actionData && (
        <p
          role="alert"
          className="mb-6 rounded border-2 border-danger bg-danger-soft p-4 text-on-danger-soft"
        >
          {t('unsubscribe.unavailable')}
        </p>
      )}
      <Form method="post">
        <SubmitButton busy={busy} busyText={t('unsubscribe.busy')} wide>
          {t('unsubscribe.button')}
        </SubmitButton>
      </Form>
    </Page>
  )
}
