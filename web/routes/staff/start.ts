import { redirect } from 'react-router'
import { dayLink } from '#contract/links.ts'
import { requirePerson } from '#web/staff/guard.ts'
import type { Route } from './+types/start'

/** Leads to the day. */
export function loader(args: Route.LoaderArgs) {
  requirePerson(args)
  return redirect(dayLink())
}
