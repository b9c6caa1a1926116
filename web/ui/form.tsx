import type { ComponentProps } from 'react'
import { Form as RouterForm } from 'react-router'
import { FORM_KEY } from '#contract/page.ts'
import { useRootData } from '../use-root-data.ts'

/** In every form that is posted: by it the server knows a second press, made before the scripts came, for the same form sent again. */
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
