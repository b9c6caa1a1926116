import { useSyncExternalStore } from 'react'

const open: HTMLElement[] = []
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Registers an open dialog, which makes the rest of the page inert.
 * @returns a function that unregisters it.
 */
export function registerDialog(dialog: HTMLElement): () => void {
  const unregister = () => {
    dialog.removeEventListener('close', unregister)
    const at = open.lastIndexOf(dialog)
    if (at < 0) return
    open.splice(at, 1)
    notify()
  }
  open.push(dialog)
  // Escape closes the dialog before the component is notified.
  dialog.addEventListener('close', unregister)
  notify()
  return unregister
}

/**
 * The dialog that was opened last and is still open. Toasts and notifications are visible and announced only
 * inside it.
 */
export const useTopDialog = (): HTMLElement | null =>
  useSyncExternalStore(
    subscribe,
    () => open.at(-1) ?? null,
    () => null,
  )
