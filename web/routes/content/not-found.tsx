import { data } from 'react-router'
import { Failure } from '#web/ui/failure.tsx'

/** Any path that the route table does not match. */
export const loader = () => data(null, { status: 404 })

export const action = () => data(null, { status: 404 })

export default function NotFound() {
  return <Failure error={{ status: 404, statusText: '', internal: false, data: null }} />
}
