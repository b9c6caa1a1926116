import { useEffect, type FocusEvent } from 'react'
import { useFetcher } from 'react-router'
import { textOf } from '#web/request/form.ts'
import type { CheckoutAnswer } from './answer.ts'

const DANISH_CODE = /^\d{4}$/

/**
 * Fills in the city of a Danish postal code as soon as the guest leaves that field; a city that is there
 * already stays. @returns the `onBlur` of the form.
 */
export function useCity(action: string): (event: FocusEvent<HTMLFormElement>) => void {
  const { data, submit } = useFetcher<CheckoutAnswer>()
  useEffect(() => {
    const field = document.querySelector<HTMLInputElement>('input[name=city]')
    if (data?.about === 'city' && data.city && field && !field.value.trim()) field.value = data.city
  }, [data])
  return ({ target, currentTarget }) => {
    const left: Element = target
    const typed = new FormData(currentTarget)
    const valueOf = (name: string) => textOf(typed, name).trim()
    if (!(left instanceof HTMLInputElement) || left.name !== 'postalCode' || valueOf('city')) return
    const postalCode = valueOf('postalCode')
    if (valueOf('country') === 'DK' && DANISH_CODE.test(postalCode))
      void submit({ intent: 'city', postalCode }, { method: 'post', action })
  }
}
