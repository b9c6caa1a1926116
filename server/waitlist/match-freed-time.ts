import { setImmediate as otherWork } from 'node:timers/promises'
import { QUEUE_MS } from '#domain/visit/hold.ts'
import { REPORT_MS } from '#domain/visit/undo.ts'
import { matchWindow, subtractOffer, type OwnedTime } from '#domain/waitlist/freed-time.ts'
import {
  firstMatch,
  openMatcher,
  type MatchEntry,
  type Matcher,
  type Passed,
} from '#domain/waitlist/match.ts'
import type { Range } from '#domain/availability/range.ts'
import type { ServiceRule } from '#domain/availability/request.ts'
import type { DateSpan } from '#domain/waitlist/window.ts'
import { addDays, localParts, type Window } from '#domain/zone.ts'
import { loadBookable, wantedServices, type Bookable } from '../availability/bookable.ts'
import { bumpCalendar } from '../availability/calendar-queries.ts'
import { listBusy, listBusyUnits, listTimeOf, removeSegments } from '../availability/segment-queries.ts'
import { sqlState, type Tx } from '../database/db.ts'
import { withSavepoint } from '../database/savepoint.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { listMembers } from '../service/member-queries.ts'
import { lockVisit, removeVisit, updateVisit } from '../visit/queries.ts'
import { resumeDueEntries } from './change-entry.ts'
import { endOverdueOffers, offerTime } from './offer.ts'
import { lockWaitlist } from '../visit/hold/queue-hold.ts'
import { listOfferedTimes, listOwnVisits, listServicesOf, savePassed } from './offer-queries.ts'
import { notifyShortNotice, SHORT_MS } from './short-notice.ts'
import { listEntriesFor, lockEntry, type Entry } from './queries.ts'
import { wishedServices } from './wish.ts'

/** Lost races for a time (a guest took it between reading and holding) after which the rest is released. */
const MAX_LOST_RACES = 5
/** Entries that are matched before the clock is read. */
const AT_ONCE = 5
/**
 * How long a match keeps the process from other requests, in ms. Most entries take less than one; those with
 * a combination of services and people of their own take some. Pausing more often would only hold the
 * lock of the waitlist for longer, since the other requests take their time.
 */
const BUSY_MS = 30

/** @returns a function that lets other requests go on once the process has been busy for `BUSY_MS`. */
function createPauses(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < BUSY_MS) return
    await otherWork()
    since = performance.now()
  }
}

/**
 * Keeps the time of the queue's hold for another minute while it is matched. @returns false when there is
 * nothing to match: the hold is gone, an offer has it, or who has freed it may still take that back; then the
 * job runs again.
 */
export async function renewQueueHold({ deps }: MailContext, tx: Tx, holdId: string): Promise<boolean> {
  const now = deps.now()
  const hold = await lockVisit(tx, holdId)
  if (hold?.state !== 'held' || hold.heldFor !== 'queue') return false
  const at = (hold.holdUntil?.getTime() ?? 0) - QUEUE_MS
  if (at > now && at <= now + REPORT_MS) {
    await deps.jobs.matchFreedTime(tx, holdId, new Date(at))
    return false
  }
  // An expired hold stays expired: any guest may book its time.
  if (hold.holdUntil && hold.holdUntil.getTime() > now)
    await updateVisit(tx, holdId, { holdUntil: new Date(now + QUEUE_MS) })
  return true
}

/**
 * Offers the time of the queue's hold to the first entries that fit, in the tenant's order, and releases
 * the rest. Idempotent: a second run finds no hold.
 */
export async function matchHold(ctx: MailContext, tx: Tx, holdId: string): Promise<void> {
  await lockWaitlist(tx)
  const hold = await lockVisit(tx, holdId)
  if (hold?.state !== 'held' || hold.heldFor !== 'queue') return
  const { busy, busyUnits } = await listTimeOf(tx, holdId)
  // No other transaction sees this time as free before the commit.
  await removeSegments(tx, holdId)
  const { entries, passed } = await matchTimes(ctx, tx, [...busy, ...busyUnits], { explains: true })
  await removeVisit(tx, holdId)
  await notifyShortNotice(ctx, tx, passed, entries)
  await bumpCalendar(tx)
}

/**
 * Offers what a changed schedule has opened on one local day, of times that any guest may book. Day by day,
 * so that neither the process nor the waitlist's lock waits for the whole horizon. Entries do not
 * store why these times went past them: most were free all along.
 */
export async function matchDay(ctx: MailContext, tx: Tx, day: Window): Promise<void> {
  await lockWaitlist(tx)
  const members = await listMembers(tx)
  const { offered } = await matchTimes(
    ctx,
    tx,
    members.map(({ id }) => ({ memberId: id, start: day.from, end: day.until })),
    { explains: false },
  )
  if (offered) await bumpCalendar(tx)
}

/**
 * @param explains whether entries keep why the time went past them
 * @returns the entries, those of them that were passed over for a time at short notice, and whether
 * anything was offered.
 */
