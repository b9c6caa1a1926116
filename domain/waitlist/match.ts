import { merge, overlaps, subtract, type Range } from '../availability/range.ts'
import type { Offer } from '../availability/request.ts'
import { fitFinder } from './fit.ts'
import type { Fit, FitFinder } from './fit.ts'
import { ownerKey } from './freed-time.ts'
import type { FreedTime, OwnedTime } from './freed-time.ts'
import { dayFrom, offerEndBy } from './offer-time.ts'
import { isEntryOpen } from './states.ts'
import type { EntryState } from './states.ts'
import { computeDateSpan, isInside } from './window.ts'
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
  /** Names of rules in `FreedTime.services`, in the order of the visit. */
  services: readonly string[]
  /** Ids of the members who may perform them; null is anyone. */
  members: readonly string[] | null
  noticeMinutes: number
  atNight: boolean
  /** Ended offers of this entry: the start (epoch minutes), and what each occupied of members and units. */
  earlier: readonly { start: number; times: readonly OwnedTime[] }[]
  /** What the guest has booked, or is offered, elsewhere: epoch minutes. */
  visits: readonly Range[]
}

export type MatchRequest = FreedTime & { offerMinutes: number }

/** The entry that gets the freed time; `expiresAt` and `loudFrom` in epoch ms. */
export type Match = { entryId: string; offer: Offer; expiresAt: number; loudFrom: number }

/** A freed time (start of the visit, epoch minutes) that went past an entry. */
export type Passed = { entryId: string; start: number; reason: PassReason }

/** Whether an entry gets the freed time, or why it goes past it; null: the time does not concern it. */
export type Matcher = (entry: MatchEntry) => Match | Passed | null

/**
 * Matches freed time with one entry after the other, in the tenant's order: the first that gets it is the
 * one all of whose services fit as one visit that uses the freed time, at the earliest such start. A time
 * that was offered to an entry before is not offered to it again: neither the same start with the same freed
 * member or unit, nor a visit that uses only freed time of an earlier offer. A paused entry whose pause has
 * ended counts as waiting.
 *
 * Each entry passed over has one reason, the first that leaves none of its visits, in this order:
 * `unconfirmed`, `paused`, `offered`, `person`, `window`, `own-visit`, `notice`, `night`; the start is that
 * of the earliest visit left before it. An entry for which there is no visit on its dates with anyone has
 * none: the time does not concern it. Nor has one that had an offer for each of them before, or that is no
 * longer open.
 */
export function openMatcher(request: MatchRequest): Matcher {
  const fits = fitFinder(request)
  const day = dayFrom(request.now, request.rules.zone)
  return (entry) => (isEntryOpen(entry, request.now) ? evaluate(entry, request, fits, day) : null)
}

/**
 * The first of the entries that gets the freed time, and why those before it were passed over (all of them,
 * if nobody does).
 */
export function firstMatch(
  matcher: Matcher,
  entries: readonly MatchEntry[],
): { match: Match | null; passed: Passed[] } {
  const passed: Passed[] = []
  for (const entry of entries) {
    const answer = matcher(entry)
    if (answer && 'offer' in answer) return { match: answer, passed }
    if (answer) passed.push(answer)
  }
  return { match: null, passed }
}

function evaluate(
  entry: MatchEntry,
  request: MatchRequest,
  fits: FitFinder,
  day: number,
): Match | Passed | null {
  const span = computeDateSpan(entry.windows)
  const dates = fits.datesOf(entry.services)
  // Most entries are excluded here, before any free time is computed for them.
  if (!dates || (span && (span.until < dates.from || dates.until < span.from))) return null
  const isCandidate = (fit: Fit) => isOnDates(span, entry.endsAt, fit) && !isRepeated(entry, fit)
  const blocked = findPassReason(entry, request.now)
  let passed: { fit: Fit; reason: PassReason } | null = null
  for (const fit of blocked ? [] : fits.find(entry.services, entry.members)) {
    if (!isCandidate(fit)) continue
    const end = computeEnd(fit, entry, request, day)
    if (end.ok) {
      const { expiresAt, loudFrom } = end
      return { entryId: entry.id, offer: fit.offer, expiresAt, loudFrom }
    }
    // Of the visits that fail, the first that came furthest gives the reason.
    if (!passed || REQUIREMENTS.indexOf(end.reason) > REQUIREMENTS.indexOf(passed.reason))
      passed = { fit, reason: end.reason }
  }
  if (!passed) {
    for (const fit of fits.find(entry.services, null)) {
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
function computeEnd(
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
function findPassReason({ confirmed, state, pausedUntil }: MatchEntry, now: number): PassReason | null {
  if (!confirmed) return 'unconfirmed'
  if (state === 'paused' && (pausedUntil === null || pausedUntil > now)) return 'paused'
  return state === 'offered' ? 'offered' : null
}

/**
 * Whether the date is between the first and the last of the windows; without any, before the entry's end.
 */
const isOnDates = (
  span: ReturnType<typeof computeDateSpan>,
  endsAt: number,
  { offer, local }: Fit,
): boolean => (span ? span.from <= local.date && local.date <= span.until : offer.start * 60_000 < endsAt)

function isRepeated({ earlier }: MatchEntry, { offer, owners, used }: Fit): boolean {
  if (earlier.length === 0) return false
  if (
    earlier.some(
      ({ start, times }) => start === offer.start && times.some((one) => owners.includes(ownerKey(one))),
    )
  )
    return true
  const offered = Map.groupBy(
    earlier.flatMap(({ times }) => times),
    ownerKey,
  )
  return used().every(
    (range) => subtract([range], merge([...(offered.get(ownerKey(range)) ?? [])])).length === 0,
  )
}
