import { useSyncExternalStore } from 'react'

const noSubscription = () => () => {}

/**
 * Whether the page is hydrated: false in the server's HTML, so that controls which need scripts are not
 * offered there.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )
