import { data, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { notificationSettingsLink, waitlistLink } from '#contract/links.ts'
import type { TextKey } from '#contract/text.ts'
import { kindOfToken, type UnsubscribeKind } from '#contract/guest/unsubscribe.ts'
import { isNotFound } from '#web/request/call-errors.ts'
import { requireSignInOffered } from '#web/request/guard.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { Alert } from '#web/ui/alert.tsx'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { withFallback } from '#web/request/with-fallback.ts'
import { Form } from '#web/ui/form/form.tsx'
import { WaysOn } from '#web/ui/ways-on.tsx'
import type { Route } from './+types/unsubscribe'

/** Changes nothing: link scanners may follow the link. */
export function loader({ context, params }: Route.LoaderArgs) {
  const { brand, messages, t } = requireSignInOffered(context)
  const kind = kindOfToken(params.token)
  return {
    kind,
    title: `${t(words[kind].title)} · ${brand.title}`,
    company: brand.companyname,
    text: messages(['unsubscribe']),
  }
}

type Answer = { state: 'done' | 'undone' | 'unknown' | 'unavailable'; paused: boolean }
const answerOf = (state: Answer['state'], paused = false): Answer => ({ state, paused })

/** Called by the page's buttons and, without cookies, by mail clients (one-click unsubscribe, RFC 8058). */
export async function action({ params, context, request }: Route.ActionArgs) {
  // A mail program may send no form at all.
  const undo = (await request.formData().catch(() => null))?.has('undo') ?? false
  try {
    const { paused } = await getPageContext(context).call('unsubscribe', {
      token: params.token.slice(0, 400),
      undo,
    })
    return data(answerOf(undo ? 'undone' : 'done', paused > 0))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return isNotFound(error)
      ? data(answerOf('unknown'), { status: 404 })
      : data(answerOf('unavailable'), { status: 503 })
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<Answer>(serverAction, answerOf('unavailable'))

// The URL contains a secret token: the page is never cached.
export const headers = () => ({ 'Cache-Control': 'no-store' })

export const meta = (args: Route.MetaArgs) => privateMeta(args)

const words = {
  reminder: {
    title: 'unsubscribe.title',
    lead: 'unsubscribe.lead',
    button: 'unsubscribe.button',
    doneTitle: 'unsubscribe.doneTitle',
    done: 'unsubscribe.done',
  },
  waitlist: {
    title: 'unsubscribe.waitlistTitle',
    lead: 'unsubscribe.waitlistLead',
    button: 'unsubscribe.waitlistButton',
    doneTitle: 'unsubscribe.waitlistDoneTitle',
    done: 'unsubscribe.waitlistDone',
  },
  entry: {
    title: 'unsubscribe.entryTitle',
    lead: 'unsubscribe.entryLead',
    button: 'unsubscribe.entryButton',
    doneTitle: 'unsubscribe.entryDoneTitle',
    done: 'unsubscribe.entryDone',
  },
} as const satisfies Record<UnsubscribeKind, Record<string, TextKey>>

export default function Unsubscribe({ loaderData: { company, kind }, actionData }: Route.ComponentProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const { title, lead, button, doneTitle, done } = words[kind]
  // A guest without an account has no profile.
  const profile = kind !== 'entry' && (
    <ButtonLink to={notificationSettingsLink()} tone="secondary" wide>
      {t('unsubscribe.profile')}
    </ButtonLink>
  )
  if (actionData?.state === 'done' || actionData?.state === 'undone') {
    const undone = actionData.state === 'undone'
    return (
      <Page part={actionData.state} title={t(undone ? 'unsubscribe.undoneTitle' : doneTitle)} width="form">
        <div role="status" className="mb-6 grid gap-3">
          <p>{t(undone ? 'unsubscribe.undone' : done, { company })}</p>
          {actionData.paused && <p>{t('unsubscribe.waitlistPaused')}</p>}
        </div>
        <div className="grid gap-3">
          {actionData.paused && (
            <ButtonLink to={waitlistLink()} wide>
              {t('unsubscribe.toWaitlist')}
            </ButtonLink>
          )}
          {profile}
          {!undone && kind !== 'entry' && (
            <Form method="post">
              <input type="hidden" name="undo" value="1" />
              <SubmitButton busy={busy} busyText={t('unsubscribe.busy')} tone="quiet" wide>
                {t('unsubscribe.undo')}
              </SubmitButton>
            </Form>
          )}
        </div>
      </Page>
    )
  }
  if (actionData?.state === 'unknown') {
    return (
      <Page part="unknown" title={t('unsubscribe.unknownTitle')} width="form">
        <p role="alert" className="mb-6">
          {t('unsubscribe.unknown')}
        </p>
        {profile}
        <WaysOn />
      </Page>
    )
  }
  return (
    <Page title={t(title)} lead={t(lead, { company })} width="form">
      {actionData && <Alert className="mb-6">{t('unsubscribe.unavailable')}</Alert>}
      <Form method="post">
        <SubmitButton busy={busy} busyText={t('unsubscribe.busy')} wide>
          {t(button)}
        </SubmitButton>
      </Form>
    </Page>
  )
}
