import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { useText } from '#web/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/field.tsx'
import { useReady } from '#web/ui/ready.ts'
import type { Saved } from './load.ts'
import { Form } from '#web/ui/form.tsx'
import { useSaved } from './saved.ts'

/** A form that is saved as a whole: says so and goes home, or says that it could not be saved and keeps what was chosen. */
export function SavedForm({ answer, children }: { answer: Saved | undefined; children: ReactNode }) {
  const t = useText()
  const ready = useReady()
  const saved = answer?.saved === true
  const busy = useNavigation().state !== 'idle' || saved
  useSaved(saved)
  return (
    <Form method="post" noValidate className="grid gap-5">
      <ErrorSummary
        title={t('onboarding.failedTitle')}
        errors={answer?.saved === false ? { form: t('profile.unavailable') } : undefined}
      />
      {ready && <input type="hidden" name="stay" value="1" />}
      {children}
      <div>
        <SubmitButton busy={busy} busyText={t('onboarding.busy')}>
          {t('account.save')}
        </SubmitButton>
      </div>
    </Form>
  )
}
