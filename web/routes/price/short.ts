import { redirect } from 'react-router'
import { priceListLink } from '#contract/links.ts'
import type { Route } from './+types/short'

/** Redirects the short URL of the price list. */
export const loader = ({ url }: Route.LoaderArgs) => redirect(priceListLink() + url.search, 301)
