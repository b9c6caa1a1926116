import { data, redirect } from 'react-router'
import { bareDigits } from '#domain/typed-digits.ts'
import { CallError } from '#contract/errors.ts'
import { loginLink } from '#contract/links.ts'
import { dialCodeOptions } from '#web/ui/form/dial-codes.server.ts'
import { readFormText } from '#web/request/form.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { allDialCodes } from '#web/ui/form/dial-codes.ts'
import { DocumentTitle, Page } from '#web/ui/page.tsx'
import { requireSignedOut, readForm } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { MagicForm, type MagicAnswer } from './magic-form.tsx'
import type { Route } from './+types/magic'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requireSignedOut(args)
  const { brand, messages, t } = ctx
  return {
    heading: t('magic.title'),
    title: `${t('magic.title')} · ${brand.title}`,
    dialCodes: brand.sms ? dialCodeOptions(ctx) : null,
    countryCode: brand.countryCode,
    text: messages(['magic', 'code']),
  }
}

/** Sends the link; the form shows the result and takes the code of the message. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = getPageContext(context)
  const form = await readForm(request)
  const [email, mobile, countryCode, to] = ['email', 'mobile', 'countryCode', 'to'].map((name) =>
    readFormText(form, name).trim(),
  ) as [string, string, string, string]
  const dialcode =
    allDialCodes(dialCodeOptions(ctx)).find(({ code }) => code === countryCode)?.dial_code ?? ''
  const answer = (errors: MagicAnswer['errors']): MagicAnswer => ({
    sent: Object.keys(errors).length === 0,
    email,
    mobile,
    countryCode,
    to,
    number: mobile && (/^(\+|00)/.test(bareDigits(mobile)) ? mobile : dialcode + mobile),
    errors,
  })
  if (email === '') return data(answer({ email: 'magic.emailMissing' }), { status: 400 })
  try {
    await ctx.call('sendMagicLink', { email, mobile, dialcode, to })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'request/invalid')
      return data(answer({ email: 'magic.emailInvalid' }), { status: 400 })
    if (error.code === 'guest/invalid-mobile')
      return data(answer({ mobile: 'magic.mobileInvalid' }), { status: 400 })
    if (error.code === 'auth/too-many-requests' || error.code === 'request/too-many')
      return data(answer({ form: 'magic.tooMany' }), { status: 429 })
    return redirect(loginLink({ message: 'magic-failed' }))
  }
  return data(answer({}))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<MagicAnswer>(serverAction, {
    sent: false,
    email: '',
    mobile: '',
    countryCode: '',
    to: '',
    number: '',
    errors: { form: 'magic.unreached' },
  })

/** The magic-link form as a page, for errors without scripts. */
export default function Magic({
  loaderData: { heading, title, dialCodes, countryCode },
  actionData,
}: Route.ComponentProps) {
  return (
    <Page title={heading} width="form">
      <DocumentTitle title={title} failed={actionData?.sent === false} />
      <div className="rounded-xl border border-line bg-surface p-5 sm:p-8">
        <MagicForm email="" dialCodes={dialCodes} countryCode={countryCode} answer={actionData} />
      </div>
    </Page>
  )
}