async function matchTimes(
  ctx: MailContext,
  tx: Tx,
  freedTime: OwnedTime[],
  { explains }: { explains: boolean },
): Promise<{ entries: Map<string, Entry>; passed: Passed[]; offered: boolean }> {
  const now = ctx.deps.now()
  await endOverdueOffers(ctx, tx)
  await resumeDueEntries(ctx, tx)
  const search = await openSearch(ctx, tx, freedTime, now)
  if (!search) return { entries: new Map(), passed: [], offered: false }
  const { entries, window } = search
  const { freed, candidates, passed, matcher, offers } = await offerInOrder(ctx, tx, search, freedTime)
  if (explains) {
    const offered = new Set(candidates.filter(({ state }) => state === 'offered').map(({ id }) => id))
    const gotThis = (id: string) => offered.has(id) && entries.get(id)?.state !== 'offered'
    await savePassed(
      tx,
      firstReasons(passed).filter(({ entryId }) => !gotThis(entryId)),
      new Date(now),
    )
  }
  if (offers === 0) return { entries, passed, offered: false }
  // Nobody asks about what is left of a time that is further away.
  const isAsked = explains && freed.length > 0 && window.from * 60_000 <= now + SHORT_MS
  return { entries, passed: isAsked ? (await findMatch(matcher, candidates)).passed : [], offered: true }
}

/** Who may get the freed time: the entries, also as the matcher sees them, in the tenant's order. */
export type Search = {
  entries: Map<string, Entry>
  candidates: MatchEntry[]
  bookable: Bookable
  /** Of the busy times that decide, in epoch minutes. */
  window: Window
  openMatcher: (freed: OwnedTime[]) => Promise<Matcher>
}

/** @returns null when the freed time concerns no entry. */
export async function openSearch(
  ctx: MailContext,
  tx: Tx,
  freedTime: OwnedTime[],
  now: number,
): Promise<Search | null> {
  const services = await listServicesOf(tx, freedTime)
  if (services.length === 0) return null
  const dates = datesAround(freedTime, ctx.tenant.profile.timeZone)
  const entries = await listEntriesFor(tx, new Date(now), { services, dates })
  if (entries.length === 0) return null
  const bookable = await loadServices(ctx, tx, entries)
  const { rules, members, resources, offerMinutes } = bookable
  const given = { rules, members, resources, services: serviceRules(bookable, entries), now }
  const wished = entries.map((entry) => wishedServices(entry, bookable).map(({ key }) => key))
  const window = matchWindow({ ...given, freed: freedTime }, wished)
  const memberIds = members.map(({ id }) => id)
  return {
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    candidates: (await asCandidates(tx, entries, window, now)).map((candidate, index) => ({
      ...candidate,
      services: wished[index] ?? [],
    })),
    bookable,
    window,
    openMatcher: async (freed) => {
      const busy = await listBusy(tx, memberIds, window, { now: new Date(now) })
      const resourceIds = resources.map(({ id }) => id)
      const busyUnits = await listBusyUnits(tx, resourceIds, window, { now: new Date(now) })
      return openMatcher({ ...given, freed, busy, busyUnits, offerMinutes })
    },
  }
}

/** How far the freed time is given out. */
type Progress = {
  /** What is left of it, and the matcher for that. */
  freed: OwnedTime[]
  matcher: Matcher
  candidates: MatchEntry[]
  /** The candidate to go on with: nobody before a winner gets what is left, where fewer visits fit. */
  position: number
  passed: Passed[]
  offers: number
  lostRaces: number
}

async function offerInOrder(ctx: MailContext, tx: Tx, search: Search, freed: OwnedTime[]): Promise<Progress> {
  const { candidates } = search
  const matcher = await search.openMatcher(freed)
  let progress: Progress = { freed, matcher, candidates, position: 0, passed: [], offers: 0, lostRaces: 0 }
  while (
    progress.freed.length > 0 &&
    progress.position < candidates.length &&
    progress.lostRaces <= MAX_LOST_RACES
  )
    progress = await offerToNext(ctx, tx, search, progress)
  return progress
}

/** Offers what is left of the freed time to the next candidate that fits. */
async function offerToNext(
  ctx: MailContext,
  tx: Tx,
  { entries, bookable, openMatcher }: Search,
  before: Progress,
): Promise<Progress> {
  const { match, passed } = await findMatch(before.matcher, before.candidates.slice(before.position))
  const entry = match && entries.get(match.entryId)
  const after = { ...before, passed: [...before.passed, ...passed] }
  if (!entry) return { ...after, position: before.candidates.length }
  const position = before.candidates.findIndex(({ id }) => id === entry.id)
  const candidates = before.candidates.map((candidate) =>
    candidate.id === entry.id ? { ...candidate, state: 'offered' as const } : candidate,
  )
  const locked = await lockEntry(tx, entry.id)
  if (locked?.state !== 'waiting') return { ...after, candidates, position: position + 1 }
  if (!(await offerIfFree(ctx, tx, locked, { ...match, bookable }))) {
    const matcher = await openMatcher(before.freed)
    return { ...after, matcher, position, lostRaces: before.lostRaces + 1 }
  }
  const freed = subtractOffer(before.freed, match.offer)
  const { start, end } = match.offer
  return {
    ...after,
    freed,
    matcher: await openMatcher(freed),
    candidates: candidates.map((candidate) =>
      isSameGuest(entries.get(candidate.id), entry)
        ? { ...candidate, visits: [...candidate.visits, { start, end }] }
        : candidate,
    ),
    position: position + 1,
    offers: before.offers + 1,
  }
}

