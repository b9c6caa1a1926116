import { useNavigation } from 'react-router'
import { confirmLink } from '#contract/links.ts'
import { Alert } from '#web/ui/alert.tsx'
import { useText } from '#web/ui/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Page } from '#web/ui/page.tsx'

/** Shown after a change of the e-mail address in a signed-in browser: its only action signs out. */
export function EmailNotice({ failed }: { failed: boolean }) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const signOutForm = (
    <Form method="post" action={confirmLink()} className="grid gap-4">
      {failed && !busy && <Alert>{t('error.unavailable')}</Alert>}
      <SubmitButton name="intent" value="leave" busy={busy} busyText={t('confirm.busy')} wide>
        {t('confirm.noticeOk')}
      </SubmitButton>
    </Form>
  )
  return (
    <Page title={t('confirm.noticeTitle')} width="form">
      {signOutForm}
      <Dialog open title={t('confirm.noticeTitle')} onClose={() => {}}>
        <p>{t('confirm.notice')}</p>
        {signOutForm}
      </Dialog>
    </Page>
  )
}
