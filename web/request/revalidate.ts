import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * For pages whose form is answered 409 because something has changed meanwhile: the router keeps the old
 * loader data after any 4xx, and the guest would see amounts and times that are no longer true.
 */
export const revalidateAfterConflict = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => actionStatus === 409 || defaultShouldRevalidate

/** For pages whose loader data does not depend on the query, which only says what is shown of it. */
export const revalidateUnlessQuery = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate

/** For pages whose form answers with the address to go on to, as `next`: what it shows is loaded there. */
export const revalidateUnlessLeaving = ({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  (actionResult as { next?: string } | null | undefined)?.next === undefined && defaultShouldRevalidate
