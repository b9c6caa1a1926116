import { useEffect } from 'react'

/** Loads the views of a failed confirmation before the button can be pressed. */
export function usePreloadedFailures(): void {
  useEffect(() => {
    const views = [import('./slot-taken.tsx'), import('./hold-expired.tsx')]
    for (const view of views) view.catch(() => undefined)
  }, [])
}
