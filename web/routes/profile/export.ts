import { redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { requireGuest } from '../account/guard.ts'
import { selfOf } from './load.ts'
import type { Route } from './+types/export'

/** All that is kept of the guest, as a file to keep; the page with the way to it says so where it asks for a fresh sign-in. */
export async function loader(args: Route.LoaderArgs) {
  const scope = requireGuest(args)
  try {
    const { name, zip } = await scope.call('exportUser', selfOf(scope))
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
    return redirect('/profile/privacy')
  }
}
