import { data, redirect } from 'react-router'
import type { Route } from './+types/matrix'
import { baseOf, fromMatrix } from './selection.ts'

/** Old addresses carry matrix parameters (`/appointments;step=services`), which the server hands on as a segment of their own. */
export function loader({ url, params }: Route.LoaderArgs) {
  const to = fromMatrix(baseOf(url.pathname), params.matrix, url.searchParams)
  if (!to) throw data(null, { status: 404 })
  return redirect(to)
}

/** Nobody stays here: the loader leads on, or says that there is nothing. */
export default function Matrix() {
  return null
}
