import { data, redirect, useNavigation, useFetcher } from 'react-router'
import { useEffect, useState, useEffectEvent } from 'react'
import { matchLanguage } from '#domain/language.ts'
import { CallError } from '#contract/errors.ts'
import { inviteLink, loginLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { DocumentTitle, Page } from '#web/ui/page.tsx'
import { readForm, requireSignInOffered } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { readFormText } from '#web/request/form.ts'
import { InviteAccepted } from './accepted.tsx'
import { InvalidInvite } from './invalid-invite.tsx'
import { SavingOverlay } from './saving-overlay.tsx'
import { InviteForm } from './invite-form.tsx'
import { findInvite, initialValues, inviteDialCodes, type InviteState } from './load-invite.ts'
import { saveInvite, type FormRejection } from './save-invite.ts'
import type { Route } from './+types/user-invite'

const statuses = { fresh: 200, pending: 200, error: 200, success: 200, used: 410, expired: 410, unknown: 404 }

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const ctx = requireSignInOffered(context)
  const { brand, guest, language, locales, messages, passwordFloor: floor, t } = ctx
  const { state, prefill } = await findInvite(ctx, params.id)
  // Renders in the invitation's language, unless this browser has chosen one.
  const own = matchLanguage(prefill?.preferredLanguage, locales)
  if (own && own !== language && !guest && !url.searchParams.has('lang') && !hasLanguageCookie(request))
    throw redirect(inviteLink({ id: params.id, lang: own }))
  const dialCodes = inviteDialCodes(ctx)
  const shown = {
    state,
    floor,
    dialCodes,
    locales,
    values: initialValues(ctx, prefill, dialCodes),
    signedIn: guest !== null,
    live: `/api/tenants/${brand.tenantId}/newUserInvite/${encodeURIComponent(params.id)}`,
    company: brand.companyname,
    email: brand.email,
    phone: brand.phone,
    tel: brand.tel,
    title: `${t('invite.title')} · ${brand.title}`,
    text: messages(['invite', 'onboarding', 'login']),
  }
  return data(shown, { status: statuses[state] })
}

const hasLanguageCookie = (request: Request) =>
  /(?:^|;\s*)(?:__Host-)?lang=/.test(request.headers.get('cookie') ?? '')

/** Every submission signs out a signed-in guest; with scripts the page submits `sign-out` when it opens. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = requireSignInOffered(context)
  const form = await readForm(request)
  if (ctx.guest)
    await ctx.call('signOut', {}).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })
  const intent = readFormText(form, 'intent')
  if (intent === 'sign-out') return null
  if (intent === 'leave') return redirect(loginLink())
  const refused = await saveInvite(ctx, params.id, form, inviteDialCodes(ctx))
  return refused
    ? data<FormRejection>(refused.answer, { status: refused.status })
    : redirect(inviteLink({ id: params.id }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<FormRejection | null>(serverAction, {
    values: null,
    errors: { form: 'invite.unavailable' },
    failure: null,
  })

export default function UserInvite({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { live, company, title } = loaderData
  const sending = useNavigation().formMethod === 'POST'
  const state = useLiveInvite(live, loaderData.state)
  useSignOut(loaderData.signedIn)
  if (state === 'unknown' || state === 'used' || state === 'expired')
    return <InvalidInvite {...loaderData} state={state} />
  if (state === 'success')
    return <InviteAccepted title={title} failed={actionData?.errors.form !== undefined} />
  const saving = sending || state === 'pending'
  return (
    <Page title={t('invite.title')} lead={t('invite.lead', { company })} width="form">
      <DocumentTitle title={title} failed={actionData !== undefined} />
      <div inert={saving}>
        <InviteForm {...loaderData} answer={actionData ?? null} />
      </div>
      {saving && <SavingOverlay />}
    </Page>
  )
}

const final = new Set<InviteState>(['success', 'used', 'expired', 'unknown'])

/**
 * Subscribes to the invitation until it has ended.
 * @returns its latest state. The page is not revalidated, which would discard the action data of its form.
 */
function useLiveInvite(address: string, loaded: InviteState): InviteState {
  const [latest, setLatest] = useState<InviteState | null>(null)
  const state = final.has(loaded) ? loaded : (latest ?? loaded)
  const ended = final.has(state)
  useEffect(() => {
    if (ended) return undefined
    const source = new EventSource(address)
    source.addEventListener('document', (event: MessageEvent<string>) =>
      setLatest((JSON.parse(event.data) as { state: InviteState }).state),
    )
    return () => source.close()
  }, [address, ended])
  return state
}

/** Signs out a guest who opens an invitation, since it is for a new guest. */
function useSignOut(signedIn: boolean): void {
  const { submit } = useFetcher()
  const signOut = useEffectEvent(() => void submit({ intent: 'sign-out' }, { method: 'post' }))
  useEffect(() => {
    if (signedIn) signOut()
  }, [signedIn])
}
