import { redirect } from 'react-router'
import { requireGuest } from './guard.ts'
import type { Route } from './+types/home'

/** Home is the guest's own page; a message for them travels on. */
export function loader(args: Route.LoaderArgs) {
  requireGuest(args)
  return redirect(`/my-account${args.url.search}`)
}
