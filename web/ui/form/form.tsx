import type { ComponentProps } from 'react'
import { Form as RouterForm } from 'react-router'
import { DRAWN_FOR, FORM_KEY } from '#contract/page.ts'
import { useRootData } from '#web/site/use-root-data.ts'

/**
 * Hidden, in every posted form: the mark of whom it was drawn for, so that it does nothing for another guest
 * who is signed in by then, and an idempotency key, by which the server recognises a second press made before
 * hydration as the same submission.
 */
export function FormKey() {
  const { drawnFor, formKey } = useRootData()
  return (
    <>
      <input type="hidden" name={DRAWN_FOR} value={drawnFor} />
      {formKey && <input type="hidden" name={FORM_KEY} value={formKey} />}
    </>
  )
}

/** A form that is posted, with or without scripts. */
export const Form = ({ children, ...rest }: ComponentProps<typeof RouterForm>) => (
  <RouterForm {...rest}>
    <FormKey />
    {children}
  </RouterForm>
)