/** As `firstMatch`, with pauses in which other requests go on. */
async function findMatch(matcher: Matcher, candidates: MatchEntry[]): Promise<ReturnType<typeof firstMatch>> {
  const pauseIfBusy = createPauses()
  const passed: Passed[] = []
  for (let position = 0; position < candidates.length; position += AT_ONCE) {
    await pauseIfBusy()
    const result = firstMatch(matcher, candidates.slice(position, position + AT_ONCE))
    passed.push(...result.passed)
    if (result.match) return { match: result.match, passed }
  }
  return { match: null, passed }
}

/** The local dates of visits that can use the freed time: one may begin the day before. */
function datesAround(freedTime: OwnedTime[], zone: string): DateSpan {
  const [first, last] = [
    Math.min(...freedTime.map((one) => one.start)),
    Math.max(...freedTime.map((one) => one.end)),
  ]
  return { from: addDays(localParts(zone, first).date, -1), until: localParts(zone, last).date }
}

/** @returns false where another guest has taken the time in the meantime. */
export const offerIfFree = (ctx: MailContext, tx: Tx, entry: Entry, found: Parameters<typeof offerTime>[3]) =>
  withSavepoint(tx, () => offerTime(ctx, tx, entry, found)).then(
    () => true,
    (error: unknown) => {
      if (sqlState(error) !== '23P01') throw error
      return false
    },
  )

const isSameGuest = (candidate: Entry | undefined, { guestId, contact }: Entry): boolean =>
  candidate !== undefined &&
  ((guestId !== null && candidate.guestId === guestId) ||
    (contact?.email != null && candidate.contact?.email?.toLowerCase() === contact.email.toLowerCase()) ||
    (contact?.mobile != null && candidate.contact?.mobile === contact.mobile))

/** One reason for each entry and start: the first that was found. */
const firstReasons = (passed: Passed[]): Passed[] => [
  ...new Map(passed.toReversed().map((one) => [`${one.entryId} ${one.start}`, one])).values(),
]

/** Services for members only are among them: a guest without an account cannot join for one. */
const loadServices = ({ tenant, deps }: MailContext, tx: Tx, entries: Entry[]): Promise<Bookable> =>
  loadBookable({ tenant, guest: {}, deps }, tx, [...new Set(entries.flatMap((entry) => entry.services))], {
    addons: entries.some(({ addons }) => addons.flat().length > 0),
  })

/** A rule for each service that entries wait for, with the add-ons that it is waited for with. */
const serviceRules = (bookable: Bookable, entries: Entry[]): Map<string, ServiceRule> =>
  new Map(
    entries
      .flatMap((entry) => wishedServices(entry, bookable))
      .flatMap(({ key, service, addons }) =>
        service ? wantedServices([{ service, memberId: null, addons }]).map(({ rule }) => [key, rule]) : [],
      ),
  )

async function asCandidates(
  tx: Tx,
  entries: Entry[],
  window: { from: number; until: number },
  now: number,
): Promise<MatchEntry[]> {
  const offered = Map.groupBy(await listOfferedTimes(tx, new Date(now)), (one) => one.entryId)
  const guestIds = entries.flatMap(({ guestId }) => guestId ?? [])
  const emails = entries.flatMap(({ contact }) => contact?.email?.toLowerCase() ?? [])
  const mobiles = entries.flatMap(({ contact }) => contact?.mobile ?? [])
  const booked = await listOwnVisits(tx, { guestIds, emails, mobiles }, window)
  const byGuest = Map.groupBy(booked, ({ guestId }) => guestId)
  const byEmail = Map.groupBy(booked, ({ email }) => email)
  const byMobile = Map.groupBy(booked, ({ mobile }) => mobile)
  const visitsOf = ({ guestId, contact }: Entry): Range[] => [
    ...((guestId && byGuest.get(guestId)) || []),
    ...((contact?.email && byEmail.get(contact.email.toLowerCase())) || []),
    ...((contact?.mobile && byMobile.get(contact.mobile)) || []),
  ]
  return entries.map((entry) => ({
    id: entry.id,
    state: entry.state,
    pausedUntil: entry.pausedUntil?.getTime() ?? null,
    confirmed: entry.confirmedAt !== null,
    services: entry.services,
    members: entry.members,
    windows: entry.windows,
    endsAt: entry.endsAt.getTime(),
    noticeMinutes: entry.noticeMinutes,
    atNight: entry.atNight,
    earlier: offered.get(entry.id) ?? [],
    visits: visitsOf(entry),
  }))
}
