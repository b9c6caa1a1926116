import { redirect } from 'react-router'
import type { Route } from './+types/short'

/** The price list's short address leads to its canonical one. */
export const loader = ({ url }: Route.LoaderArgs) => redirect(`/behandlinger${url.search}`, 301)
