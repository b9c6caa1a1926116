import { useEffect, useRef, type InputEvent } from 'react'
import { useFetcher } from 'react-router'
import { bareDigits } from '#domain/typed-digits.ts'
import { readFormText } from '#web/request/form.ts'
import type { CheckoutAnswer } from '../answer.ts'

const DANISH_CODE = /^\d{4}$/
/** A guest who types on writes the next character within this time. */
const PAUSE_MS = 500
/** The fields that a request depends on. */
const FIELDS = ['address', 'postalCode', 'country']

type Options = { action: string; /** Whether the next step has pickup locations. */ pickup: boolean }

/**
 * Fills in the city of a Danish postal code when the guest pauses; a city that is there already stays. The
 * same request begins the search of pickup locations near the typed address, so that the next step has them
 * at once. @returns the `onInput` of the form.
 */
export function useCity({ action, pickup }: Options): (event: InputEvent<HTMLFormElement>) => void {
  const { data, submit } = useFetcher<CheckoutAnswer>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef('')
  useEffect(() => fillCity(data), [data])
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = (form: HTMLFormElement) => {
    const typed = new FormData(form)
    const readValue = (name: string) => readFormText(typed, name).trim()
    const postalCode = bareDigits(readValue('postalCode'))
    if (readValue('country') !== 'DK' || !DANISH_CODE.test(postalCode)) return
    if (!pickup && readValue('city')) return
    const address = pickup ? readValue('address') : ''
    const wanted = `${postalCode} ${address}`
    if (wanted === asked.current) return
    asked.current = wanted
    void submit({ intent: 'city', postalCode, address }, { method: 'post', action })
  }
  return ({ target, currentTarget }) => {
    if (!FIELDS.includes((target as HTMLInputElement).name)) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => ask(currentTarget), PAUSE_MS)
  }
}

function fillCity(answer: CheckoutAnswer | undefined): void {
  const field = document.querySelector<HTMLInputElement>('input[name=city]')
  if (answer?.about !== 'city' || !answer.city || !field || field.value.trim()) return
  field.value = answer.city
  // What is said of an empty field is over.
  field.dispatchEvent(new Event('input', { bubbles: true }))
  // The guest who is there already types over it.
  if (document.activeElement === field) field.select()
}
