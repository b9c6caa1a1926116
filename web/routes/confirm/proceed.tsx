import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { confirmLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/form/field.tsx'
import { Page } from '#web/ui/page.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { LinkQuery } from './load-action.ts'

/** What a link of each kind is about. */
export const modeTexts = {
  signIn: { title: 'confirm.signInTitle', lead: 'confirm.signInLead' },
  verifyEmail: { title: 'confirm.verifyEmailTitle', lead: 'confirm.verifyEmailLead' },
  verifyAndChangeEmail: {
    title: 'confirm.verifyAndChangeEmailTitle',
    lead: 'confirm.verifyAndChangeEmailLead',
  },
  resetPassword: { title: 'confirm.resetPasswordTitle', lead: 'confirm.resetPasswordLead' },
  recoverEmail: { title: 'confirm.recoverEmailTitle', lead: 'confirm.recoverEmailLead' },
} as const

/**
 * Submitted automatically only in the browser that requested the link or is signed in as its guest: mail
 * programs and scanners open links and run scripts. Restoring an earlier e-mail address never is.
 */
const autoSubmits = ({ mode, here }: LinkQuery) => here && mode !== 'recoverEmail'

/** A link that needs only a confirmation: automatic, or by the guest. */
export function Proceed({ asked, failed }: { asked: LinkQuery; failed: boolean }) {
  const t = useText()
  const submit = useSubmit()
  const busy = useNavigation().state !== 'idle'
  const begun = useRef(false)
  const { mode, email, here, code } = asked
  const auto = autoSubmits(asked) && !failed
  const begin = useEffectEvent(() => {
    if (!auto || begun.current) return
    begun.current = true
    void submit({ code }, { method: 'post', action: confirmLink() })
  })
  useEffect(() => begin(), [])
  const label = mode === 'recoverEmail' ? t('confirm.recoverEmailButton') : t('confirm.continueAs', { email })
  const form = (
    <Form
      method="post"
      action={confirmLink()}
      className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8"
    >
      <ErrorSummary
        title={t('confirm.failedTitle')}
        errors={failed ? { form: t('confirm.unavailable') } : undefined}
      />
      <input type="hidden" name="code" value={code} />
      <SubmitButton busy={busy} busyText={t('confirm.busy')} wide>
        {label}
      </SubmitButton>
    </Form>
  )
  return (
    <Page title={t(modeTexts[mode].title)} lead={t(modeTexts[mode].lead, { email })} width="form">
      {mode === 'signIn' && !here && <p className="mb-6">{t('code.elsewhere')}</p>}
      {auto ? (
        <>
          <p role="status" className="mb-6 rounded-xl border border-line bg-surface p-5 text-lg sm:p-8">
            {t('confirm.loading')}
          </p>
          <noscript>{form}</noscript>
        </>
      ) : (
        form
      )}
      {busy && !auto && (
        <p role="status" className="mt-6">
          {t('confirm.loading')}
        </p>
      )}
    </Page>
  )
}
