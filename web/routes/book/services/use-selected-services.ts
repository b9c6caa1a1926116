import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import { bookingLink } from '#contract/links.ts'
import { parseSelection, withServices, type Selection } from '#web/visit/selection.ts'

export type Problem = 'none' | 'too-many' | null
type Choice = {
  chosen: string[]
  problem: Problem
  toggle: (id: string, on: boolean) => void
  submit: (event: SubmitEvent<HTMLFormElement>) => void
}

const SELECTION_STATE = 'ticked here'

/**
 * The selected services in the order of selection. The URL follows, so that Back, reload and a language
 * change keep them.
 */
export function useSelectedServices(
  base: string,
  selection: Selection,
  none: boolean,
  form: RefObject<HTMLFormElement | null>,
): Choice {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const [chosen, setChosen] = useState(selection.services)
  const [problem, setProblem] = useState<Problem>(none ? 'none' : null)
  const shown = useRef(search)

  useEffect(() => {
    // Adopts what was selected before hydration.
    const ticked = new FormData(form.current ?? undefined).getAll('services').map(String)
    queueMicrotask(() =>
      setChosen((before) =>
        ticked.every((id) => before.includes(id))
          ? before
          : [...new Set([...before, ...ticked])].slice(0, MAX_SERVICES),
      ),
    )
  }, [form])
  useEffect(() => {
    // A URL that was not written by a selection, for instance the menu's, resets the selection.
    if (shown.current !== search && state !== SELECTION_STATE)
      setChosen(parseSelection(new URLSearchParams(search)).services.slice(0, MAX_SERVICES))
    shown.current = search
  }, [search, state])

  const toggle = (id: string, on: boolean) => {
    if (on && chosen.length >= MAX_SERVICES) return setProblem('too-many')
    const next = on ? [...chosen, id] : chosen.filter((one) => one !== id)
    setProblem(null)
    setChosen(next)
    void navigate(bookingLink(base, 'services', withServices(selection, next)), {
      replace: true,
      preventScrollReset: true,
      state: SELECTION_STATE,
    })
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (chosen.length === 0) return setProblem('none')
    void navigate(bookingLink(base, 'person', withServices(selection, chosen)))
  }
  return { chosen, problem, toggle, submit }
}
