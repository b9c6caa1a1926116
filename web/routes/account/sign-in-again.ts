import { redirect } from 'react-router'
import type { PageScope } from '#contract/page.ts'

/**
 * Ends this session only to begin a fresh one, for what a session alone is not enough for. The guest comes back to `to` (a path of
 * this site), where `typed`, what they had written into a form, is waiting.
 */
export async function signInAgain(
  { call, keepTyped }: PageScope,
  to: string,
  typed?: { form: string; values: unknown },
): Promise<Response> {
  await call('signOut', {})
  if (typed) keepTyped(typed.form, typed.values)
  return redirect(`/login?to=${encodeURIComponent(to)}&message=sign-in-again`)
}
