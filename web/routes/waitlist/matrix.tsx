import { data, redirect } from 'react-router'
import { waitlistLink } from '#contract/links.ts'
import { parseMatrix } from '#web/visit/selection.ts'
import type { Route } from './+types/matrix'

/**
 * Legacy URLs have matrix parameters (`/waitlist;id=x`), which the server passes on as a segment of their
 * own.
 */
export function loader({ params }: Route.LoaderArgs) {
  if (!params.matrix.startsWith(';')) throw data(null, { status: 404 })
  return redirect(waitlistLink({ id: parseMatrix(params.matrix).get('id') ?? undefined }))
}

/** Never rendered: the loader redirects or answers 404. */
export default function Matrix() {
  return null
}
