import type { RouterContextProvider } from 'react-router'
import type { PageContext } from '#contract/page.ts'
import { requireDetails, requireSignInOffered } from '#web/request/guard.ts'
import { pickBase, toSelection, type Selection } from '#web/visit/selection.ts'

type RouteArgs = { request: Request; url: URL; context: Readonly<RouterContextProvider> }
export type BookingContext = PageContext & { base: string; search: URLSearchParams }

/**
 * The context of a booking step.
 * @throws a redirect to sign-in for /appointments, 404 if the tenant has no sign-in.
 */
export function getBookingContext(asked: RouteArgs): BookingContext {
  const base = pickBase(asked.url.pathname)
  const ctx = base === '/appointments' ? requireDetails(asked) : requireSignInOffered(asked.context)
  return { ...ctx, base, search: asked.url.searchParams }
}

/** A hold as the steps before it show it. */
export type Held = Selection & { handle: string; start: number; isParty: boolean }

/** The guest's current hold, recognised by their session or this browser's cookie. */
export async function loadHeld({ call }: BookingContext): Promise<Held | null> {
  const {
    documents: [hold],
  } = await call('listHolds', {})
  return hold
    ? {
        handle: hold.handle,
        start: hold.start,
        isParty: hold.group?.kind === 'party',
        ...toSelection(hold),
      }
    : null
}
