import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useText } from '#web/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { onTheWay } from '#web/ui/stand-clear.ts'
import { useRootData } from '#web/use-root-data.ts'
import { forgetOthers } from './next-visit.ts'
import { activate, useWaitingVersion } from './worker.ts'

const putOffKey = 'update-later'
const isPutOff = () => {
  try {
    return sessionStorage.getItem(putOffKey) !== null
  } catch {
    return false
  }
}
const keepPutOff = () => {
  try {
    sessionStorage.setItem(putOffKey, '1')
  } catch {
    /* Then the next page asks again. */
  }
}

/** Registers the service worker, asks before a new version takes over, and forgets the next visit of whoever is not signed in any more. */
export function Late() {
  const guest = useRootData().guest?.uid ?? null
  const waiting = useWaitingVersion()
  useEffect(() => void forgetOthers(guest), [guest])
  return waiting && <UpdatePrompt waiting={waiting} />
}

function UpdatePrompt({ waiting }: { waiting: ServiceWorker }) {
  const t = useText()
  const { pathname, search } = useLocation()
  const [later, putOff] = useState(isPutOff)
  const [accepted, accept] = useState(false)
  const close = () => {
    keepPutOff()
    putOff(true)
  }
  const update = () => {
    accept(true)
    activate(waiting)
  }
  return (
    <Dialog open={!later && !onTheWay(pathname, search)} title={t('shell.updateTitle')} onClose={close}>
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
