import { data, redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { dialsOf } from '#web/dials.server.ts'
import { textOf } from '#web/form.ts'
import { scopeOf } from '#web/scope.ts'
import { allDials } from '#web/ui/dials.ts'
import { Page } from '#web/ui/page.tsx'
import { alreadySignedIn, formOf } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import { MagicForm, type MagicAnswer } from './magic-form.tsx'
import type { Route } from './+types/magic'

export async function loader(args: Route.LoaderArgs) {
  const scope = alreadySignedIn(args)
  const { brand, messages, t } = scope
  return {
    heading: t('magic.title'),
    title: brand.title,
    dials: brand.sms ? dialsOf(scope) : null,
    countryCode: brand.countryCode,
    text: messages(['magic']),
  }
}

/** Asks for the link. Where a script runs the form stays and says so itself (`stay`); else the login page does. */
export async function action({ request, context }: Route.ActionArgs) {
  const scope = scopeOf(context)
  const form = await formOf(request)
  const [email, mobile, countryCode, to] = ['email', 'mobile', 'countryCode', 'to'].map((name) =>
    textOf(form, name).trim(),
  ) as [string, string, string, string]
  const answer = (errors: MagicAnswer['errors']): MagicAnswer => ({
    sent: Object.keys(errors).length === 0,
    email,
    mobile,
    countryCode,
    errors,
  })
  if (email === '') return data(answer({ email: 'magic.emailMissing' }), { status: 400 })
  const dial = allDials(dialsOf(scope)).find(({ code }) => code === countryCode)
  try {
    await scope.call('sendMagicLink', { email, mobile, dialcode: dial?.dial_code ?? '', to })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'request/invalid')
      return data(answer({ email: 'magic.emailInvalid' }), { status: 400 })
    if (error.code === 'guest/invalid-mobile')
      return data(answer({ mobile: 'magic.mobileInvalid' }), { status: 400 })
    if (error.code === 'auth/too-many-requests' || error.code === 'request/too-many')
      return data(answer({ form: 'magic.tooMany' }), { status: 429 })
    return redirect('/login?message=magic-failed')
  }
  return form.has('stay') ? data(answer({})) : redirect('/login?loginType=magic&message=magic-sent')
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  reach<MagicAnswer>(serverAction, {
    sent: false,
    email: '',
    mobile: '',
    countryCode: '',
    errors: { form: 'magic.unreached' },
  })

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.heading} · ${loaderData?.title}` },
  { name: 'robots', content: 'noindex' },
]

/** What the magic view of the login is where it has something to correct and no script runs. */
export default function Magic({
  loaderData: { heading, dials, countryCode },
  actionData,
}: Route.ComponentProps) {
  return (
    <Page title={heading} width="form">
      <div className="rounded-xl border border-line bg-surface p-5 sm:p-8">
        <MagicForm email="" dials={dials} countryCode={countryCode} answer={actionData} />
      </div>
    </Page>
  )
}
