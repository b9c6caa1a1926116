import { useSyncExternalStore } from 'react'

const CHANNEL = 'cart'
/** Names this tab in messages to the others. */
const tab = Math.random()
/** Written by `sendCartCount` (server/cart/owner.ts). */
const COUNT_COOKIE = /(?:^|; )(?:__Host-)?cartcount=(\d{1,4})(?:;|$)/

/** Reports to all tabs of this browser, this one too, that the server may have changed the cart. */
export function publishCartChange(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(tab)
  channel.close()
}

/**
 * Calls `onChange` when the cart may have changed: by a form of any tab (`own`: of this one), or meanwhile,
 * when the guest comes back to this tab. @returns a function that unsubscribes.
 */
export function subscribeToCart(onChange: (own: boolean) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  const end = new AbortController()
  channel.onmessage = ({ data }) => onChange(data === tab)
  for (const name of ['focus', 'pageshow'])
    addEventListener(name, () => onChange(false), { signal: end.signal })
  return () => {
    end.abort()
    channel.close()
  }
}

/**
 * The number of pieces in the cart, by the last answer of the server; null until hydration: a cached page is
 * the same for all guests.
 */
export const useCartCount = (): number | null =>
  useSyncExternalStore<number | null>(
    subscribeToCart,
    () => Number(COUNT_COOKIE.exec(document.cookie)?.[1] ?? 0),
    () => null,
  )
