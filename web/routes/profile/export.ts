import { redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { privacyLink } from '#contract/links.ts'
import { requireGuest } from '#web/request/guard.ts'
import { selfOf } from './load.ts'
import type { Route } from './+types/export'

/**
 * The guest's data as a ZIP download. Without a recent sign-in it redirects to the privacy page, which asks
 * for one.
 */
export async function loader(args: Route.LoaderArgs) {
  const ctx = requireGuest(args)
  try {
    const { name, zip } = await ctx.call('exportUser', selfOf(ctx))
    return new Response(new Uint8Array(Buffer.from(zip, 'base64')), {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      },
    })
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'auth/requires-recent-login') throw error
    return redirect(privacyLink())
  }
}
