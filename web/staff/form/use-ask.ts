import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useFetcher } from 'react-router'

/** So long after the last key or choice the server is asked. */
const PAUSE_MS = 200

/**
 * Asks the page's own action about what a form has so far, under this intent, while somebody fills it in.
 * The page loads nothing again by that.
 * @returns the last answer, and the function that asks.
 */
export function useAsk<T>(form: RefObject<HTMLFormElement | null>, intent: string) {
  const { data, submit } = useFetcher<T>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!form.current) return
      const filled = new FormData(form.current)
      filled.set('intent', intent)
      void submit(filled, { method: 'post', action: location.pathname, defaultShouldRevalidate: false })
    }, PAUSE_MS)
  }, [form, intent, submit])
  return [data, ask] as const
}

/** The one of these values that has come last; at first the last of them that there is. */
export function useNewest<T extends object>(values: readonly (T | undefined)[]): T | undefined {
  const [before, setBefore] = useState(values)
  const [newest, setNewest] = useState(() => values.findLast((one) => one !== undefined))
  if (values.every((one, index) => one === before[index])) return newest
  const come = values.find((one, index) => one !== undefined && one !== before[index]) ?? newest
  setBefore(values)
  setNewest(() => come)
  return come
}
