import { requireGuest } from '../account/guard.ts'
import { selfOf } from './load.ts'
import type { Route } from './+types/export'

/** All that is kept of the guest, as a file to keep. */
export async function loader(args: Route.LoaderArgs) {
  const scope = requireGuest(args)
  const { name, zip } = await scope.call('exportUser', selfOf(scope))
  return new Response(new Uint8Array(Buffer.from(zip, 'base64')), { headers: { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } })
}
