import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useText } from '../ui/text.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { isInBookingFlow } from '../ui/reserve-bottom-space.ts'
import { useRootData } from '../site/use-root-data.ts'
import { renewPush } from '../push/subscription.ts'
import { removeOthers } from './next-visit.ts'
import { activate, useWaitingVersion } from './register-worker.ts'

const dismissedKey = 'update-later'
const isDismissed = () => {
  try {
    return sessionStorage.getItem(dismissedKey) !== null
  } catch {
    return false
  }
}
const saveDismissed = () => {
  try {
    sessionStorage.setItem(dismissedKey, '1')
  } catch {
    /* Then the next page asks again. */
  }
}

/**
 * Registers the service worker, asks before a new version is activated, renews the guest's push subscription,
 * and removes the stored visit of a guest who has signed out.
 */
export function ServiceWorkerRegistration() {
  const guest = useRootData().guest?.uid ?? null
  const waiting = useWaitingVersion()
  useEffect(() => void removeOthers(guest), [guest])
  // If it fails, the next start tries again.
  useEffect(() => {
    if (guest) renewPush(guest).catch(() => {})
  }, [guest])
  return waiting && <UpdatePrompt waiting={waiting} />
}

function UpdatePrompt({ waiting }: { waiting: ServiceWorker }) {
  const t = useText()
  const { pathname, search } = useLocation()
  const [dismissed, setDismissed] = useState(isDismissed)
  const [accepted, setAccepted] = useState(false)
  const close = () => {
    saveDismissed()
    setDismissed(true)
  }
  const update = () => {
    setAccepted(true)
    activate(waiting)
  }
  return (
    <Dialog
      open={!dismissed && !isInBookingFlow(pathname, search)}
      title={t('shell.updateTitle')}
      onClose={close}
    >
      <p>{t('shell.updateLead')}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="button" tone="secondary" disabled={accepted} onClick={close}>
          {t('shell.updateLater')}
        </Button>
        <Button type="button" disabled={accepted} aria-busy={accepted} onClick={update}>
          {t('shell.updateNow')}
        </Button>
      </div>
    </Dialog>
  )
}
