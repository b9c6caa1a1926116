import { redirect } from 'react-router'
import { requireGuest } from '#web/request/guard.ts'
import type { Route } from './+types/home'

/**
 * Redirects /home to the guest's page, `bookings` included; /home/profile and below redirect to /profile,
 * /home/waitlist to /waitlist. The query with its message is kept.
 */
export function loader(args: Route.LoaderArgs) {
  requireGuest(args)
  const child = /^(?:profile(?:\/[a-z]+)?|waitlist)$/.exec(args.params['*'] ?? '')?.[0]
  return redirect(`/${child ?? 'my-account'}${args.url.search}`)
}
