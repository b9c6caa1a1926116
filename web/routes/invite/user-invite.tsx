import { data, redirect, useNavigation } from 'react-router'
import { matchLanguage } from '#domain/language.ts'
import { CallError } from '#contract/errors.ts'
import { scopeOf } from '#web/scope.ts'
import { useText } from '#web/text.tsx'
import { Page } from '#web/ui/page.tsx'
import { formOf } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import { textOf } from '#web/form.ts'
import { InviteAccepted } from './accepted.tsx'
import { InviteClosed } from './closed.tsx'
import { Hold } from './hold.tsx'
import { InviteForm } from './invite-form.tsx'
import { findInvite, firstValues, inviteDialsOf } from './load-invite.ts'
import { saveInvite, type Refused } from './save-invite.ts'
import { useLiveInvite } from './use-live-invite.ts'
import { useSignedOut } from './use-signed-out.ts'
import type { Route } from './+types/user-invite'

const statuses = { fresh: 200, pending: 200, error: 200, success: 200, used: 410, expired: 410, unknown: 404 }

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const scope = scopeOf(context)
  const { brand, guest, language, locales, messages, passwordFloor: floor, t } = scope
  if (!brand.signIn) throw data(null, { status: 404 })
  const { state, prefill } = await findInvite(scope, params.id)
  // It speaks the language of whom it was made for, unless this browser has said otherwise.
  const own = matchLanguage(prefill?.preferredLanguage, locales)
  if (own && own !== language && !guest && !url.searchParams.has('lang') && !hasChosen(request))
    throw redirect(`/userInvite/${params.id}?lang=${own}`)
  const dials = inviteDialsOf(scope)
  const shown = {
    state,
    floor,
    dials,
    locales,
    values: firstValues(scope, prefill, dials),
    signedIn: guest !== null,
    live: `/api/tenants/${brand.tenantId}/newUserInvite/${encodeURIComponent(params.id)}`,
    company: brand.companyname,
    email: brand.email,
    phone: brand.phone,
    title: `${t('invite.title')} · ${brand.title}`,
    text: messages(['invite', 'onboarding', 'login']),
  }
  return data(shown, { status: statuses[state] })
}

const hasChosen = (request: Request) =>
  /(?:^|;\s*)(?:__Host-)?lang=/.test(request.headers.get('cookie') ?? '')

/** Whoever opens an invitation is signed out by the page's own form: at once where scripts run, else with what is sent. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const scope = scopeOf(context)
  if (!scope.brand.signIn) throw data(null, { status: 404 })
  const form = await formOf(request)
  if (scope.guest)
    await scope.call('signOut', {}).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })
  const intent = textOf(form, 'intent')
  if (intent === 'sign-out') return null
  if (intent === 'leave') return redirect('/login')
  const refused = await saveInvite(scope, params.id, form, inviteDialsOf(scope))
  return refused
    ? data<Refused>(refused.answer, { status: refused.status })
    : redirect(`/userInvite/${params.id}`)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  reach<Refused | null>(serverAction, { values: null, errors: { form: 'invite.unavailable' }, failure: null })

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function UserInvite({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { live, company, title } = loaderData
  const sending = useNavigation().formMethod === 'POST'
  const state = useLiveInvite(live, loaderData.state)
  useSignedOut(loaderData.signedIn)
  if (state === 'unknown' || state === 'used' || state === 'expired')
    return <InviteClosed {...loaderData} state={state} />
  if (state === 'success')
    return <InviteAccepted title={title} failed={actionData?.errors.form !== undefined} />
  const held = sending || state === 'pending'
  return (
    <Page title={t('invite.title')} lead={t('invite.lead', { company })} width="form">
      <title>{actionData ? t('login.failedDocument', { title }) : title}</title>
      <div inert={held}>
        <InviteForm {...loaderData} answer={actionData ?? null} />
      </div>
      {held && <Hold />}
    </Page>
  )
}
