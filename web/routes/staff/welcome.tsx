import { data, redirect, useNavigation } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { meLink, welcomeLink } from '#contract/links.ts'
import type { PageContext } from '#contract/page.ts'
import type { TextKey } from '#contract/text.ts'
import { PasskeySignIn } from '#web/passkey/passkey-sign-in.tsx'
import { nullIfRefused } from '#web/request/call-errors.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { staffPasskey } from '#web/staff/confirm-access.tsx'
import { StaffShell } from '#web/staff/staff-shell.tsx'
import { roleTexts } from '#web/staff/texts.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmailField, ErrorSummary } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { DocumentTitle, Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { staffPath } from '#web/staff/return-path.ts'
import type { Route } from './+types/welcome'

/**
 * The address that sign-in links of the specification lead to, with all their parameters. It only shows what
 * a code does: nothing is consumed before the button.
 */
export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  const code = searchParams.get('oobCode') ?? searchParams.get('actionCode')
  const link = code === null ? null : await checkCode(ctx, code)
  const { people } = link ? { people: [] } : await ctx.call('listDemoStaff', {})
  return {
    title: `${ctx.t('staffWelcome.title')} · ${ctx.brand.title}`,
    company: ctx.brand.companyname,
    code,
    link,
    people,
    email: searchParams.get('email') ?? '',
    to: staffPath(searchParams.get('to') ?? pathOf(ctx, searchParams.get('continueUrl'))),
    text: ctx.messages(['staffWelcome', 'staffRole', 'login', 'magic']),
  }
}

/** What a code does; null: it does nothing any more, for whatever reason. */
const checkCode = ({ call }: PageContext, oobCode: string): Promise<Output<'checkStaffCode'> | null> =>
  call('checkStaffCode', { oobCode }).catch(nullIfRefused)

/** The path of a continue address on this origin; null for every other one. */
function pathOf({ staffOrigin }: PageContext, continueUrl: string | null): string | null {
  const url = URL.parse(continueUrl ?? '')
  return url?.origin === staffOrigin ? url.pathname + url.search : null
}

type Answer = { sent: boolean; email: string; errors: Record<string, TextKey> }

/** Signs in by the code of a link, mails one, or signs in as a person of the demo. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = getPageContext(context)
  const form = await readForm(request)
  const [intent, email, to] = ['intent', 'email', 'to'].map((name) => readFormText(form, name).trim()) as [
    string,
    string,
    string,
  ]
  const answer = (errors: Answer['errors'], status: number) =>
    data<Answer>({ sent: status === 200, email, errors }, { status })
  try {
    if (intent === 'demo') {
      await ctx.call('signInDemoStaff', { id: readFormText(form, 'id') })
      return redirect(staffPath(to))
    }
    if (intent === 'code') {
      const signedIn = await ctx.call('signInStaff', { oobCode: readFormText(form, 'code') })
      const joined = readFormText(form, 'kind') === 'staffInvite'
      return redirect(joined ? meLink({ message: 'joined' }) : staffPath(signedIn.to || to))
    }
    if (email === '') return answer({ email: 'magic.emailMissing' }, 400)
    await ctx.call('sendStaffLink', { email, to })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'auth/invalid-action-code') return answer({ form: 'staffWelcome.invalid' }, 400)
    if (error.code === 'auth/too-many-requests' || error.code === 'request/too-many')
      return answer({ form: 'magic.tooMany' }, 429)
    return answer({ form: 'login.unavailable' }, error.code === 'request/invalid' ? 400 : 503)
  }
  return answer({}, 200)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<Answer>(serverAction, { sent: false, email: '', errors: { form: 'magic.unreached' } })

export default function Welcome({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { title, company, code, link, people, to } = loaderData
  const isGone = code !== null && link === null
  return (
    <StaffShell>
      {link && code ? (
        <ByLink link={link} code={code} company={company} to={to} answer={actionData} />
      ) : (
        <Page title={t('staffWelcome.title')} lead={t('staffWelcome.lead', { company })} width="form">
          <div className="grid gap-6">
            {isGone && <Alert>{t('staffWelcome.invalid')}</Alert>}
            <SignIn email={loaderData.email} to={to} answer={actionData} />
            {people.length > 0 && <Demo people={people} to={to} />}
          </div>
        </Page>
      )}
      <DocumentTitle title={title} failed={actionData?.sent === false} />
    </StaffShell>
  )
}

type Answered = { answer: Answer | undefined; to: string }

function ByLink({
  link: { kind, name, email },
  code,
  company,
  to,
  answer,
}: Answered & { link: Output<'checkStaffCode'>; code: string; company: string }) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const isInvite = kind === 'staffInvite'
  const words = { name, email, company }
  return (
    <Page
      title={t(isInvite ? 'staffWelcome.inviteTitle' : 'staffWelcome.linkTitle', words)}
      lead={isInvite ? t('staffWelcome.inviteLead', words) : `${company}, ${email}`}
      width="form"
    >
      <Form
        method="post"
        action={welcomeLink()}
        className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8"
      >
        <Errors answer={answer} />
        <input type="hidden" name="intent" value="code" />
        <input type="hidden" name="code" value={code} />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="to" value={to} />
        <SubmitButton busy={busy} busyText={t('login.busy')} wide>
          {t(isInvite ? 'staffWelcome.inviteButton' : 'login.submit')}
        </SubmitButton>
      </Form>
    </Page>
  )
}

function Errors({ answer }: { answer: Answer | undefined }) {
  const t = useText()
  const errors = answer && !answer.sent ? answer.errors : {}
  return (
    <ErrorSummary
      title={t('login.failedTitle')}
      errors={Object.fromEntries(Object.entries(errors).map(([name, key]) => [name, t(key)]))}
    />
  )
}

function SignIn({ email, to, answer }: Answered & { email: string }) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const error = answer?.errors.email
  return (
    <div className="grid gap-6 rounded-xl border border-line bg-surface p-5 sm:p-8">
      {answer?.sent && <Outcome>{t('staffWelcome.sent')}</Outcome>}
      <Form method="post" action={welcomeLink({ to })} noValidate className="grid gap-5">
        <Errors answer={answer} />
        <input type="hidden" name="intent" value="link" />
        <input type="hidden" name="to" value={to} />
        <EmailField
          label={t('magic.email')}
          error={error && t(error)}
          defaultValue={answer?.email || email}
          autoComplete="username webauthn"
          maxLength={254}
          required
        />
        <SubmitButton busy={busy} busyText={t('magic.busy')} wide>
          {t('staffWelcome.send')}
        </SubmitButton>
      </Form>
      <PasskeySignIn
        at={staffPasskey}
        fields={{ intent: 'answer', to }}
        autofill
        label={t('login.passkey')}
      />
    </div>
  )
}

/** The people of the demo, each with a button. */
function Demo({ people, to }: { people: Output<'listDemoStaff'>['people']; to: string }) {
  const t = useText()
  return (
    <Card title={t('staffWelcome.demoTitle')} lead={t('staffWelcome.demoLead')}>
      {people.map(({ id, name, role }) => (
        <Form key={id} method="post" action={welcomeLink()}>
          <input type="hidden" name="intent" value="demo" />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="to" value={to} />
          <Button tone="secondary" wide>
            {`${name}, ${t(roleTexts[role])}`}
          </Button>
        </Form>
      ))}
    </Card>
  )
}
