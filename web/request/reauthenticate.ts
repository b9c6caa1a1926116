import { redirect } from 'react-router'
import type { PageContext } from '#contract/page.ts'
import { loginLink } from '#contract/links.ts'

/**
 * Ends the session and redirects to sign-in, for actions that require a recent sign-in. The guest returns to
 * `to` (a path of this site), where the form values in `typed` are restored.
 */
export async function reauthenticate(
  { call, saveFormValues }: PageContext,
  to: string,
  typed?: { form: string; values: unknown },
): Promise<Response> {
  await call('signOut', {})
  if (typed) saveFormValues(typed.form, typed.values)
  return redirect(loginLink({ to, message: 'sign-in-again' }))
}
