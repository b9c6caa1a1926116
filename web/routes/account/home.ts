import { redirect } from 'react-router'
import { requireGuest } from './guard.ts'
import type { Route } from './+types/home'

/** The user area is the guest's own page, `bookings` included; `profile` and what is below it has pages of its own. A message for the guest travels on. */
export function loader(args: Route.LoaderArgs) {
  requireGuest(args)
  const child = /^profile(?:\/[a-z]+)?$/.exec(args.params['*'] ?? '')?.[0]
  return redirect(`/${child ?? 'my-account'}${args.url.search}`)
}
