import { useFetcher } from 'react-router'
import { useText } from '#web/ui/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { ResetForm, type ResetAnswer } from './reset-form.tsx'

/** The reset dialog: form, then confirmation. Needs the texts of the area `reset`. */
export function ResetPassword({
  open,
  onClose,
  email,
}: {
  open: boolean
  onClose: () => void
  email: string
}) {
  const t = useText()
  const fetcher = useFetcher<ResetAnswer>()
  const answer = fetcher.data
  const close = () => {
    fetcher.reset()
    onClose()
  }
  return (
    <Dialog open={open} title={t(answer?.sent ? 'reset.sentTitle' : 'reset.title')} onClose={close}>
      {answer?.sent ? (
        <>
          <Outcome next={<p className="wrap-anywhere">{t('reset.sentHint', { email: answer.email })}</p>}>
            {t('reset.sent')}
          </Outcome>
          <Button type="button" wide onClick={close}>
            {t('reset.close')}
          </Button>
        </>
      ) : (
        <>
          <p>{t('reset.lead')}</p>
          <ResetForm
            key={email}
            answer={answer}
            email={email}
            failedTitle={t('reset.error')}
            fetcher={fetcher}
            onClose={close}
          />
        </>
      )}
    </Dialog>
  )
}
