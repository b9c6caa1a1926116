import { redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { scopeOf } from '#web/scope.ts'
import type { Route } from './+types/sign-out'

export async function action({ context }: Route.ActionArgs) {
  const failed = await scopeOf(context).call('signOut', {}).then(() => false, (error: unknown) => {
    if (error instanceof CallError) return true
    throw error
  })
  return redirect(`/?message=${failed ? 'unavailable' : 'signed-out'}`)
}

export const loader = () => redirect('/')
