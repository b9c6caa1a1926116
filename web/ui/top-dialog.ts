import { useSyncExternalStore } from 'react'

const open: HTMLElement[] = []
const heard = new Set<() => void>()
const tell = () => {
  for (const hear of heard) hear()
}
const listen = (hear: () => void) => {
  heard.add(hear)
  return () => void heard.delete(hear)
}

/** Says that a dialog is open, which makes all else on the page inert. @returns what says that it is closed. */
export function enterDialog(dialog: HTMLElement): () => void {
  const leave = () => {
    dialog.removeEventListener('close', leave)
    const at = open.lastIndexOf(dialog)
    if (at < 0) return
    open.splice(at, 1)
    tell()
  }
  open.push(dialog)
  // Escape closes it before anything else knows.
  dialog.addEventListener('close', leave)
  tell()
  return leave
}

/** The dialog that was opened last and is still open: what is said in passing can be seen and heard only within it. */
export const useTopDialog = (): HTMLElement | null =>
  useSyncExternalStore(
    listen,
    () => open.at(-1) ?? null,
    () => null,
  )
