import type { ComponentType, ReactNode } from 'react'
import { type FormProps } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { useText } from '#web/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { CancelRule, FactList, type CancelFacts } from './cancel-facts.tsx'
import { Form } from '#web/ui/form.tsx'
import type { CancelFailure } from './cancel-failure.ts'

type QuestionProps = {
  facts: CancelFacts
  failure: CancelFailure | undefined
  busy: boolean
  /** What leaves the visit as it is: it stands first, so that it has the focus. */
  keep: ReactNode
  /** Where the answer goes; the page's own address without one. */
  action?: string
  form?: ComponentType<FormProps>
  children?: ReactNode
}

/** The question before a visit is cancelled: what it is, what it costs, and the two answers. In a dialog or on a page of its own. */
export function CancelQuestion({
  facts,
  failure,
  busy,
  keep,
  action,
  form: Posted = Form,
  children,
}: QuestionProps) {
  const t = useText()
  return (
    <>
      {failure && <FailureBanner failure={failure} />}
      <CancelRule facts={facts} />
      <FactList facts={facts} />
      <Posted method="post" {...(action ? { action } : {})} className="grid gap-3 sm:grid-cols-2">
        <input type="hidden" name="fee" value={facts.fee} />
        {children}
        {keep}
        {failure !== 'gone' && (
          <SubmitButton tone="danger" busy={busy} busyText={t('cancel.busy')}>
            {t(failure === 'failed' ? 'cancel.retry' : 'cancel.confirm')}
          </SubmitButton>
        )}
      </Posted>
    </>
  )
}

const failures: Record<CancelFailure, TextKey> = {
  failed: 'cancel.failed',
  changed: 'cancel.changed',
  gone: 'cancel.gone',
}

const FailureBanner = ({ failure }: { failure: CancelFailure }) => {
  const t = useText()
  return (
    <p role="alert" className="rounded border-2 border-danger bg-danger-soft p-4 text-on-danger-soft">
      {t(failures[failure])}
    </p>
  )
}
