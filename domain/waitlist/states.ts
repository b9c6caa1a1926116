import { DAY_MS } from '../day.ts'

/** The states of a waitlist entry. Open: waiting, paused and offered. */
export type EntryState = 'waiting' | 'paused' | 'offered' | 'booked' | 'left' | 'ended'
export type OfferState = 'open' | 'accepted' | 'declined' | 'expired' | 'withdrawn'

/**
 * What happens to an entry. `joined` creates it; `confirmed`, `claimed` (an account has verified the contact,
 * which confirms it), `edited`, `extended` and `moved` keep its state.
 */
export type EntryEvent =
  | 'joined'
  | 'confirmed'
  | 'claimed'
  | 'edited'
  | 'extended'
  | 'moved'
  | 'paused'
  | 'resumed'
  | 'offered'
  | 'accepted'
  | 'declined'
  | 'expired'
  | 'withdrawn'
  | 'left'
  | 'ended'

/** The state that each event leads to; an event that is absent is not allowed in that state. */
export const transitions: Record<EntryState, Partial<Record<EntryEvent, EntryState>>> = {
  waiting: {
    confirmed: 'waiting',
    claimed: 'waiting',
    edited: 'waiting',
    extended: 'waiting',
    moved: 'waiting',
    paused: 'paused',
    offered: 'offered',
    // A time that was lost may be booked by its former holder only through a new offer: no `accepted` here.
    left: 'left',
    ended: 'ended',
  },
  paused: {
    confirmed: 'paused',
    claimed: 'paused',
    edited: 'paused',
    extended: 'paused',
    moved: 'paused',
    resumed: 'waiting',
    left: 'left',
    ended: 'ended',
  },
  offered: {
    claimed: 'offered',
    edited: 'offered',
    extended: 'offered',
    // An earlier offer was lost while another one is open.
    moved: 'offered',
    accepted: 'booked',
    declined: 'waiting',
    expired: 'waiting',
    withdrawn: 'waiting',
    // The open offer is withdrawn first.
    left: 'left',
    ended: 'ended',
  },
  booked: {},
  left: {},
  ended: {},
}

export const openStates = ['waiting', 'paused', 'offered'] as const satisfies readonly EntryState[]

/** How long a contact without an account has for confirming an entry. */
export const CONFIRM_MS = DAY_MS

/**
 * Whether an entry takes part at `now`, by the clock: a job may not have ended it yet. `openEntryAt` in
 * `db/schema/waitlist.ts` is the same in SQL. All times in epoch ms.
 * @param entry.confirmBy until when its contact has to confirm it; null where that is done.
 */
export const isEntryOpen = (
  { state, endsAt, confirmBy = null }: { state: EntryState; endsAt: number; confirmBy?: number | null },
  now: number,
): boolean =>
  (openStates as readonly EntryState[]).includes(state) &&
  endsAt > now &&
  (confirmBy === null || confirmBy > now)

/** The next state, or null where the event is not allowed. */
export const nextState = (state: EntryState, event: EntryEvent): EntryState | null =>
  transitions[state][event] ?? null
