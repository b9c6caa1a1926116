import type { Range } from '../availability/range.ts'
import type { Offer } from '../availability/request.ts'
import { fitFinder } from './fit.ts'
import type { FindFits, Fit, FreedTime } from './fit.ts'
import { dayFrom, offerEndBy } from './offer-time.ts'
import { isOpen } from './states.ts'
import type { EntryState } from './states.ts'
import { hullOf, isInside } from './window.ts'
import type { WantedDates } from './window.ts'

/** Why a freed time went past an entry. */
export type PassReason =
  'notice' | 'window' | 'person' | 'paused' | 'night' | 'unconfirmed' | 'offered' | 'own-visit'

/** An entry as the matcher sees it. */
export type MatchEntry = WantedDates & {
  id: string
  state: EntryState
  /** Of a paused entry, epoch ms; null: until the guest resumes it. */
  pausedUntil: number | null
  /** False: a contact that has not confirmed yet. */
  confirmed: boolean
  /** Ids, in the order of the visit. */
  services: readonly string[]
  /** Ids of the members who may perform them; null is anyone. */
  members: readonly string[] | null
  noticeMinutes: number
  atNight: boolean
  /** Ended offers of this entry: start in epoch minutes, ids of the members. */
  earlier: readonly { start: number; members: readonly string[] }[]
  /** What the guest has booked, or is offered, elsewhere: epoch minutes. */
  visits: readonly Range[]
}

/** `entries` in the tenant's order. */
export type MatchRequest = FreedTime & { entries: readonly MatchEntry[]; offerMinutes: number }

/** The entry that gets the freed time; `expiresAt` and `tellLoudlyAt` in epoch ms. */
export type Match = { entryId: string; offer: Offer; expiresAt: number; tellLoudlyAt: number }

/** A freed time (start of the visit, epoch minutes) that went past an entry. */
export type Passed = { entryId: string; start: number; reason: PassReason }

/**
 * The first entry all of whose services fit as one visit that uses the freed time, at the earliest such
 * start, and why the entries before it were passed over (all of them, if nobody matches). A time that was
 * offered to an entry before is not offered to it again: the same start with the same freed member. A
 * paused entry whose pause has ended counts as waiting.
 *
 * Each entry passed over has one reason, the first that leaves none of its visits, in this order:
 * `unconfirmed`, `paused`, `offered`, `person`, `window`, `own-visit`, `notice`, `night`; the start is that
 * of the earliest visit left before it. An entry for which there is no visit on its dates with anyone has
 * none: the time does not concern it. Nor has one that had an offer for each of them before, or that is no
 * longer open.
 */
export function firstMatch(request: MatchRequest): { match: Match | null; passed: Passed[] } {
  const findFits = fitFinder(request)
  const day = dayFrom(request.now, request.rules.zone)
  const passed: Passed[] = []
  for (const entry of request.entries) {
    if (!isOpen(entry.state) || entry.endsAt <= request.now) continue
    const answer = evaluate(entry, request, findFits, day)
    if (answer && 'offer' in answer) return { match: answer, passed }
    if (answer) passed.push(answer)
  }
  return { match: null, passed }
}

function evaluate(
  entry: MatchEntry,
  request: MatchRequest,
  findFits: FindFits,
  day: number,
): Match | Passed | null {
  const hull = hullOf(entry.windows)
  const isCandidate = (fit: Fit) => isOnDates(hull, entry.endsAt, fit) && !isRepeated(entry, fit)
  const blocked = blockOf(entry, request.now)
  let passed: { fit: Fit; reason: PassReason } | null = null
  for (const fit of blocked ? [] : findFits(entry.services, entry.members)) {
    if (!isCandidate(fit)) continue
    const end = endOf(fit, entry, request, day)
    if (end.ok) {
      const { expiresAt, tellLoudlyAt } = end
      return { entryId: entry.id, offer: fit.offer, expiresAt, tellLoudlyAt }
    }
    // Of the visits that fail, the first that came furthest gives the reason.
    if (!passed || REQUIREMENTS.indexOf(end.reason) > REQUIREMENTS.indexOf(passed.reason))
      passed = { fit, reason: end.reason }
  }
  if (!passed) {
    for (const fit of findFits(entry.services, null)) {
      if (!isCandidate(fit)) continue
      passed = { fit, reason: blocked ?? 'person' }
      break
    }
  }
  return passed && { entryId: entry.id, start: passed.fit.offer.start, reason: passed.reason }
}

/** What a visit by wished people must meet, in the order in which it is asked. */
const REQUIREMENTS: PassReason[] = ['window', 'own-visit', 'notice', 'night']

/** When an offer of this visit would end, or the first requirement that it does not meet. */
function endOf(
  { offer, local }: Fit,
  { windows, visits, noticeMinutes, atNight }: MatchEntry,
  { now, offerMinutes }: MatchRequest,
  day: number,
): ReturnType<typeof offerEndBy> | { ok: false; reason: PassReason } {
  if (!isInside(windows, local)) return { ok: false, reason: 'window' }
  if (visits.some((visit) => overlaps(visit, offer))) return { ok: false, reason: 'own-visit' }
  return offerEndBy({ now, start: offer.start * 60_000, noticeMinutes, offerMinutes, atNight }, day)
}

/** Why the entry takes part in no match now, or null. */
function blockOf({ confirmed, state, pausedUntil }: MatchEntry, now: number): PassReason | null {
  if (!confirmed) return 'unconfirmed'
  if (state === 'paused' && (pausedUntil === null || pausedUntil > now)) return 'paused'
  return state === 'offered' ? 'offered' : null
}

/**
 * Whether the date is between the first and the last of the windows; without any, before the entry's end.
 */
const isOnDates = (hull: ReturnType<typeof hullOf>, endsAt: number, { offer, local }: Fit): boolean =>
  hull ? hull.from <= local.date && local.date <= hull.until : offer.start * 60_000 < endsAt

const isRepeated = ({ earlier }: MatchEntry, { offer, memberId }: Fit): boolean =>
  earlier.some(({ start, members }) => start === offer.start && members.includes(memberId))

const overlaps = (a: Range, b: Range): boolean => a.start < b.end && b.start < a.end
