import { useEffect, useRef } from 'react'
import { data, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import { gongLink } from '#contract/links.ts'
import { textOf } from '#web/request/form.ts'
import { useText } from '#web/ui/text.tsx'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary, Field } from '#web/ui/field.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { DocumentTitle, Page } from '#web/ui/page.tsx'
import { requireSignedOut, readForm, redirectBack } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { useThrottle } from '#web/ui/use-throttle.ts'
import { Form } from '#web/ui/form.tsx'
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

/** `address` is what was typed (e-mail or mobile number); it is kept out of the URL. */
type Answer = { step: 'address' | 'code'; address: string; errors: Record<string, TextKey> }

export async function action(args: Route.ActionArgs) {
  const {
    call,
    brand: { sms },
  } = requireSignedOut(args)
  const form = await readForm(args.request)
  const address = textOf(form, 'address').trim()
  const recipient = address.includes('@') ? { email: address } : { mobile: address }
  const typing = textOf(form, 'intent') === 'enter'
  const refuse = (step: Answer['step'], errors: Answer['errors'], status: number) =>
    data<Answer>({ step, address, errors }, { status })
  const invalid = sms ? 'code.addressInvalid' : 'code.emailInvalid'
  if (address === '')
    return refuse('address', { address: sms ? 'code.addressMissing' : 'code.emailMissing' }, 400)
  try {
    if (!typing) {
      await call('sendSignInCode', recipient)
      return data<Answer>({ step: 'code', address, errors: {} })
    }
    await call('signInWithCode', { ...recipient, code: textOf(form, 'code') })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const tooMany = error.code === 'auth/too-many-requests' || error.code === 'request/too-many'
    if (tooMany) return refuse(typing ? 'code' : 'address', { form: 'code.tooMany' }, 429)
    if (typing && (error.code === 'auth/invalid-verification-code' || error.code === 'request/invalid'))
      return refuse('code', { code: 'code.wrong' }, 401)
    if (error.code === 'auth/operation-not-allowed')
      return refuse('address', { address: sms ? 'code.notServed' : 'code.emailInvalid' }, 400)
    if (error.code === 'request/invalid' || error.code === 'guest/invalid-mobile')
      return refuse('address', { address: invalid }, 400)
    return refuse(typing ? 'code' : 'address', { form: 'code.unavailable' }, 503)
  }
  return redirectBack(args)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<Answer>(serverAction, { step: 'address', address: '', errors: { form: 'code.unavailable' } })

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
        <input type="hidden" name="address" value={address} />
        <Field
          name="code"
          label={t('code.code')}
          hint={t('code.codeHint')}
          error={errors.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          required
        />
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
function useStepFocus(step: Answer['step'], valid: boolean): void {
  const before = useRef(step)
  useEffect(() => {
    if (before.current !== step && valid) document.getElementById(step)?.focus()
    before.current = step
  }, [step, valid])
}
