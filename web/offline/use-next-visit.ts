import { useEffect } from 'react'
import { useRootData } from '../site/use-root-data.ts'
import type { VisitUpdate } from './next-visit.ts'

/**
 * Stores what this page shows of visits in the browser, so that the offline page can show the next one. The
 * store is a separate script that no page waits for.
 */
export function useNextVisit(...[kind, value]: VisitUpdate): void {
  const uid = useRootData().guest?.uid ?? null
  useEffect(() => {
    import('./next-visit.ts').then(
      ({ syncNextVisit }) => syncNextVisit([kind, value] as VisitUpdate, uid),
      () => {},
    )
  }, [kind, value, uid])
}
