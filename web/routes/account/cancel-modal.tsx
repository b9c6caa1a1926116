import { useEffect, useEffectEvent } from 'react'
import { useFetcher } from 'react-router'
import { myAccountLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useToast } from '#web/ui/dialog/toast.tsx'
import { CancelQuestion } from '#web/visit/cancel-question.tsx'
import { toFacts, type Booking } from '#web/visit/booking.ts'
import type { CancelAnswer } from './cancel.ts'

type ModalProps = { visit: Booking | null; onClose: () => void; onCancelled: () => void }

/** The confirmation before a visit is cancelled. Without scripts /my-account/cancel/:id shows the same. */
export function CancelModal({ visit, onClose, onCancelled }: ModalProps) {
  const t = useText()
  const showToast = useToast()
  const { money } = useFormat()
  // A fetcher per visit: the error of one visit must not appear in the dialog of another.
  const fetcher = useFetcher<CancelAnswer>({ key: `cancel ${visit?.id ?? ''}` })
  const answer = visit ? fetcher.data : undefined
  const busy = fetcher.state !== 'idle'
  const done = answer?.ok ? answer : undefined
  const finish = useEffectEvent(({ refund, fee }: NonNullable<typeof done>, cancelled: Booking) => {
    showToast(
      refund > 0
        ? t('account.cancelledRefund', { refund: money(refund, cancelled) })
        : fee > 0
          ? t('account.cancelledFee', { fee: money(fee, cancelled) })
          : t('account.cancelled'),
    )
    onCancelled()
    onClose()
  })
  useEffect(() => {
    if (visit && done) finish(done, visit)
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
