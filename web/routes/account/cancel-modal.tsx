import { useEffect, useEffectEvent } from 'react'
import { useFetcher } from 'react-router'
import { useText } from '#web/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useToast } from '#web/ui/toast.tsx'
import { CancelQuestion } from '../cancel/cancel-question.tsx'
import { factsOf, type Booking } from './booking.ts'
import type { CancelAnswer } from './cancel.ts'

type ModalProps = { asked: Booking | null; onClose: () => void; onCancelled: () => void }

/** Asks before a visit is cancelled. Without scripts a page of its own asks the same. */
export function CancelModal({ asked, onClose, onCancelled }: ModalProps) {
  const t = useText()
  const tell = useToast()
  const { money } = useFormat()
  // A question of its own for each visit: what went wrong with another one does not stand in it.
  const fetcher = useFetcher<CancelAnswer>({ key: `cancel ${asked?.id ?? ''}` })
  const answer = asked ? fetcher.data : undefined
  const busy = fetcher.state !== 'idle'
  const done = answer?.ok ? answer : undefined
  const finish = useEffectEvent(({ refund, fee }: NonNullable<typeof done>, visit: Booking) => {
    tell(
      refund > 0
        ? t('account.cancelledRefund', { refund: money(refund, visit) })
        : fee > 0
          ? t('account.cancelledFee', { fee: money(fee, visit) })
          : t('account.cancelled'),
    )
    onCancelled()
    onClose()
  })
  useEffect(() => {
    if (asked && done) finish(done, asked)
  }, [asked, done])
  const failed = answer && !answer.ok ? answer : undefined
  const booking = failed?.booking ?? asked
  return (
    <Dialog open={asked !== null && !done} title={t('cancel.askTitle')} onClose={onClose}>
      {asked && booking && (
        <CancelQuestion
          facts={factsOf(booking)}
          failure={failed?.failure}
          busy={busy}
          form={fetcher.Form}
          action="/my-account"
          keep={
            <Button type="button" tone="secondary" disabled={busy} onClick={onClose}>
              {t('cancel.keep')}
            </Button>
          }
        >
          <input type="hidden" name="visit" value={asked.id} />
        </CancelQuestion>
      )}
    </Dialog>
  )
}
