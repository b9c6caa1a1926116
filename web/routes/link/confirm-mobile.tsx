import { CircleCheck } from 'lucide'
import { data, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import { textOf } from '#web/form.ts'
import { scopeOf } from '#web/scope.ts'
import { useText } from '#web/text.tsx'
import { ButtonLink, Spinner, SubmitButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { formOf } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import { signInAgain } from '../account/sign-in-again.ts'
import { Leave } from './leave.tsx'
import { usePostOnce } from './post-once.ts'
import { Form } from '#web/ui/form.tsx'
import type { Route } from './+types/confirm-mobile'

const LEAVE_MS = 5_000

export function loader({ params, context }: Route.LoaderArgs) {
  const { brand, guest, messages, t } = scopeOf(context)
  if (!brand.signIn) throw data(null, { status: 404 })
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
  const scope = scopeOf(context)
  const { call, brand, language } = scope
  const form = await formOf(request)
  const again = textOf(form, 'intent') === 'again'
  try {
    if (again) {
      const { success: sent } = await call('sendMobileConfirmation', {})
      return data<Answer>({ state: sent ? 'sent' : 'confirmed' })
    }
    const { success } = await call('gen2_userHandlingApi-requestConfirmMobile', {
      uid: textOf(form, 'id').slice(0, 200),
      language,
      tenant: brand.tenantId,
      user: textOf(form, 'user').slice(0, 64),
    })
    return data<Answer>({ state: success ? 'confirmed' : 'over' }, { status: success ? 200 : 410 })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'auth/requires-recent-login') return signInAgain(scope, '/profile/contact')
    return data<Answer>(
      { state: again ? 'unsent' : 'unavailable' },
      { status: error.code === 'auth/too-many-requests' ? 429 : 503 },
    )
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  reach<Answer>(serverAction, { state: 'unavailable' })

/** Confirming changes nothing of what the page knows. */
export const shouldRevalidate = () => false

// The address is a key: nobody is told it, and nobody keeps it.
export const headers = () => ({ 'Cache-Control': 'no-store' })

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex' },
]

const failures = {
  over: 'mobile.over',
  unsent: 'mobile.unsent',
  unavailable: 'mobile.unavailable',
} as const satisfies Record<string, TextKey>

/** Confirms by itself as the page opens: it harms nobody and can be repeated. */
export default function ConfirmMobile({
  loaderData: { fields, signedIn, sms },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  usePostOnce(actionData ? null : fields, `/confirmMobile/-/-/${fields.user}`)
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
          {t('mobile.loading')}
        </p>
        <noscript>{form}</noscript>
      </Page>
    )
  const { state } = actionData
  if (state === 'confirmed') {
    return (
      <Page title={t('mobile.doneTitle')} width="form">
        <p role="status" className="mb-6 flex gap-3 rounded bg-success-soft p-4 text-on-success-soft">
          <Icon of={CircleCheck} size={22} className="mt-0.5 shrink-0" />
          {t('mobile.done')}
        </p>
        <Leave to="/home" ms={LEAVE_MS} label="link.toHome" />
      </Page>
    )
  }
  if (state === 'sent')
    return (
      <Page title={t('mobile.sentTitle')} width="form">
        <p role="status" className="mb-6">
          {t('mobile.sent')}
        </p>
        <ButtonLink to="/home">{t('link.toHome')}</ButtonLink>
      </Page>
    )
  return (
    <Page title={t('mobile.failedTitle')} width="form">
      <p role="alert" className="mb-6 rounded border-2 border-danger bg-danger-soft p-4 text-on-danger-soft">
        {t(failures[state])}
      </p>
      {state === 'unavailable' ? (
        form
      ) : !sms ? (
        <ButtonLink to="/home">{t('link.toHome')}</ButtonLink>
      ) : signedIn ? (
        <Form method="post">
          <SubmitButton name="intent" value="again" busy={busy} busyText={t('mobile.busy')}>
            {t('mobile.again')}
          </SubmitButton>
        </Form>
      ) : (
        <>
          <p className="mb-4">{t('mobile.signInFirst')}</p>
          <ButtonLink to="/login?to=%2Fprofile">{t('link.backToLogin')}</ButtonLink>
        </>
      )}
    </Page>
  )
}
