import { namesWithAddons } from '#domain/visit/addons.ts'
import { visitPlace, type NextVisit } from '#contract/visit/next-visit.ts'
import type { Booking } from '../visit/booking.ts'

const { database, store, key } = visitPlace

type VisitDetails = {
  state: 'booked' | 'cancelled'
  start: number
  end: number
  segments: readonly { name: string; member: { name: string } }[]
  cancelHandle: string | null
}
type MovedVisit = { before: number; visit: Omit<VisitDetails, 'state' | 'cancelHandle'> }

/**
 * What a page shows of visits: the guest's upcoming ones (null if they failed to load), one visit, one that
 * was moved and its start before (epoch ms), or the start of a cancelled one.
 */
export type VisitUpdate =
  | ['upcoming', readonly Booking[] | null]
  | ['visit', VisitDetails]
  | ['moved', MovedVisit]
  | ['cancelled', number]

/** Updates the stored visit with what a page shows to `guest` (null if signed out). */
export function syncNextVisit([kind, value]: VisitUpdate, guest: string | null): Promise<void> {
  if (kind === 'upcoming')
    return value ? saveFirst(value.map((one) => savedVisit(one, guest))) : Promise.resolve()
  if (kind === 'cancelled') return removeOne(value)
  if (kind === 'moved') {
    void removeOne(value.before)
    return saveOne(toDetails(value.visit, guest))
  }
  if (value.state === 'cancelled') return removeOne(value.start)
  // Without a cancel handle the visit belongs to another person: not stored.
  return value.cancelHandle === null ? Promise.resolve() : saveOne(toDetails(value, guest))
}

const toDetails = ({ start, end, segments }: MovedVisit['visit'], guest: string | null): NextVisit => ({
  guest,
  start,
  end,
  services: namesWithAddons(segments),
  people: [...new Set(segments.map((one) => one.member.name))],
})

const savedVisit = (booking: Booking, guest: string | null): NextVisit => ({
  guest,
  start: booking.start.seconds * 1000,
  end: booking.end.seconds * 1000,
  services: namesWithAddons(booking.services),
  people: booking.teamMembers.map((one) => one.name),
})

/** The list is authoritative: its first visit replaces the stored one. */
const saveFirst = (visits: readonly NextVisit[]): Promise<void> =>
  enqueue(() => (visits[0] ? write(visits[0]) : removeStored()))

/** Keeps an earlier upcoming visit of the same guest. */
const saveOne = (visit: NextVisit): Promise<void> =>
  enqueue(async () => {
    const stored = await read()
    const keepsStored =
      stored && stored.guest === visit.guest && stored.end > Date.now() && stored.start < visit.start
    if (!keepsStored) await write(visit)
  })

const removeOne = (start: number): Promise<void> =>
  enqueue(async () => {
    if ((await read())?.start === start) await removeStored()
  })

/** Removes a stored visit of another guest; null is a browser in which no guest is signed in. */
export const removeOthers = (guest: string | null): Promise<void> =>
  enqueue(async () => {
    const stored = await read()
    if (stored && stored.guest !== guest) await removeStored()
  })

let last: Promise<unknown> = Promise.resolve()
/**
 * Runs storage operations one after the other. Storage errors are ignored: the offline page then has no visit
 * to show.
 */
function enqueue(run: () => Promise<unknown>): Promise<void> {
  const done = last.then(run).then(
    () => {},
    () => {},
  )
  last = done
  return done
}

const read = (): Promise<NextVisit | undefined> =>
  new Promise((resolve) => {
    const opening = indexedDB.open(database, 1)
    // The database does not exist: do not create it by reading.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = (event) => {
      event.preventDefault()
      resolve(undefined)
    }
    opening.onsuccess = () => {
      const db = opening.result
      const reading = db.transaction(store).objectStore(store).get(key) as IDBRequest<NextVisit | undefined>
      reading.onsuccess = () => {
        db.close()
        resolve(reading.result)
      }
    }
  })

const write = (visit: NextVisit): Promise<void> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => void opening.result.createObjectStore(store)
    opening.onerror = reject
    opening.onsuccess = () => {
      const db = opening.result
      const writing = db.transaction(store, 'readwrite')
      writing.objectStore(store).put(visit, key)
      writing.oncomplete = () => {
        db.close()
        resolve()
      }
      writing.onabort = () => {
        db.close()
        resolve()
      }
    }
  })

const removeStored = (): Promise<void> =>
  new Promise((resolve) => {
    const removing = indexedDB.deleteDatabase(database)
    removing.onsuccess = removing.onerror = removing.onblocked = () => resolve()
  })
