import { useEffect, useRef } from 'react'
import { data, useNavigation } from 'react-router'
import { toStoredEmail } from '#domain/email.ts'
import { CallError } from '#contract/errors.ts'
import { gongLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { useText } from '#web/ui/text.tsx'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary, Field } from '#web/ui/form/field.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { DocumentTitle, Page } from '#web/ui/page.tsx'
import { requireSignedOut, readForm, redirectBack } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { CodeField, CodeRecipient, type CodeAnswer } from '#web/guest/code-entry.tsx'
import { useSignedInElsewhere } from '#web/guest/use-signed-in-elsewhere.ts'
import { useThrottle } from '#web/ui/form/use-submit.ts'
import { Form } from '#web/ui/form/form.tsx'
import type { Route } from './+types/gong'

export function loader(args: Route.LoaderArgs) {
  const { brand, messages, t } = requireSignedOut(args)
  return {
    title: `${t('code.title')} · ${brand.title}`,
    company: brand.companyname,
    sms: brand.sms,
    text: messages(['code']),
  }
}

export async function action(args: Route.ActionArgs) {
  const {
    call,
    brand: { sms },
  } = requireSignedOut(args)
  const form = await readForm(args.request)
  const [address, mobile, keep] = [
    readFormText(form, 'address').trim(),
    readFormText(form, 'mobile').trim(),
    form.has('keep'),
  ]
  const recipient = toStoredEmail(address).includes('@') ? { email: address } : { mobile: address }
  const typing = readFormText(form, 'intent') === 'enter'
  const answer = (step: CodeAnswer['step'], errors: CodeAnswer['errors'], status: number) =>
    data<CodeAnswer>({ step, address, mobile, keep, errors }, { status })
  const invalid = sms ? 'code.addressInvalid' : 'code.emailInvalid'
  if (address === '')
    return answer('address', { address: sms ? 'code.addressMissing' : 'code.emailMissing' }, 400)
  try {
    if (!typing) {
      await call('sendSignInCode', recipient)
      return answer('code', {}, 200)
    }
    await call('signInWithCode', {
      ...recipient,
      ...(mobile && { mobile }),
      code: readFormText(form, 'code'),
      keep,
    })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const tooMany = error.code === 'auth/too-many-requests' || error.code === 'request/too-many'
    if (tooMany) return answer(typing ? 'code' : 'address', { form: 'code.tooMany' }, 429)
    if (typing && (error.code === 'auth/invalid-verification-code' || error.code === 'request/invalid'))
      return answer('code', { code: 'code.wrong' }, 401)
    if (error.code === 'auth/operation-not-allowed')
      return answer('address', { address: sms ? 'code.notServed' : 'code.emailInvalid' }, 400)
    if (error.code === 'request/invalid' || error.code === 'guest/invalid-mobile')
      return answer('address', { address: invalid }, 400)
    return answer(typing ? 'code' : 'address', { form: 'code.unavailable' }, 503)
  }
  return redirectBack(args)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<CodeAnswer>(serverAction, {
    step: 'address',
    address: '',
    mobile: '',
    keep: false,
    errors: { form: 'code.unavailable' },
  })

export const headers = () => ({ 'Cache-Control': 'no-store' })

export default function Gong({ loaderData: { title, company, sms }, actionData }: Route.ComponentProps) {
  const t = useText()
  const throttle = useThrottle()
  const { state, formData } = useNavigation()
  const busy = state !== 'idle'
  const errors = Object.fromEntries(
    Object.entries(actionData?.errors ?? {}).map(([name, key]) => [name, t(key)]),
  )
  const address = actionData?.address ?? ''
  const failed = Object.keys(errors).length > 0
  useStepFocus(actionData?.step ?? 'address', !failed)
  useSignedInElsewhere(actionData?.step === 'code')
  const summary = (
    <>
      <DocumentTitle title={title} failed={failed} />
      <ErrorSummary title={t('code.failedTitle')} errors={actionData ? errors : undefined} />
    </>
  )
  const panel = 'grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8'
  if (actionData?.step !== 'code') {
    return (
      <Page title={t('code.title')} lead={t('code.lead', { company })} width="form">
        <Form method="post" noValidate onSubmit={throttle} className={panel}>
          {summary}
          <Field
            name="address"
            label={t(sms ? 'code.address' : 'code.email')}
            hint={sms ? t('code.addressHint') : undefined}
            error={errors.address}
            defaultValue={address}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            required
          />
          <SubmitButton name="intent" value="send" busy={busy} busyText={t('code.sending')} wide>
            {t('code.send')}
          </SubmitButton>
        </Form>
      </Page>
    )
  }
  return (
    <Page
      title={t('code.enterTitle')}
      lead={<p role="status">{t('code.enterLead', { address })}</p>}
      width="form"
    >
      <Form key="code" method="post" noValidate onSubmit={throttle} className={panel}>
        {summary}
        <CodeRecipient {...actionData} />
        <CodeField error={errors.code} />
        <SubmitButton
          name="intent"
          value="enter"
          busy={busy && formData?.get('intent') === 'enter'}
          busyText={t('code.entering')}
          wide
        >
          {t('code.enter')}
        </SubmitButton>
        <Button name="intent" value="send" tone="secondary" disabled={busy} wide>
          {t('code.again')}
        </Button>
      </Form>
      <p className="mt-4 text-center">
        <Link to={gongLink()} className={textLinkClasses}>
          {t(sms ? 'code.other' : 'code.otherEmail')}
        </Link>
      </p>
    </Page>
  )
}

/**
 * Focuses the first field of a new step, since the pressed button has disappeared. With errors the summary
 * has the focus.
 */
function useStepFocus(step: CodeAnswer['step'], valid: boolean): void {
  const before = useRef(step)
  useEffect(() => {
    if (before.current !== step && valid) document.getElementById(step)?.focus()
    before.current = step
  }, [step, valid])
}
