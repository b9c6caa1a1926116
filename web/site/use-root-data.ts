import { useRouteLoaderData, useLocation } from 'react-router'
import { memoize } from '#domain/memoize.ts'
import type { RootData, RootLoaderData } from './root-data.ts'

type Site = Omit<RootData, keyof Omit<RootLoaderData, 'site' | 'text'>>

// The server parses the same few strings for many pages.
const sites = memoize<Site>(500)

/** Parses what the root loader returned. */
export const parseRootData = ({ site, text: _text, ...own }: RootLoaderData): RootData => ({
  ...sites(site, () => JSON.parse(site) as Site),
  ...own,
})

/** The data of every page: the tenant's site, the guest and the language. */
export const useRootData = (): RootData => parseRootData(useRouteLoaderData('root') as RootLoaderData)

/** The form that was drawn for another guest, on the page that returns it; null on every other page. */
export function useReturned() {
  const { returned } = useRootData()
  const { pathname } = useLocation()
  return returned?.path === pathname ? returned : null
}

/** What was typed into a field of such a form; undefined elsewhere. */
export const useReturnedText = (name: string): string | undefined =>
  useReturned()?.typed.find((one) => one.name === name)?.text
