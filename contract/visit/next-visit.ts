/**
 * The next visit, stored in the browser for offline use. `guest`: null without an account; times in epoch ms.
 */
export type NextVisit = {
  guest: string | null
  start: number
  end: number
  services: string[]
  people: string[]
}

/** Its place in IndexedDB, which cached pages do not contain. `web/sw.js` repeats the database's name. */
export const visitPlace = { database: 'next-visit', store: 'visit', key: 'next' } as const
