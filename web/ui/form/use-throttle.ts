import { useRef, type SyntheticEvent } from 'react'

const PAUSE_MS = 1_000

/** For a form's onSubmit: a second attempt within a second of the one before is ignored. */
export function useThrottle(): (event: SyntheticEvent) => void {
  const last = useRef(0)
  return (event) => {
    const now = Date.now()
    if (now - last.current < PAUSE_MS) event.preventDefault()
    else last.current = now
  }
}
