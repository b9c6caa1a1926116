import { useEffect } from 'react'
import { useRootData } from '#web/use-root-data.ts'
import type { Told } from './next-visit.ts'

/**
 * Tells the browser's store what this page shows of visits, so that the next one can be shown when the server cannot be reached.
 * The store is a script of its own: no page waits for it.
 */
export function useNextVisit(...[kind, value]: Told): void {
  const uid = useRootData().guest?.uid ?? null
  useEffect(() => {
    import('./next-visit.ts').then(
      ({ learn }) => learn([kind, value] as Told, uid),
      () => {},
    )
  }, [kind, value, uid])
}
