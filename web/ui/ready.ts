import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether scripts run on this page: false in the first HTML, so that nothing is offered there that only a script can do. */
export const useReady = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
