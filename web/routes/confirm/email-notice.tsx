import { useNavigation } from 'react-router'
import { useText } from '#web/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { Page } from '#web/ui/page.tsx'

/** After a change of address in a browser that is signed in: there is one way on, and it signs out. */
export function EmailNotice({ failed }: { failed: boolean }) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const on = (
    <Form method="post" action="/confirm" className="grid gap-4">
      {failed && !busy && (
        <p role="alert" className="rounded border-2 border-danger bg-danger-soft p-4 text-on-danger-soft">
          {t('error.unavailable')}
        </p>
      )}
      <SubmitButton name="intent" value="leave" busy={busy} busyText={t('confirm.busy')} wide>
        {t('confirm.noticeOk')}
      </SubmitButton>
    </Form>
  )
  return (
    <Page title={t('confirm.noticeTitle')} width="form">
      {on}
      <Dialog open title={t('confirm.noticeTitle')} onClose={() => {}}>
        <p>{t('confirm.notice')}</p>
        {on}
      </Dialog>
    </Page>
  )
}
