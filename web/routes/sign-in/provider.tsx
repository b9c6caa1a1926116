import { data, redirect } from 'react-router'
import { safeReturnPath } from '#domain/safe-path.ts'
import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import { loginLink, newGuestLink, securityLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { readForm, reauthenticate } from '#web/request/guard.ts'
import type { Route } from './+types/provider'

const names: Record<string, string> = { google: 'Google', facebook: 'Facebook' }
type Answer = { provider: string; back: string } & ({ url: string } | { failure: TextKey })

/** Reached only by a form; a direct visit gets a link to sign-in. */
export const loader = ({ context }: Route.LoaderArgs) => {
  const { brand, messages, t } = getPageContext(context)
  return { title: `${t('provider.leavingTitle')} · ${brand.title}`, text: messages(['provider']) }
}

/**
 * Starts a provider sign-in. The page redirects by meta refresh and not with a 3xx: the `form-action` policy
 * of the previous page applies to every host of a redirected form, and the provider's hosts are not known in
 * advance.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = getPageContext(context)
  const form = await readForm(request)
  const name = readFormText(form, 'provider')
  const provider = names[name]
  if ((name !== 'google' && name !== 'facebook') || !provider) throw redirect(loginLink())
  const asked = readFormText(form, 'purpose')
  const purpose = asked === 'link' || asked === 'signUp' ? asked : 'signIn'
  const back = {
    link: safeReturnPath(readFormText(form, 'to'), securityLink()),
    signUp: newGuestLink(),
    signIn: loginLink(),
  }[purpose]
  try {
    const { url } = await ctx.call('signInWithProvider', {
      provider: name,
      purpose,
      to: readFormText(form, 'to').slice(0, 4_000),
    })
    return data<Answer>({ provider, back, url })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'auth/requires-recent-login') return reauthenticate(ctx, back)
    const [failure, status]: [TextKey, number] =
      error.code === 'auth/too-many-requests' ? ['provider.tooMany', 429] : ['provider.unavailable', 503]
    return data<Answer>({ provider, back, failure }, { status })
  }
}

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function AutoRedirect({ actionData }: Route.ComponentProps) {
  const t = useText()
  if (!actionData)
    return (
      <Page title={t('provider.leavingTitle')} width="form">
        <ButtonLink to={loginLink()} wide>
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
