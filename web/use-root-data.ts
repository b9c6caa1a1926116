import { useRouteLoaderData } from 'react-router'
import { recent } from '#domain/recent.ts'
import type { RootData, RootSent } from './root-data.ts'

type Site = Omit<RootData, 'guest' | 'now' | 'formKey'>

// The server reads the same few for page after page.
const sites = recent<Site>(500)

/** What the root's loader has sent, read. */
export const rootDataFrom = ({ site, guest, now, formKey }: RootSent): RootData => ({
  ...sites(site, () => JSON.parse(site) as Site),
  guest,
  now,
  formKey,
})

/** What every page knows: whose site it is, who looks at it, in which language. */
export const useRootData = (): RootData => rootDataFrom(useRouteLoaderData('root') as RootSent)
