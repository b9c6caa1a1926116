import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** The offer's URL that the history entry of a bare address keeps, or null. */
function keptUrl(): string | null {
  const kept = (window.history.state as { usr?: { offer?: unknown } } | null)?.usr?.offer
  return typeof kept === 'string' && kept.startsWith('/') ? kept : null
}

/**
 * Removes the handles of an offer from the address bar: `bare` replaces its URL, and the history entry keeps
 * it, so that a reload or going back finds the offer again.
 * @param found false: the URL names no offer.
 * @returns whether an offer is being found again.
 */
export function useBareAddress(bare: string, found: boolean): boolean {
  const { pathname, search } = useLocation()
  const hydrated = useHydrated()
  const kept = hydrated && !found ? keptUrl() : null
  // The whole document, since its language is that of the link.
  useEffect(() => {
    if (kept) window.location.replace(kept)
  }, [kept])
  useEffect(() => {
    if (!found) return
    const state = window.history.state as Record<string, unknown> | null
    window.history.replaceState({ ...state, usr: { offer: `${pathname}${search}` } }, '', bare)
  }, [found, bare, pathname, search])
  return !found && (!hydrated || kept !== null)
}
