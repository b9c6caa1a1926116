import type { Refused } from '../answer.ts'
import { ConfirmAccess } from '../confirm-access.tsx'
import { ErrorSummary } from '#web/ui/form/field.tsx'
import { useText } from '#web/ui/text.tsx'

/** Why a form about a visit was refused; nothing was changed by it. */
export function RefusedChange({ answer }: { answer: Refused | undefined }) {
  const t = useText()
  if (answer?.shut) return <ConfirmAccess shut={answer.shut} />
  const errors = Object.entries(answer?.errors ?? {}).map(([name, key]) => [
    name,
    t(key, { by: answer?.by ?? 'none' }),
  ])
  const title = t(answer?.of === 'undo' ? 'staffDay.notUndone' : 'staffDay.notDone')
  return <ErrorSummary title={title} errors={Object.fromEntries(errors)} answer={answer} />
}
