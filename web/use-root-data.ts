import { useRouteLoaderData } from 'react-router'
import { recent } from '#domain/recent.ts'
import type { RootData, RootSent } from './root-data.ts'

type Site = Omit<RootData, 'guest' | 'now'>

// The server reads the same few for page after page.
const sites = recent<Site>(500)

/** What the root's loader has sent, read. */
export const rootDataFrom = ({ site, guest, now }: RootSent): RootData => ({ ...sites(site, () => JSON.parse(site) as Site), guest, now })

/** What every page knows: whose site it is, who looks at it, in which language. */
export const useRootData = (): RootData => rootDataFrom(useRouteLoaderData('root') as RootSent)
