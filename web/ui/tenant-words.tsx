import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { RootData } from '../root-data.ts'

/** The language of what the tenant wrote, where it is not the page's own: for a `lang` attribute. */
export function useTenantLanguage(): string | undefined {
  const root = useRouteLoaderData('root') as RootData
  const { defaultLanguage } = root.brand
  return defaultLanguage === root.language ? undefined : defaultLanguage
}

/** Words that the tenant wrote, in the tenant's language. */
export const TenantWords = ({ children }: { children: ReactNode }) => <span lang={useTenantLanguage()}>{children}</span>
