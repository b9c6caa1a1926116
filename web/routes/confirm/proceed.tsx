import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { useText } from '#web/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/field.tsx'
import { Page } from '#web/ui/page.tsx'
import { Form } from '#web/ui/form.tsx'
import type { Asked } from './load-action.ts'

/** What harms nobody happens by itself; what changes an account or signs in only where the browser is its owner's; going back to an earlier address never. */
const byItself = ({ mode, here }: Asked) => mode === 'verifyEmail' || (here && mode !== 'recoverEmail')

const own = { verifyEmail: 'confirm.verifyEmailButton', recoverEmail: 'confirm.recoverEmailButton' } as const

/** A link that needs no more than a yes: given by the page, or by whoever reads it. */
export function Proceed({ asked, failed }: { asked: Asked; failed: boolean }) {
  const t = useText()
  const submit = useSubmit()
  const busy = useNavigation().state !== 'idle'
  const begun = useRef(false)
  const { mode, email, code } = asked
  const auto = byItself(asked) && !failed
  const begin = useEffectEvent(() => {
    if (!auto || begun.current) return
    begun.current = true
    void submit({ code }, { method: 'post', action: '/confirm' })
  })
  useEffect(() => begin(), [])
  const label =
    mode === 'verifyEmail' || mode === 'recoverEmail' ? t(own[mode]) : t('confirm.continueAs', { email })
  const form = (
    <Form
      method="post"
      action="/confirm"
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
