import { data } from 'react-router'
import { Failure } from '#web/ui/failure.tsx'

/** Whatever the table above does not know. */
export const loader = () => data(null, { status: 404 })

export const action = () => data(null, { status: 404 })

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function NotFound() {
  return <Failure error={{ status: 404, statusText: '', internal: false, data: null }} />
}
