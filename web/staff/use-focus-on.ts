import { useEffect, useRef, type RefObject } from 'react'

/**
 * For what an action has come to: it takes the focus, so that it is in view and read out, whenever it is
 * another answer.
 */
export function useFocusOn<E extends HTMLElement>(answer: unknown): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => {
    // After a new page's heading, which takes the focus too.
    const frame = requestAnimationFrame(() => ref.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [answer])
  return ref
}
