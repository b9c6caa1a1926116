import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { useText } from '#web/ui/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/form/field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { SaveAnswer } from './load.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useSavedRedirect } from './use-saved-redirect.ts'

/** A form that is saved as a whole: leads home, which says so, or shows an error and keeps its values. */
export function SavedForm({ answer, children }: { answer: SaveAnswer | undefined; children: ReactNode }) {
  const t = useText()
  const hydrated = useHydrated()
  const saved = answer?.saved === true
  const idle = useNavigation().state === 'idle'
  const busy = !idle || saved
  // Once the page is in the language that was saved.
  useSavedRedirect(saved && idle)
  const translateErrors = (given: SaveAnswer | undefined) =>
    given?.saved !== false
      ? undefined
      : given.errors
        ? Object.fromEntries(Object.entries(given.errors).map(([name, key]) => [name, t(key)]))
        : { form: t('error.notDone') }
  return (
    <Form method="post" noValidate className="grid gap-5">
      <ErrorSummary title={t('onboarding.failedTitle')} errors={translateErrors(answer)} />
      {hydrated && <input type="hidden" name="stay" value="1" />}
      {children}
      <div>
        <SubmitButton busy={busy} busyText={t(saved && idle ? 'shell.profileUpdated' : 'onboarding.busy')}>
          {t('account.save')}
        </SubmitButton>
      </div>
    </Form>
  )
}
