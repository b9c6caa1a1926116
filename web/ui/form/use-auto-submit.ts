import { useEffect, useEffectEvent, useRef } from 'react'
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
