import { useLayoutEffect, useRef, useState } from 'react'
import { readFormText } from './form.ts'

/**
 * The current values of the form fields named in `first`, including what was typed or autofilled before
 * hydration. Spread the second element onto the form.
 */
export function useFormValues<Fields extends Record<string, string>>(first: Fields) {
  const ref = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(first)
  const update = () => {
    if (!ref.current) return
    const form = new FormData(ref.current)
    setValues(
      (before) =>
        Object.fromEntries(Object.keys(before).map((name) => [name, readFormText(form, name)])) as Fields,
    )
  }
  // In a layout effect, so that the values are known before the hydrated submit button first renders.
  useLayoutEffect(update, [])
  return [values, { ref, onInput: update }] as const
}
