import { data, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { scopeOf } from '#web/scope.ts'
import { useText } from '#web/text.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { reach } from '../account/reach.ts'
import { Form } from '#web/ui/form.tsx'
import type { Route } from './+types/unsubscribe'

/** Only shows what can be done: whatever follows links does nothing by it. */
export function loader({ context }: Route.LoaderArgs) {
  const { brand, messages, t } = scopeOf(context)
  if (!brand.signIn) throw data(null, { status: 404 })
  return {
    title: `${t('unsubscribe.title')} · ${brand.title}`,
    company: brand.companyname,
    text: messages(['unsubscribe']),
  }
}

type Answer = { state: 'done' | 'unknown' | 'unavailable' }

/** The page's own button and, by RFC 8058, a mail program on its own: without cookies, and answered where it stands. */
export async function action({ params, context }: Route.ActionArgs) {
  try {
    await scopeOf(context).call('stopReminders', { token: params.token.slice(0, 400) })
    return data<Answer>({ state: 'done' })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return error.code === 'not-found' || error.code === 'request/invalid'
      ? data<Answer>({ state: 'unknown' }, { status: 404 })
      : data<Answer>({ state: 'unavailable' }, { status: 503 })
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  reach<Answer>(serverAction, { state: 'unavailable' })

// The address is a key: nobody is told it, and nobody keeps it.
export const headers = () => ({ 'Cache-Control': 'no-store' })

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex' },
]

export default function Unsubscribe({ loaderData: { company }, actionData }: Route.ComponentProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const profile = (
    <ButtonLink to="/profile/notifications" tone="secondary" wide>
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
