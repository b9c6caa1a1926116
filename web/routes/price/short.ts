import { redirect } from 'react-router'
import type { Route } from './+types/short'

/** The price list's short address leads to its canonical one. */
export const loader = ({ request }: Route.LoaderArgs) => redirect(`/behandlinger${new URL(request.url).search}`, 301)
