import { redirect } from 'react-router'
import type { Route } from './+types/matrix'
import { baseOf, fromMatrix } from './selection.ts'

/** Old addresses carry matrix parameters (`/appointments;step=services`), which the server hands on as a segment of their own. */
export function loader({ request, params }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const to = fromMatrix(baseOf(pathname), params.matrix, searchParams)
  if (!to) throw new Response(null, { status: 404 })
  return redirect(to)
}
