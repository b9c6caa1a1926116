import { useEffect, useEffectEvent } from 'react'
import { useFetcher } from 'react-router'
import { myAccountLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { CancelQuestion } from '#web/visit/cancel-question.tsx'
import { toFacts, type Booking } from '#web/visit/booking.ts'
import type { CancelAnswer } from './cancel.ts'

/** A visit that was cancelled; amounts in minor units of its currency. */
export type Cancelled = { visit: Booking; fee: number; refund: number }
type ModalProps = {
  visit: Booking | null
  onClose: () => void
  onCancelled: (cancelled: Cancelled) => void
}

/** The confirmation before a visit is cancelled. Without scripts /my-account/cancel/:id shows the same. */
export function CancelModal({ visit, onClose, onCancelled }: ModalProps) {
  const t = useText()
  // A fetcher per visit: the error of one visit must not appear in the dialog of another.
  const fetcher = useFetcher<CancelAnswer>({ key: `cancel ${visit?.id ?? ''}` })
  const answer = visit ? fetcher.data : undefined
  const busy = fetcher.state !== 'idle'
  const done = answer?.ok ? answer : undefined
  const finish = useEffectEvent((cancelled: Cancelled) => {
    onCancelled(cancelled)
    onClose()
  })
  useEffect(() => {
    if (visit && done) finish({ visit, ...done })
  }, [visit, done])
  const failed = answer && !answer.ok ? answer : undefined
  const booking = failed?.booking ?? visit
  return (
    <Dialog open={visit !== null && !done} title={t('cancel.askTitle')} onClose={onClose}>
      {visit && booking && (
        <CancelQuestion
          facts={toFacts(booking)}
          failure={failed?.failure}
          busy={busy}
          form={fetcher.Form}
          action={myAccountLink()}
          keep={
            <Button type="button" tone="secondary" disabled={busy} onClick={onClose}>
              {t('cancel.keep')}
            </Button>
          }
        >
          <input type="hidden" name="visit" value={visit.id} />
        </CancelQuestion>
      )}
    </Dialog>
  )
}
