import type { ComponentProps } from 'react'
import { Form as RouterForm } from 'react-router'
import { FORM_KEY } from '#contract/page.ts'
import { useRootData } from '../site/use-root-data.ts'

/**
 * A hidden idempotency key, in every posted form: the server recognises a second press made before hydration
 * as the same submission.
 */
export function FormKey() {
  const { formKey } = useRootData()
  return formKey && <input type="hidden" name={FORM_KEY} value={formKey} />
}

/** A form that is posted, with or without scripts. */
export const Form = ({ children, ...rest }: ComponentProps<typeof RouterForm>) => (
  <RouterForm {...rest}>
    <FormKey />
    {children}
  </RouterForm>
)
