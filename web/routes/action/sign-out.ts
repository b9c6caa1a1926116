import { redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { forgetOthers } from '#web/offline/next-visit.ts'
import { scopeOf } from '#web/scope.ts'
import type { Route } from './+types/sign-out'

export async function action({ context }: Route.ActionArgs) {
  const failed = await scopeOf(context)
    .call('signOut', {})
    .then(
      () => false,
      (error: unknown) => {
        if (error instanceof CallError) return true
        throw error
      },
    )
  return redirect(`/?message=${failed ? 'unavailable' : 'signed-out'}`)
}

/** The service worker forgets the visit too, where there is one. Signing out waits for no store. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  void forgetOthers(null)
  return serverAction()
}

export const loader = () => redirect('/')
