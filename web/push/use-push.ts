import { useState } from 'react'
import { useRootData } from '../site/use-root-data.ts'
import { saveChoice } from './choice.ts'
import { guestPush, subscribeToPush, unsubscribeFromPush } from './subscription.ts'

type PushState = 'idle' | 'busy' | 'failed' | 'blocked'

/** Turns push messages of this browser on, within a press of who is signed in, and off. */
export function usePush(done: (on: boolean) => void, site = guestPush) {
  const { guest, work } = useRootData()
  const uid = guest?.uid ?? work?.staff?.id ?? ''
  const [state, setState] = useState<PushState>('idle')
  const run = (work: () => Promise<PushState>) => {
    if (state === 'busy') return
    setState('busy')
    work().then(setState, () => setState('failed'))
  }
  return {
    state,
    // Browsers ask for the permission only while they handle a press.
    turnOn: () =>
      run(async () => {
        const permission = await Notification.requestPermission()
        if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'idle'
        if (!(await subscribeToPush(site))) return 'failed'
        saveChoice(uid, 'yes')
        done(true)
        return 'idle'
      }),
    turnOff: () =>
      run(async () => {
        await unsubscribeFromPush(site)
        saveChoice(uid, 'no')
        done(false)
        return 'idle'
      }),
    answer: (choice: 'later' | 'no') => saveChoice(uid, choice),
  }
}
