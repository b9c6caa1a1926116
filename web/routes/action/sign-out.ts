import { redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { landingLink } from '#contract/links.ts'
import { removeOthers } from '#web/offline/next-visit.ts'
import { getPageContext } from '#web/request/page-context.ts'
import type { Route } from './+types/sign-out'

export async function action({ context }: Route.ActionArgs) {
  const failed = await getPageContext(context)
    .call('signOut', {})
    .then(
      () => false,
      (error: unknown) => {
        if (error instanceof CallError) return true
        throw error
      },
    )
  return redirect(landingLink({ message: failed ? 'unavailable' : 'signed-out' }))
}

/**
 * The service worker removes the stored visit as well, if there is one. Signing out does not wait for either.
 */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  void removeOthers(null)
  return serverAction()
}

export const loader = () => redirect(landingLink())
