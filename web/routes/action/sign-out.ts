import { redirect } from 'react-router'
import { scopeOf } from '#web/scope.ts'
import type { Route } from './+types/sign-out'

export async function action({ context }: Route.ActionArgs) {
  await scopeOf(context).call('signOut', {})
  return redirect('/?message=signed-out')
}

export const loader = () => redirect('/')
