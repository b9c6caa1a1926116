import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { confirmLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/field.tsx'
import { Page } from '#web/ui/page.tsx'
import { Form } from '#web/ui/form.tsx'
import type { LinkQuery } from './load-action.ts'

/**
 * Harmless actions are submitted automatically; those that change an account or sign in only in the browser
 * that requested them; restoring an earlier e-mail address never.
 */
const autoSubmits = ({ mode, here }: LinkQuery) => mode === 'verifyEmail' || (here && mode !== 'recoverEmail')

const buttonTexts = {
  verifyEmail: 'confirm.verifyEmailButton',
  recoverEmail: 'confirm.recoverEmailButton',
} as const

/** A link that needs only a confirmation: automatic, or by the guest. */
export function Proceed({ asked, failed }: { asked: LinkQuery; failed: boolean }) {
  const t = useText()
  const submit = useSubmit()
  const busy = useNavigation().state !== 'idle'
  const begun = useRef(false)
  const { mode, email, code } = asked
  const auto = autoSubmits(asked) && !failed
  const begin = useEffectEvent(() => {
    if (!auto || begun.current) return
    begun.current = true
    void submit({ code }, { method: 'post', action: confirmLink() })
  })
  useEffect(() => begin(), [])
  const label =
    mode === 'verifyEmail' || mode === 'recoverEmail'
      ? t(buttonTexts[mode])
      : t('confirm.continueAs', { email })
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
    <Page title={t(`confirm.${mode}Title`)} lead={t(`confirm.${mode}Lead`, { email })} width="form">
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
