import { redirect } from 'react-router'
import { startLink, welcomeLink } from '#contract/links.ts'
import { getPageContext } from '#web/request/page-context.ts'
import type { Route } from './+types/sign-out'

export async function action({ context }: Route.ActionArgs) {
  const ctx = getPageContext(context)
  if (ctx.staff) await ctx.call('signOutStaff', {})
  return redirect(welcomeLink())
}

export const loader = () => redirect(startLink())
