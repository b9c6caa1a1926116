import { data, redirect } from 'react-router'
import type { Route } from './+types/matrix'
import { pickBase, matrixUrl } from '#web/visit/selection.ts'

/**
 * Legacy URLs have matrix parameters (`/appointments;step=services`), which the server passes on as a segment
 * of their own.
 */
export function loader({ url, params }: Route.LoaderArgs) {
  const to = matrixUrl(pickBase(url.pathname), params.matrix, url.searchParams)
  if (!to) throw data(null, { status: 404 })
  return redirect(to)
}

/** Never rendered: the loader redirects or answers 404. */
export default function Matrix() {
  return null
}
