import { useSyncExternalStore } from 'react'
import type { readDone } from './done.ts'

type Done = ReturnType<typeof readDone> & {
  /** Whose visit it is, for pages that do not show it: an address must not have it. Null: nobody's. */
  words: string | null
}

let last: Done | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What was done last in this tab, to be taken back on the pages that follow too. Null: nothing. */
export function rememberDone(done: Done | null): void {
  last = done
  for (const listener of listeners) listener()
}

/** @returns null on the server and until something is done. */
export const useLastDone = (): Done | null =>
  useSyncExternalStore(
    subscribe,
    () => last,
    () => null,
  )
