import { useEffect, useEffectEvent } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { useText } from '../ui/text.tsx'
import type { WaitlistEntry, LeaveAnswer } from './entry.ts'
import { LeaveQuestion } from './leave-question.tsx'

type ModalProps = {
  entry: WaitlistEntry | null
  /** The page that answers the form. */ action: string
  onClose: () => void
  onDeleted: () => void
}

/** The confirmation in a dialog. Without scripts /waitlist?leave=… shows the same. */
export function LeaveModal({ entry, action, onClose, onDeleted }: ModalProps) {
  const t = useText()
  // A fetcher per entry: the error of one entry must not appear in the dialog of another.
  const fetcher = useFetcher<LeaveAnswer>({ key: `leave ${entry?.id ?? ''}` })
  const answer = entry ? fetcher.data : undefined
  const busy = fetcher.state !== 'idle'
  const done = answer?.ok === true
  const finish = useEffectEvent(() => {
    onDeleted()
    onClose()
  })
  useEffect(() => {
    if (done) finish()
  }, [done])
  return (
    <Dialog open={entry !== null && !done} title={t('waitlist.deleteTitle')} onClose={onClose}>
      {entry && (
        <LeaveQuestion
          entry={entry}
          failed={answer?.ok === false}
          busy={busy}
          form={fetcher.Form}
          action={action}
          keep={
            <Button type="button" tone="secondary" disabled={busy} onClick={onClose}>
              {t('waitlist.keep')}
            </Button>
          }
        >
          <input type="hidden" name="stay" value="1" />
        </LeaveQuestion>
      )}
    </Dialog>
  )
}
