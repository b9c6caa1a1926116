import { useEffect, useEffectEvent } from 'react'
import { useFetcher } from 'react-router'

/** Signs out a guest who opens an invitation, since it is for a new guest. */
export function useSignOut(signedIn: boolean): void {
  const { submit } = useFetcher()
  const signOut = useEffectEvent(() => void submit({ intent: 'sign-out' }, { method: 'post' }))
  useEffect(() => {
    if (signedIn) signOut()
  }, [signedIn])
}
