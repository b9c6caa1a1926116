import { data, type RouterContextProvider } from 'react-router'
import type { PageContext } from '#contract/page.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { requireDetails } from '#web/request/guard.ts'
import { baseOf } from '#web/visit/selection.ts'

type RouteArgs = { request: Request; url: URL; context: Readonly<RouterContextProvider> }
export type BookingContext = PageContext & { base: string; search: URLSearchParams }

/**
 * The context of a booking step.
 * @throws a redirect to sign-in for /appointments, 404 if the tenant has no sign-in.
 */
export function getBookingContext(asked: RouteArgs): BookingContext {
  const base = baseOf(asked.url.pathname)
  const ctx = base === '/appointments' ? requireDetails(asked) : getPageContext(asked.context)
  if (!ctx.brand.signIn) throw data(null, { status: 404 })
  return { ...ctx, base, search: asked.url.searchParams }
}
