import type { Progress } from '#domain/visit/day-state.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useText } from '#web/ui/text.tsx'
import { ProgressIcon } from './progress-badge.tsx'
import { progressActions } from './texts.ts'

const STEP_FORM = 'step-form'

/** The one form of all buttons that say what has happened with a visit: a page may have hundreds of them. */
export const StepForm = () => (
  <Form id={STEP_FORM} method="post" preventScrollReset>
    <input type="hidden" name="intent" value="progress" />
  </Form>
)

type StepProps = {
  visit: { id: string }
  to: Progress
  /** Of the visit, for a screen reader. */ name: string
}

/** Says by one press what has happened with a visit; belongs to the page's `StepForm`. */
export function StepButton({ visit, to, name }: StepProps) {
  const t = useText()
  return (
    <button
      form={STEP_FORM}
      name="step"
      value={`${visit.id} ${to}`}
      aria-label={t('staffDay.sayOf', { action: t(progressActions[to]), name })}
      className={buttonClasses('secondary', false, undefined)}
    >
      <ProgressIcon of={to} />
      <span>{t(progressActions[to])}</span>
    </button>
  )
}

/** The same as an icon, on the day's grid. */
export function SmallStepButton({ visit, to, name }: StepProps) {
  const t = useText()
  return (
    <button
      form={STEP_FORM}
      name="step"
      value={`${visit.id} ${to}`}
      title={t(progressActions[to])}
      aria-label={t('staffDay.sayOf', { action: t(progressActions[to]), name })}
      className="step relative z-2 grid size-7 shrink-0 place-items-center rounded border border-control bg-surface text-text"
    >
      <ProgressIcon of={to} size={16} />
    </button>
  )
}
