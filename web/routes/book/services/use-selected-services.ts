import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { parseAddonName, toAddonName } from '#domain/visit/addons.ts'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import { bookingLink } from '#contract/links.ts'
import { addonsByService, parseSelection, withServices, type Selection } from '#web/visit/selection.ts'

export type Problem = 'none' | 'too-many' | null
type Choice = {
  chosen: string[]
  /** Of the chosen services, as `toAddonName` names them. */ addons: string[]
  problem: Problem
  toggle: (id: string, on: boolean) => void
  /** Chooses an add-on of a service so often; 0: not. */ choose: (
    service: string,
    id: string,
    count: number,
  ) => void
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
  const [addons, setAddons] = useState(selection.addons)
  const [problem, setProblem] = useState<Problem>(none ? 'none' : null)
  const shown = useRef(search)

  useEffect(() => {
    // Adopts what was selected before hydration.
    const values = new FormData(form.current ?? undefined)
    const ticked = values.getAll('services').map(String)
    const picked = values.getAll('addons').map(String).filter(Boolean)
    queueMicrotask(() => {
      setChosen((before) =>
        ticked.every((id) => before.includes(id))
          ? before
          : [...new Set([...before, ...ticked])].slice(0, MAX_SERVICES),
      )
      setAddons((before) => (picked.every((one) => before.includes(one)) ? before : picked))
    })
  }, [form])
  useEffect(() => {
    // A URL that was not written by a selection, for instance the menu's, resets the selection.
    if (shown.current !== search && state !== SELECTION_STATE) {
      const asked = parseSelection(new URLSearchParams(search))
      setChosen(asked.services.slice(0, MAX_SERVICES))
      setAddons(asked.addons)
    }
    shown.current = search
  }, [search, state])

  const toggle = (id: string, on: boolean) => {
    if (on && chosen.length >= MAX_SERVICES) return setProblem('too-many')
    const next = on ? [...chosen, id] : chosen.filter((one) => one !== id)
    setProblem(null)
    setChosen(next)
    follow(next, addons)
  }
  const choose = (service: string, id: string, count: number) => {
    const others = (addonsByService(addons).get(service) ?? []).filter((one) => one.id !== id)
    const next = [
      ...addons.filter((one) => parseAddonName(one)?.service !== service),
      ...[...others, ...(count > 0 ? [{ id, count }] : [])].map((one) => toAddonName(service, one)),
    ]
    setAddons(next)
    follow(chosen, next)
  }
  const selected = (services: string[], of: string[]) => withServices({ ...selection, addons: of }, services)
  const follow = (services: string[], of: string[]) =>
    void navigate(bookingLink(base, 'services', selected(services, of)), {
      replace: true,
      preventScrollReset: true,
      state: SELECTION_STATE,
    })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (chosen.length === 0) return setProblem('none')
    const pressed = event.nativeEvent.submitter
    const step = pressed?.hasAttribute('formaction') ? 'first' : 'person'
    void navigate(bookingLink(base, step, selected(chosen, addons)))
  }
  return { chosen, addons: selected(chosen, addons).addons, problem, toggle, choose, submit }
}
