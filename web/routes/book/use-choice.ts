import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { addressOf, MOST_SERVICES, readAsked, withServices, type Selection } from './selection.ts'

export type Problem = 'none' | 'too-many' | null
type Choice = {
  chosen: string[]
  problem: Problem
  toggle: (id: string, on: boolean) => void
  submit: (event: SubmitEvent<HTMLFormElement>) => void
}

const OWN = 'ticked here'

/** The services ticked, in the order of ticking; the address follows, so that Back, reload and another language keep them. */
export function useChoice(
  base: string,
  selection: Selection,
  none: boolean,
  form: RefObject<HTMLFormElement | null>,
): Choice {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const [chosen, choose] = useState(selection.services)
  const [problem, setProblem] = useState<Problem>(none ? 'none' : null)
  const shown = useRef(search)

  useEffect(() => {
    // What was ticked before the script came counts.
    const ticked = new FormData(form.current ?? undefined).getAll('services').map(String)
    queueMicrotask(() =>
      choose((before) =>
        ticked.every((id) => before.includes(id))
          ? before
          : [...new Set([...before, ...ticked])].slice(0, MOST_SERVICES),
      ),
    )
  }, [form])
  useEffect(() => {
    // An address that was not written by a tick, the menu's for instance, starts anew.
    if (shown.current !== search && state !== OWN)
      choose(readAsked(new URLSearchParams(search)).services.slice(0, MOST_SERVICES))
    shown.current = search
  }, [search, state])

  const toggle = (id: string, on: boolean) => {
    if (on && chosen.length >= MOST_SERVICES) return setProblem('too-many')
    const next = on ? [...chosen, id] : chosen.filter((one) => one !== id)
    setProblem(null)
    choose(next)
    void navigate(addressOf(base, 'services', withServices(selection, next)), {
      replace: true,
      preventScrollReset: true,
      state: OWN,
    })
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (chosen.length === 0) return setProblem('none')
    void navigate(addressOf(base, 'person', withServices(selection, chosen)))
  }
  return { chosen, problem, toggle, submit }
}
