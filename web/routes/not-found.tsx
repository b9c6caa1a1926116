import { data } from 'react-router'
import { scopeOf } from '#web/scope.ts'
import { Failure } from '#web/ui/failure.tsx'
import type { Route } from './+types/not-found'

/** Whatever the table above does not know. */
export const loader = ({ context }: Route.LoaderArgs) => data({ title: scopeOf(context).brand.title }, { status: 404 })

export const action = () => data(null, { status: 404 })

export const meta = ({ loaderData }: Route.MetaArgs) => [{ title: `404 · ${loaderData?.title}` }, { name: 'robots', content: 'noindex' }]

export default function NotFound() {
  return <Failure error={{ status: 404, statusText: '', internal: false, data: null }} />
}
