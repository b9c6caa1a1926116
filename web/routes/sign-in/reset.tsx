import { data, redirect } from 'react-router'
import { isEmail } from '#domain/email.ts'
import { CallError } from '#contract/errors.ts'
import { loginLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { useText } from '#web/ui/text.tsx'
import { DocumentTitle, Page } from '#web/ui/page.tsx'
import { readForm, requireSignInOffered } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { ResetForm, MIN_EMAIL_LENGTH, type ResetAnswer } from './reset-form.tsx'
import type { Route } from './+types/reset'

export function loader({ context }: Route.LoaderArgs) {
  const { brand, messages, t } = requireSignInOffered(context)
  return { heading: t('reset.title'), lead: t('reset.lead'), title: brand.title, text: messages(['reset']) }
}

/** Sends the mail. With scripts (`stay`) the dialog shows the result; without, the login page does. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = getPageContext(context)
  const form = await readForm(request)
  const email = readFormText(form, 'resetEmail').trim()
  if (email.length < MIN_EMAIL_LENGTH)
    return data<ResetAnswer>({ sent: false, email, error: 'reset.tooShort' }, { status: 400 })
  if (!isEmail(email))
    return data<ResetAnswer>({ sent: false, email, error: 'reset.invalid' }, { status: 400 })
  try {
    await ctx.call('sendPasswordResetEmail', { email })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const tooMany = error.code === 'auth/too-many-requests' || error.code === 'request/too-many'
    return data<ResetAnswer>({ sent: false, email, error: 'reset.failed' }, { status: tooMany ? 429 : 503 })
  }
  if (form.has('stay')) return data<ResetAnswer>({ sent: true, email })
  ctx.saveFormValues('login', email, { signedOut: true })
  return redirect(loginLink({ message: 'reset-sent' }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<ResetAnswer>(serverAction, { sent: false, email: '', error: 'reset.failed' })

/** The reset form as a page, without scripts. */
export default function Reset({
  loaderData: { heading, lead, title: brand },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const title = `${heading} · ${brand}`
  return (
    <Page title={heading} lead={lead} width="form">
      <DocumentTitle title={title} failed={actionData?.sent === false} />
      <div className="rounded-xl border border-line bg-surface p-5 sm:p-8">
        <ResetForm answer={actionData} email="" failedTitle={t('reset.error')} />
      </div>
    </Page>
  )
}
