import { useSyncExternalStore } from 'react'

const places: HTMLElement[] = []
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Registers where toasts are shown while it is there: an open dialog, which makes the rest of the page inert,
 * or the bar at the bottom of a page, which they would cover.
 * @returns a function that unregisters it.
 */
export function registerToastPlace(place: HTMLElement): () => void {
  const unregister = () => {
    place.removeEventListener('close', unregister)
    const at = places.lastIndexOf(place)
    if (at < 0) return
    places.splice(at, 1)
    notify()
  }
  places.push(place)
  // Escape closes a dialog before the component is notified.
  place.addEventListener('close', unregister)
  notify()
  return unregister
}

/** The place that was registered last; null: a place of their own. */
export const useToastPlace = (): HTMLElement | null =>
  useSyncExternalStore(
    subscribe,
    () => places.at(-1) ?? null,
    () => null,
  )
