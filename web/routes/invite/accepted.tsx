import { useEffect, useEffectEvent } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { Alert } from '#web/ui/alert.tsx'
import { useText } from '#web/ui/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

const REDIRECT_DELAY_MS = 2_000

/**
 * The account was created: signs out after two seconds and redirects to sign-in; a button does so at once.
 */
export function InviteAccepted({
  title,
  failed,
}: {
  title: string
  /** Signing out failed. */ failed: boolean
}) {
  const t = useText()
  const hydrated = useHydrated()
  const submit = useSubmit()
  const busy = useNavigation().state !== 'idle'
  const signOut = useEffectEvent(() => void submit({ intent: 'leave' }, { method: 'post' }))
  useEffect(() => {
    const timer = setTimeout(() => signOut(), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  const signOutForm = (
    <Form method="post" className="grid gap-4">
      {failed && !busy && <Alert>{t('error.unavailable')}</Alert>}
      <Button name="intent" value="leave" wide>
        {t('invite.toLogin')}
      </Button>
    </Form>
  )
  return (
    <Page title={t('invite.title')} width="form">
      <title>{title}</title>
      {hydrated ? (
        <Dialog
          open
          title={t('invite.done')}
          onClose={() => void submit({ intent: 'leave' }, { method: 'post' })}
        >
          {signOutForm}
        </Dialog>
      ) : (
        <section role="status" className="grid gap-4 rounded-xl border border-line bg-surface p-5 sm:p-8">
          <h2 className="text-xl">{t('invite.done')}</h2>
          {signOutForm}
        </section>
      )}
    </Page>
  )
}
