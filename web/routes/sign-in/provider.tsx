import { data, redirect } from 'react-router'
import { safeReturnPath } from '#domain/safe-path.ts'
import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import { textOf } from '#web/form.ts'
import { scopeOf } from '#web/scope.ts'
import { useText } from '#web/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { formOf } from '../account/guard.ts'
import { signInAgain } from '../account/sign-in-again.ts'
import type { Route } from './+types/provider'

const names: Record<string, string> = { google: 'Google', facebook: 'Facebook' }
type Answer = { provider: string; back: string } & ({ url: string } | { failure: TextKey })

/** Nothing to see without having pressed a button. */
export const loader = ({ context }: Route.LoaderArgs) => {
  const { brand, messages, t } = scopeOf(context)
  return { title: `${t('provider.leavingTitle')} · ${brand.title}`, text: messages(['provider']) }
}

/**
 * Begins a sign-in and shows the way there. A page of its own that moves on by itself: browsers hold every host that a redirected
 * form passes against the policy of the page it stood on, and the provider's next host is nobody's to foresee.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const scope = scopeOf(context)
  const form = await formOf(request)
  const name = textOf(form, 'provider')
  const provider = names[name]
  if ((name !== 'google' && name !== 'facebook') || !provider) throw redirect('/login')
  const asked = textOf(form, 'purpose')
  const purpose = asked === 'link' || asked === 'signUp' ? asked : 'signIn'
  const back = purpose === 'link' ? safeReturnPath(textOf(form, 'to'), '/profile/security') : '/login'
  try {
    const { url } = await scope.call('signInWithProvider', {
      provider: name,
      purpose,
      to: textOf(form, 'to').slice(0, 4_000),
    })
    return data<Answer>({ provider, back, url })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'auth/requires-recent-login') return signInAgain(scope, back)
    const [failure, status]: [TextKey, number] =
      error.code === 'auth/too-many-requests' ? ['provider.tooMany', 429] : ['provider.unavailable', 503]
    return data<Answer>({ provider, back, failure }, { status })
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex' },
]

export default function Leave({ actionData }: Route.ComponentProps) {
  const t = useText()
  if (!actionData)
    return (
      <Page title={t('provider.leavingTitle')} width="form">
        <ButtonLink to="/login" wide>
          {t('provider.again')}
        </ButtonLink>
      </Page>
    )
  const { provider, back } = actionData
  if ('failure' in actionData) {
    return (
      <Page title={t('provider.leavingTitle')} width="form">
        <p role="alert">{t(actionData.failure, { provider })}</p>
        <ButtonLink to={back} wide className="mt-6">
          {t('provider.back')}
        </ButtonLink>
      </Page>
    )
  }
  return (
    <Page title={t('provider.leavingTitle')} lead={t('provider.leaving', { provider })} width="form">
      <meta httpEquiv="refresh" content={`0; url=${actionData.url}`} />
      <ButtonLink to={actionData.url} wide>
        {t('provider.leave', { provider })}
      </ButtonLink>
    </Page>
  )
}
