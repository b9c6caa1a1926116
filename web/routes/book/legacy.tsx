import { data, redirect } from 'react-router'
import { Failure } from '#web/ui/failure.tsx'
import type { Route } from './+types/legacy'
import { fromMatrix } from './selection.ts'

/** A link inside the site that still has the old form, `/appointments;step=services`, is one segment to the browser. */
export function loader({ url, params }: Route.LoaderArgs) {
  const [, base = '', matrix = ''] = /^(book|appointments)(;.*)$/.exec(params.legacy) ?? []
  const to = fromMatrix(`/${base}`, matrix, url.searchParams)
  return to ? redirect(to) : data(null, { status: 404 })
}

export const action = () => data(null, { status: 404 })

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function Legacy() {
  return <Failure error={{ status: 404, statusText: '', internal: false, data: null }} />
}
