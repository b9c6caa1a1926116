import { redirect } from 'react-router'
import { appointmentsLink } from '#contract/links.ts'
import type { Route } from './+types/appointments-redirect'

/** Redirects a legacy URL of the appointments page. */
export const loader = ({ url }: Route.LoaderArgs) => redirect(appointmentsLink() + url.search, 301)
