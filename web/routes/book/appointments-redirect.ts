import { redirect } from 'react-router'
import type { Route } from './+types/appointments-redirect'

/** An old address of the appointments page. */
export const loader = ({ url }: Route.LoaderArgs) => redirect(`/appointments${url.search}`, 301)
