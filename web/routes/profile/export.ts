import { redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { privacyLink } from '#contract/links.ts'
import { requireGuest } from '#web/request/guard.ts'
import { selfOf } from './load.ts'
import type { Route } from './+types/export'

/**
 * Leads to the guest's data as a ZIP download. Without a recent sign-in it redirects to the privacy page,
 * which asks for one.
 */
export async function loader(args: Route.LoaderArgs) {
  const ctx = requireGuest(args)
  try {
    const { downloadURL } = await ctx.call('exportUser', selfOf(ctx))
    return redirect(new URL(downloadURL).pathname)
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'auth/requires-recent-login') throw error
    return redirect(privacyLink())
  }
}
