import { useEffect, useEffectEvent, useRef, type SyntheticEvent } from 'react'
import { useSubmit } from 'react-router'

/**
 * Submits `fields` once after hydration; null submits nothing. `at` is the page's path without the code: it
 * replaces the URL in the address bar and the history.
 */
export function useAutoSubmit(fields: Record<string, string> | null, at: string): void {
  const submit = useSubmit()
  const begun = useRef(false)
  const begin = useEffectEvent(() => {
    if (!fields || begun.current) return
    begun.current = true
    window.history.replaceState(window.history.state, '', at)
    void submit(fields, { method: 'post', action: at, replace: true })
  })
  useEffect(() => begin(), [])
}

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
