import type { ComponentType, ReactNode } from 'react'
import { type FormProps } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { Alert } from '../ui/alert.tsx'
import { useText } from '../ui/text.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { CancelRule, FactList, type CancelFacts } from './cancel-facts.tsx'
import { Form } from '../ui/form/form.tsx'
import type { CancelError } from './cancel-error.ts'

type QuestionProps = {
  facts: CancelFacts
  failure: CancelError | undefined
  busy: boolean
  /** The control that keeps the visit. It is first, so that it gets the focus. */
  keep: ReactNode
  /** The form's action; the current URL if not set. */
  action?: string
  form?: ComponentType<FormProps>
  children?: ReactNode
}

/**
 * The confirmation before a visit is cancelled: what it is, what it costs, and two buttons. Used in a dialog
 * and on a page.
 */
export function CancelQuestion({
  facts,
  failure,
  busy,
  keep,
  action,
  form: FormComponent = Form,
  children,
}: QuestionProps) {
  const t = useText()
  return (
    <>
      {failure && <Alert>{t(failures[failure])}</Alert>}
      <CancelRule facts={facts} />
      <FactList facts={facts} />
      <FormComponent method="post" {...(action ? { action } : {})} className="grid gap-3 sm:grid-cols-2">
        <input type="hidden" name="fee" value={facts.fee} />
        {children}
        {keep}
        {failure !== 'gone' && (
          <SubmitButton tone="danger" busy={busy} busyText={t('cancel.busy')}>
            {t(failure === 'failed' ? 'cancel.retry' : 'cancel.confirm')}
          </SubmitButton>
        )}
      </FormComponent>
    </>
  )
}

const failures: Record<CancelError, TextKey> = {
  failed: 'cancel.failed',
  changed: 'cancel.changed',
  gone: 'cancel.gone',
}
