import { data, type RouterContextProvider } from 'react-router'
import type { PageScope } from '#contract/page.ts'
import { scopeOf } from '#web/scope.ts'
import { requireDetails } from '../account/guard.ts'
import { baseOf } from './selection.ts'

type Asked = { request: Request; url: URL; context: Readonly<RouterContextProvider> }
export type BookingScope = PageScope & { base: string; search: URLSearchParams }

/** For whom a step is shown: /appointments asks guests to sign in first, /book lets everyone through. */
export function bookingScope(asked: Asked): BookingScope {
  const base = baseOf(asked.url.pathname)
  const scope = base === '/appointments' ? requireDetails(asked) : scopeOf(asked.context)
  if (!scope.brand.signIn) throw data(null, { status: 404 })
  return { ...scope, base, search: asked.url.searchParams }
}
