import type { ComponentType, ReactNode } from 'react'
import type { FormProps } from 'react-router'
import { SubmitButton } from '../ui/button.tsx'
import { Form } from '../ui/form/form.tsx'
import { useFormat } from '../ui/format.ts'
import { useText } from '../ui/text.tsx'
import type { WaitlistEntry } from './entry.ts'
import { EntryFacts } from './entry-facts.tsx'

type QuestionProps = {
  entry: WaitlistEntry
  failed: boolean
  busy: boolean
  /** The control that keeps the entry. It is first, so that it gets the focus. */ keep: ReactNode
  action: string
  form?: ComponentType<FormProps>
  children?: ReactNode
}

/** The confirmation before an entry is deleted, in a dialog and on a page. */
export function LeaveQuestion({
  entry,
  failed,
  busy,
  keep,
  action,
  form: FormComponent = Form,
  children,
}: QuestionProps) {
  const t = useText()
  const { day, time } = useFormat()
  const { offer } = entry
  return (
    <>
      {failed && (
        <div role="alert" className="rounded border-2 border-danger bg-danger-soft p-4 text-on-danger-soft">
          <p className="font-semibold">{t('waitlist.errorTitle')}</p>
          <p>{t('waitlist.deleteFailed')}</p>
        </div>
      )}
      <p className="rounded bg-warning-soft p-4 font-medium text-on-warning-soft">
        <span>{t('waitlist.deleteLoses')}</span>
        {offer && (
          <>
            {' '}
            <span>
              {t('waitlist.deleteLosesOffer', {
                when: t('format.dayAndTime', { day: day(offer.start), time: time(offer.start) }),
              })}
            </span>
          </>
        )}
      </p>
      <EntryFacts entry={entry} withServices />
      <FormComponent method="post" action={action} className="grid gap-3 sm:grid-cols-2">
        <input type="hidden" name="intent" value="leave" />
        <input type="hidden" name="entry" value={entry.id} />
        {children}
        {keep}
        <SubmitButton tone="danger" busy={busy} busyText={t('waitlist.deleting')}>
          {t(failed ? 'waitlist.deleteAgain' : 'waitlist.deleteConfirm')}
        </SubmitButton>
      </FormComponent>
    </>
  )
}
