/** The visit that a browser keeps to show when the server cannot be reached. `guest` is null for one booked without an account; times in epoch ms. */
export type NextVisit = {
  guest: string | null
  start: number
  end: number
  services: string[]
  people: string[]
}

/** Where it is kept: in IndexedDB, of which the pages that come from a cache hold nothing. `web/sw.js` names the database too. */
export const visitPlace = { database: 'next-visit', store: 'visit', key: 'next' } as const
