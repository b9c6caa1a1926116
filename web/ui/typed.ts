import { useLayoutEffect, useRef, useState } from 'react'
import { textOf } from '../form.ts'

/**
 * What stands in the fields of a form that are named in `first`. What was typed before the scripts ran, or the browser has filled in,
 * counts as well. Give the second part to the form.
 */
export function useTyped<Fields extends Record<string, string>>(first: Fields) {
  const ref = useRef<HTMLFormElement>(null)
  const [typed, type] = useState(first)
  const look = () => {
    if (!ref.current) return
    const form = new FormData(ref.current)
    type(
      (before) => Object.fromEntries(Object.keys(before).map((name) => [name, textOf(form, name)])) as Fields,
    )
  }
  // Before the button learns that scripts run, and waits for what is typed.
  useLayoutEffect(look, [])
  return [typed, { ref, onInput: look }] as const
}
