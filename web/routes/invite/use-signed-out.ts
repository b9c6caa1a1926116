import { useEffect, useEffectEvent } from 'react'
import { useFetcher } from 'react-router'

/** An invitation is for a new guest: whoever is signed in when the page opens is signed out, by its own form. */
export function useSignedOut(signedIn: boolean): void {
  const { submit } = useFetcher()
  const signOut = useEffectEvent(() => void submit({ intent: 'sign-out' }, { method: 'post' }))
  useEffect(() => {
    if (signedIn) signOut()
  }, [signedIn])
}
