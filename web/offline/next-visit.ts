import { visitPlace, type NextVisit } from '#contract/next-visit.ts'
import type { Booking } from '../routes/account/booking.ts'

const { database, store, key } = visitPlace

type Shown = {
  state: 'booked' | 'cancelled'
  start: number
  end: number
  segments: readonly { name: string; member: { name: string } }[]
  cancelHandle: string | null
}

/** What pages know: a guest's upcoming visits (null where they could not be loaded), one visit, or when one that is cancelled would begin (epoch ms). */
export type Told = ['upcoming', readonly Booking[] | null] | ['visit', Shown] | ['cancelled', number]

/** Brings what is kept in line with what a page shows to `guest`, who is null where nobody is signed in. */
export function learn([kind, value]: Told, guest: string | null): Promise<void> {
  if (kind === 'upcoming')
    return value ? keepFirst(value.map((one) => keptOf(one, guest))) : Promise.resolve()
  if (kind === 'cancelled') return forgetOne(value)
  const { state, start, end, segments, cancelHandle } = value
  if (state === 'cancelled') return forgetOne(start)
  // Whoever is only shown the visit is not the one who comes.
  return cancelHandle === null
    ? Promise.resolve()
    : keepOne({
        guest,
        start,
        end,
        services: segments.map((one) => one.name),
        people: [...new Set(segments.map((one) => one.member.name))],
      })
}

const keptOf = (booking: Booking, guest: string | null): NextVisit => ({
  guest,
  start: booking.start.seconds * 1000,
  end: booking.end.seconds * 1000,
  services: booking.services.map((one) => one.name),
  people: booking.teamMembers.map((one) => one.name),
})

/** The guest's list of upcoming visits is the truth: its first one is kept in place of whatever was. */
const keepFirst = (visits: readonly NextVisit[]): Promise<void> =>
  inTurn(() => (visits[0] ? write(visits[0]) : forget()))

/** An earlier one of the same guest that is still to come stays. */
const keepOne = (visit: NextVisit): Promise<void> =>
  inTurn(async () => {
    const kept = await read()
    const stays = kept && kept.guest === visit.guest && kept.end > Date.now() && kept.start < visit.start
    if (!stays) await write(visit)
  })

const forgetOne = (start: number): Promise<void> =>
  inTurn(async () => {
    if ((await read())?.start === start) await forget()
  })

/** Forgets what belongs to anybody but this guest; null is a browser in which nobody is signed in. */
export const forgetOthers = (guest: string | null): Promise<void> =>
  inTurn(async () => {
    const kept = await read()
    if (kept && kept.guest !== guest) await forget()
  })

let last: Promise<unknown> = Promise.resolve()
/** One after the other. A browser that keeps nothing shows nothing later: no reason to trouble the guest. */
function inTurn(run: () => Promise<unknown>): Promise<void> {
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
    // There is none yet, and looking makes none.
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

const forget = (): Promise<void> =>
  new Promise((resolve) => {
    const removing = indexedDB.deleteDatabase(database)
    removing.onsuccess = removing.onerror = removing.onblocked = () => resolve()
  })
