import { useEffect, useEffectEvent, useRef } from 'react'
import { useSubmit } from 'react-router'

/**
 * Once the page stands, sends what it may send by itself (`fields`, null for nothing). The code goes out of the address bar and
 * the browser's history with it: `at` is the page's address without it.
 */
export function usePostOnce(fields: Record<string, string> | null, at: string): void {
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
