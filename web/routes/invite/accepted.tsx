import { useEffect, useEffectEvent } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { useText } from '#web/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import { Form } from '#web/ui/form.tsx'
import { useReady } from '#web/ui/ready.ts'

const LEAVE_MS = 2_000

/** The account is there: signed out two seconds later, and on to the login; a button does it at once. */
export function InviteAccepted({
  title,
  failed,
}: {
  title: string
  /** It could not be signed out just now. */ failed: boolean
}) {
  const t = useText()
  const ready = useReady()
  const submit = useSubmit()
  const busy = useNavigation().state !== 'idle'
  const leave = useEffectEvent(() => void submit({ intent: 'leave' }, { method: 'post' }))
  useEffect(() => {
    const timer = setTimeout(() => leave(), LEAVE_MS)
    return () => clearTimeout(timer)
  }, [])
  const way = (
    <Form method="post" className="grid gap-4">
      {failed && !busy && (
        <p role="alert" className="rounded border-2 border-danger bg-danger-soft p-4 text-on-danger-soft">
          {t('error.unavailable')}
        </p>
      )}
      <Button name="intent" value="leave" wide>
        {t('invite.toLogin')}
      </Button>
    </Form>
  )
  return (
    <Page title={t('invite.title')} width="form">
      <title>{title}</title>
      {ready ? (
        <Dialog
          open
          title={t('invite.done')}
          onClose={() => void submit({ intent: 'leave' }, { method: 'post' })}
        >
          {way}
        </Dialog>
      ) : (
        <section role="status" className="grid gap-4 rounded-xl border border-line bg-surface p-5 sm:p-8">
          <h2 className="text-xl">{t('invite.done')}</h2>
          {way}
        </section>
      )}
    </Page>
  )
}
